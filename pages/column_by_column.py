"""Column by column: what happens at each step? The player shows it."""

from gptq_viz.player.component import player
from gptq_viz.ui import cached, page, state

settings = page.begin("Column by column", question="What happens at each step?", compact=True)
with page.drawing(settings):
    player(
        cached.payload(settings),
        key=state.PLAYER,
        on_step_change=state.keep_step,
        on_present_change=state.keep_present,
    )
