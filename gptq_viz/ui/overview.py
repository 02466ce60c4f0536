"""The Overview's sentences and facts, in the colours of the methods."""

from __future__ import annotations

from gptq_viz.figures import gain_words as gains
from gptq_viz.figures.gain import Gain
from gptq_viz.figures.look import method_colour
from gptq_viz.figures.method_look import winner_colour
from gptq_viz.figures.numbers import three_digits
from gptq_viz.theme import METHODS, Palette
from gptq_viz.ui.cards import Fact, draw_facts, draw_headline

COMPARED = ("rtn", "gptq")


def draw_gain(gain: Gain, palette: Palette, gptq: str = "gptq") -> None:
    """The headline: how many times smaller the error is, or larger.

    Parameters
    ----------
    gptq : str
        How GPTQ is drawn on this page: ``"gptq"`` or ``"act_order"``.
    """
    draw_headline(*gains.headline(gain), winner_colour(gains.winner(gain), gptq, palette))


def draw_numbers(gain: Gain, palette: Palette) -> None:
    """Three cards: error at the outputs, error at the weights, codes."""
    outputs, weights = (
        tuple(
            (
                f"{METHODS[name].sign} {three_digits(errors[name])}",
                METHODS[name].label,
                method_colour(palette, name),
            )
            for name in COMPARED
        )
        for errors in (gain.held_out, gain.weights)
    )
    changed = (gains.changed_share(gain), f"of the {gain.codes:,} integer codes differ", palette.text)
    draw_facts(
        (
            Fact("Error at the outputs", outputs, gains.output_sentence(gain)),
            Fact("Error of the weights", weights, gains.weight_sentence(gain)),
            Fact("Integer codes", (changed,), gains.codes_sentence(gain)),
        )
    )
