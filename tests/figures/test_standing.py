"""The headline's table and what it says of the loss, for errors invented here and for real runs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.figures.method_look import STYLES, method_look, winner_colour
from gptq_viz.figures.standing import loss_sentence, ratio, standing_data, standing_table
from gptq_viz.numerics import GPTQConfig, MethodErrors, example_layer, gptq, method_errors, race
from gptq_viz.theme import DARK, LIGHT, METHODS, Palette

NAN = float("nan")
errors_of_any_size = st.just(0.0) | st.just(NAN) | st.floats(1e-9, 10)


def four(loss: float = 0.011, forecast: float = 0.01, **held_out: float) -> tuple[MethodErrors, ...]:
    """Errors of all methods; the loss and forecast are those of both GPTQs."""
    held_out = {"rtn": 0.04, "frozen": 0.02, "gptq": 0.01, "act_order": 0.008} | held_out
    return tuple(
        MethodErrors(name, 3, error, error / 2, loss, forecast if name in ("gptq", "act_order") else NAN)
        for name, error in held_out.items()
    )


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_every_method_looks_like_itself_and_like_no_other(palette: Palette) -> None:
    looks = [method_look(name, palette) for name in STYLES]
    for field in ("label", "colour", "dash", "symbol", "sign"):
        assert len({getattr(look, field) for look in looks}) == 4
    for name, style in METHODS.items():
        look = method_look(name, palette)
        assert (look.label, look.dash, look.symbol, look.sign) == (
            style.label,
            style.dash,
            style.symbol,
            style.sign,
        )


@pytest.mark.parametrize("act_order", [False, True])
def test_both_orders_are_in_the_table_and_the_one_of_the_settings_is_marked(act_order: bool) -> None:
    result = race(example_layer("factor", 8, 16, 256, 75), GPTQConfig(act_order=act_order))
    table = standing_table(standing_data(result), act_order=act_order)
    assert [row[0] for row in table.rows] == ["▲ RTN", "✕ Frozen inverse", "● GPTQ", "■ GPTQ, act_order"]
    assert table.rows[table.marked][0] == ("■ GPTQ, act_order" if act_order else "● GPTQ")
    for name in ("rtn", "gptq"):
        row = table.rows[0] if name == "rtn" else table.rows[table.marked]
        assert float(row[1]) == pytest.approx(result.held_out[name][-1], rel=0.005)
        assert float(row[2]) == pytest.approx(result.calibration[name][-1], rel=0.005)


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_the_headline_has_the_colour_of_the_method_that_wins(palette: Palette) -> None:
    for own in ("gptq", "act_order"):
        assert winner_colour("gptq", own, palette) == method_look(own, palette).colour
        assert winner_colour("rtn", own, palette) == palette.rtn
        assert winner_colour("", own, palette) == palette.text


def test_the_table_by_hand() -> None:
    rows = standing_table(four(), act_order=False).rows
    assert rows[0] == ("▲ RTN", "0.0400", "0.0200", "", "0.0110", "")
    assert rows[2] == ("● GPTQ", "0.0100", "0.00500", "4.0×", "0.0110", "0.0100")
    assert ratio(0.02, 0.04) == "0.50×"
    assert ratio(0.0, 0.0) == ratio(NAN, NAN) == ratio(0.1, 0.0) == "–"


@pytest.mark.parametrize(
    ("loss", "forecast", "fixed", "words"),
    [
        (0.012, 0.01, True, "Here it is 1.2 times the forecast from before rounding, as it should be."),
        (0.016, 0.01, True, "more than was to be expected."),
        (0.031, 0.01, True, "only clipping can do that."),
        (0.031, 0.01, False, "more than was to be expected."),
        (0.005, 0.01, True, "less than was to be expected."),
        (NAN, NAN, True, "Undefined here: the outputs are all 0."),
        (0.0, 0.0, True, "None was forecast."),
        (0.0, 0.01, True, "Here there is none: less than was to be expected."),
        (0.1, 0.0, True, "None was forecast, but there is one."),
    ],
)
def test_the_loss_is_judged_by_its_forecast(loss: float, forecast: float, fixed: bool, words: str) -> None:
    assert loss_sentence(four(loss, forecast), act_order=True, fixed_scales=fixed).endswith(words)


@given(st.tuples(*[errors_of_any_size] * 6), st.booleans(), st.booleans())
def test_no_number_is_printed_as_nan(values: tuple[float, ...], act_order: bool, fixed: bool) -> None:
    loss, forecast, *held_out = values
    errors = four(loss, forecast, **dict(zip(STYLES, held_out, strict=True)))
    said = loss_sentence(errors, act_order=act_order, fixed_scales=fixed)
    cells = [cell for row in standing_table(errors, act_order=act_order).rows for cell in row]
    assert not any("nan" in text or "inf" in text for text in [said, *cells] if text != "✕ Frozen inverse")


def test_where_only_clipping_is_blamed_something_is_clipped() -> None:
    """Outliers on 2 bits, quantized late: weights are pushed far beyond the last level."""
    blamed = 0
    for seed in range(60):
        layer, config = example_layer("outliers", 2, 16, 64, seed), GPTQConfig(bits=2)
        errors = method_errors(layer, config, (2,))
        if "only clipping" in loss_sentence(errors, act_order=False, fixed_scales=True):
            blamed += 1
            assert gptq(layer, config).clipped.any()
    assert blamed
