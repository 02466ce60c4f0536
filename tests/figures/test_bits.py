"""Errors by bits: the lines against the runs, and what is said of gap, ratio and bits saved."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gptq_viz.figures.bits import BitsLines, bits_data, bits_text
from gptq_viz.figures.bits_lines import bits_figure
from gptq_viz.figures.bits_words import bits_for, bits_remarks
from gptq_viz.figures.log_axis import NOTHING
from gptq_viz.figures.method_look import STYLES
from gptq_viz.numerics import ALLOWED_BITS, GPTQConfig, Layer, example_layer, race
from gptq_viz.theme import DARK, LIGHT, NORMAL, PROJECTOR, Palette
from gptq_viz.ui.presets import PRESETS, Preset

FALLING = (0.5, 0.12, 0.03, 0.008, 0.002, 0.0001)


def lines(method: str = "gptq", bits: int = 3, **held_out: tuple[float, ...]) -> BitsLines:
    """Lines that fall, RTN's four times as high as the others."""
    others = tuple(error / 4 for error in FALLING)
    held_out = {name: FALLING if name == "rtn" else others for name in STYLES} | held_out
    return BitsLines(
        held_out, {name: tuple(e / 2 for e in line) for name, line in held_out.items()}, bits, method
    )


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_what_is_said_on_every_preset_is_true(preset: Preset) -> None:
    config = preset.settings.config
    data = bits_data(race(example_layer(*preset.settings.layer_key), config))
    gap, ratio, worth = bits_remarks(data)
    rtn, gptq = (np.array(data.held_out[name]) for name in ("rtn", data.method))
    assert ("shrinks" in gap.sentence) == (abs(rtn[-1] - gptq[-1]) < abs(rtn[0] - gptq[0]))
    assert ("GPTQ wins with every" in ratio.sentence) == (rtn > 1.05 * gptq).all()
    assert ("GPTQ loses with every" in ratio.sentence) == (gptq > 1.05 * rtn).all()
    assert data.method == ("act_order" if config.act_order else "gptq")
    assert float(worth.numbers[0][0]) == pytest.approx(
        np.interp(
            -np.log(data.held_out[data.method][ALLOWED_BITS.index(config.bits)]), -np.log(rtn), ALLOWED_BITS
        ),
        abs=0.06,
    )


def test_current_bits_are_the_errors_of_the_race() -> None:
    result = race(example_layer("factor", 8, 16, 256, 75), GPTQConfig(bits=4, act_order=True))
    data = bits_data(result)
    for name, own in (("rtn", "rtn"), ("frozen", "frozen"), ("gptq", "act_order")):
        assert data.held_out[own][2] == pytest.approx(result.held_out[name][-1])
        assert data.calibration[own][2] == pytest.approx(result.calibration[name][-1])


def test_remarks_by_hand() -> None:
    gap, ratio, worth = bits_remarks(lines())
    assert gap.numbers == (("0.375", "at 2 bits"), ("7.50e-5", "at 8 bits"))
    assert ratio.numbers == (("4.0×", "at 2 bits"), ("4.0×", "at 8 bits"))
    assert ratio.sentence.startswith(
        "GPTQ wins with every number of bits: 4.0× to 4.0×. RTN’s own error with 2 bits is 5,000 times that "
        "with 8."
    )
    assert worth.title == "GPTQ with 3 bits is as good as RTN with"
    assert worth.numbers == (("4.0", "bits"),)
    losing = bits_remarks(lines(gptq=tuple(2 * error for error in FALLING)))
    assert losing[0].numbers[0][0] == "−0.500"
    assert losing[1].sentence.startswith("GPTQ loses with every")
    assert "equal" in bits_remarks(lines(gptq=FALLING))[1].sentence
    mixed = bits_remarks(lines(gptq=(0.1, 0.5, *FALLING[2:])))
    assert mixed[1].sentence.startswith("GPTQ wins with 1 of 6 numbers of bits, loses with 1: 0.24× to 5.0×.")
    assert bits_remarks(lines(gptq=(0.1, *FALLING[1:-1], 0.9)))[0].sentence.startswith(
        "Here it does not shrink"
    )


def test_where_an_error_stays_however_fine_the_rounding_no_law_of_the_step_is_claimed() -> None:
    data = bits_data(race(example_layer("dead", 8, 16, 256, 75), GPTQConfig()))
    assert data.held_out["rtn"][-1] > 0.01
    assert bits_remarks(data)[0].sentence == "It shrinks as rounding gets finer."
    free = bits_data(race(example_layer("factor", 8, 16, 256, 75), GPTQConfig()))
    assert bits_remarks(free)[0].sentence.endswith("half the step makes a quarter of the error.")


