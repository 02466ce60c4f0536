"""Order and groups: what do act_order, groups and lazy blocks change? In errors, codes and bits."""

from gptq_viz.ui import blocks, cached, order_and_groups, page, true_bits
from gptq_viz.ui.choose import choose_part

settings = page.begin("Order and groups", question="What do act_order, groups and lazy blocks change?")
part = choose_part(order_and_groups.PARTS, "order_part")
with page.drawing(settings):
    if part == order_and_groups.COLUMNS:
        order_and_groups.draw_columns(settings)
    else:
        race = cached.race(settings)
        if part == order_and_groups.ORDER:
            order_and_groups.draw_orders(settings)
        elif part == order_and_groups.SCALES:
            blocks.draw_scales(settings)
        elif part == order_and_groups.LAZY:
            blocks.draw_lazy(race)
        else:
            true_bits.draw_bits(settings)
    page.draw_note(settings)