def test_bits_read_off_a_line() -> None:
    assert bits_for(0.6, FALLING) == "fewer than 2"
    assert bits_for(0.5, FALLING) == "2.0"
    assert bits_for(1e-9, FALLING) == "more than 8"
    assert bits_for(math.sqrt(0.12 * 0.03), FALLING) == "3.5"
    assert bits_for(math.sqrt(0.002 * 0.0001), FALLING) == "7.0"


@settings(max_examples=15)
@given(
    st.lists(st.just(0.0) | st.just(math.nan) | st.floats(1e-9, 10), min_size=12, max_size=12),
    st.sampled_from(ALLOWED_BITS),
)
def test_all_lines_have_sentences_and_a_picture_without_a_bare_nan(errors: list[float], bits: int) -> None:
    data = lines(bits=bits, rtn=tuple(errors[:6]), gptq=tuple(errors[6:]))
    for remark in bits_remarks(data):
        assert "nan" not in remark.sentence
        assert not any("nan" in number or "inf" in number for number, _ in remark.numbers)
    assert "nan" not in bits_figure(data, LIGHT, NORMAL).to_json().lower()
    assert "nan" not in bits_text(data)


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_every_line_has_its_look_its_name_and_hollow_calibration_marks(palette: Palette) -> None:
    data = lines()
    figure = bits_figure(data, palette, NORMAL)
    errors = [trace for trace in figure.data if trace.yaxis == "y" and trace.mode == "lines+markers"]
    assert [list(trace.y) for trace in errors] == [list(data.held_out[name]) for name in STYLES]
    assert [trace.line.dash for trace in errors] == [style.dash for style in STYLES.values()]
    assert [trace.marker.symbol for trace in errors] == [style.symbol for style in STYLES.values()]
    hollow = [trace for trace in figure.data if trace.mode == "markers"]
    assert [list(trace.y) for trace in hollow] == [list(data.calibration[name]) for name in STYLES]
    assert {trace.marker.color for trace in hollow} == {palette.background}
    names = [note.text for note in figure.layout.annotations]
    assert all(f"{style.sign} {style.label}" in names for style in STYLES.values())
    ratios = [trace for trace in figure.data if trace.yaxis == "y2"]
    assert [trace.name for trace in ratios] == ["frozen", "gptq", "act_order"]
    assert list(ratios[1].y) == pytest.approx([4.0] * 6)


def test_the_bits_of_the_settings_and_the_ratio_one_are_marked_and_names_stay_inside() -> None:
    figure = bits_figure(lines(bits=4), LIGHT, PROJECTOR)
    above, below, level = figure.layout.shapes
    assert above.x0 == above.x1 == below.x0 == below.x1 == 4
    assert [above.yref, below.yref] == ["y domain", "y2 domain"]
    assert level.y0 == level.y1 == 1
    low, high = figure.layout.yaxis.range
    ends = [note.y for note in figure.layout.annotations if note.yref == "y"]
    assert len(ends) == 4
    assert low <= min(ends) < max(ends) <= high
    low, high = figure.layout.yaxis2.range
    assert low < 0 < high


def test_no_outputs_leave_empty_axes_and_a_sentence() -> None:
    data = bits_data(race(Layer(np.zeros((2, 3)), np.eye(3)), GPTQConfig()))
    [only] = bits_remarks(data)
    assert "outputs of this layer are all 0" in only.sentence
    drawn = json.loads(bits_figure(data, LIGHT, NORMAL).to_json())["data"]
    assert all(value is None for trace in drawn for value in trace["y"])
    assert NOTHING in [note.text for note in bits_figure(data, LIGHT, NORMAL).layout.annotations]
    assert NOTHING not in [note.text for note in bits_figure(lines(), LIGHT, NORMAL).layout.annotations]


def test_the_text_has_every_error() -> None:
    text = bits_text(lines())
    assert text.count("RTN ") == 6
    assert "2 bits: RTN 0.500 (calibration 0.250), Frozen inverse 0.125" in text


def test_errors_that_hardly_fall_still_have_numbers_at_their_axis() -> None:
    level = tuple(0.43 - 0.001 * k for k in range(6))
    axis = bits_figure(lines(**dict.fromkeys(STYLES, level)), LIGHT, NORMAL).layout.yaxis
    low, high = axis.range
    assert sum(low <= math.log10(tick) <= high for tick in axis.tickvals) > 1
