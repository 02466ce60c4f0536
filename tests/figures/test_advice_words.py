"""Advice in words: a sentence for every kind and for every number that may stand in it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gptq_viz.figures.advice_words import (
    NOTE,
    SERIOUS,
    SEVERITIES,
    WARNING,
    WORDS,
    Counsel,
    advice_data,
    counsels,
    headline,
)
from gptq_viz.numerics import (
    EXAMPLES,
    Advice,
    GPTQConfig,
    Layer,
    advice_without_run,
    diagnosis,
    example_layer,
    output_error,
    race,
)
from gptq_viz.numerics.advice import FEW
from tests.numerics.test_advice import MUST

EXTREMES = (
    GPTQConfig(bits=2, damp=1e-6),
    GPTQConfig(bits=8, damp=100.0, grid="asymmetric", act_order=True),
    GPTQConfig(bits=2, grid="reference", group=8, scales="reference"),
    GPTQConfig(bits=3, grid="reference", group=8, act_order=True, damp=0.0),
)


def words(one: Counsel) -> str:
    return " ".join([one.remark.title, *(text for pair in one.remark.numbers for text in pair)])


def assert_readable(given: tuple[Counsel, ...]) -> None:
    ranks = [SEVERITIES.index(one.severity) for one in given]
    assert ranks == sorted(ranks)
    for one in given:
        assert not {"nan", "inf", "-inf"} & set(words(one).split())
        assert one.remark.sentence.endswith(".")
        assert one.remark.sentence.count(". ") <= 2
        assert 1 <= len(one.remark.numbers) <= 3


def test_every_kind_that_is_given_has_words_and_its_own_severity() -> None:
    assert set(WORDS) == {*MUST, "singular"}
    for kind, (layer, config) in MUST.items():
        given = advice_data(race(layer, GPTQConfig(**config))).given
        assert_readable(given)
        assert kind in [one.kind for one in given]
    grave = {kind for kind, (severity, _) in WORDS.items() if severity == SERIOUS}
    assert grave == {"singular", "loses", "awake"}


@pytest.mark.parametrize("size", [(1, 2, 1), (16, 17, 4), (8, 2, 300)])
@pytest.mark.parametrize("data", EXAMPLES)
def test_all_examples_with_extreme_settings_are_told_without_a_bare_nan(
    data: str, size: tuple[int, int, int]
) -> None:
    layer = example_layer(data, *size, seed=3)
    for config in EXTREMES:
        try:
            found = advice_data(race(layer, config))
        except ValueError:
            assert_readable(counsels(advice_without_run(layer, 1e-14)))
        else:
            assert_readable(found.given)
            assert "nan" not in found.looked_at.split()


def test_the_headline_counts_by_severity() -> None:
    kinds = ("loses", "few_samples", "overfit", "ties")
    given = tuple(
        Counsel(kind, WORDS[kind][0], advice_data(race(*_few())).given[0].remark, {}) for kind in kinds
    )
    assert headline(given) == "1 serious, 2 warnings, 1 note."
    assert headline(given[1:]) == "2 warnings, 1 note."
    assert headline(given[3:]) == "Nothing to warn of, 1 note."
    assert headline(()) == "Nothing to warn of."
    assert [WORDS[kind][0] for kind in kinds] == [SERIOUS, WARNING, WARNING, NOTE]


def test_where_all_is_well_the_numbers_looked_at_are_told() -> None:
    layer = example_layer("factor", 8, 16, 256, 75)
    found = advice_data(race(layer, GPTQConfig()))
    assert found.given == ()
    for number in (
        "16 samples an input",
        "0 dead inputs",
        "0.78 % of the weights clipped",
        "RTN 0.0413, GPTQ 0.0133",
    ):
        assert number in found.looked_at
    assert race(layer, GPTQConfig()).traces["gptq"].clipped.sum() == 1
    assert f"damped H {diagnosis(race(layer, GPTQConfig())).condition:.3g}," in found.looked_at


def test_one_dead_input_is_not_called_several() -> None:
    layer = example_layer("dead", 8, 8, 256, 75)
    assert (layer.X == 0).all(axis=0).sum() == 1
    assert ", 1 dead input, " in advice_data(race(layer, GPTQConfig())).looked_at


def test_numbers_and_buttons_of_a_layer_on_which_gptq_loses() -> None:
    layer = example_layer("shift", 8, 16, 256, 75)
    run = race(layer, GPTQConfig())
    loses = advice_data(run).given[0]
    rtn, gptq = (run.traces[name].quantized for name in ("rtn", "gptq"))
    assert [float(number) for number, _ in loses.remark.numbers] == pytest.approx(
        [
            output_error(layer.W, rtn, layer.X_test),
            output_error(layer.W, gptq, layer.X_test),
            output_error(layer.W, gptq, layer.X),
        ],
        rel=0.01,
    )
    assert loses.remedy == {"damp": 10.0}
    assert "With damping 10 it makes" in loses.remark.sentence


def test_few_samples_are_told_apart_from_fewer_than_inputs() -> None:
    def sentence(n: int) -> str:
        layer = example_layer("factor", 4, 16, n, 0)
        [few] = [one for one in advice_data(race(layer, GPTQConfig())).given if one.kind == "few_samples"]
        assert few.remark.numbers[0] == (str(n), "sample" if n == 1 else "samples")
        assert few.remark.sentence.endswith("Take 128, 8 an input.")
        return few.remark.sentence

    assert "no sample ever took" in sentence(1)
    assert "no sample ever took" in sentence(15)
    assert f"fewer than {FEW} an input" in sentence(16)


def test_no_error_in_calibration_is_no_division_by_0() -> None:
    [one] = counsels((Advice("overfit", {"gptq": 0.1, "calibration": 0.0}),))
    assert "no error on the samples that GPTQ saw" in one.remark.sentence


def test_float32_is_compared_with_the_smallest_eigenvalue() -> None:
    for condition, share in ((2e6, "is 12 % of"), (1e9, "is more than its"), (math.inf, "is more than its")):
        [one] = counsels((Advice("ill_conditioned", {"condition": condition}, {"damp": 0.01}),))
        assert share in one.remark.sentence
    assert one.remark.numbers[0][0] == "∞"
    assert np.finfo(np.float32).eps / 2 == pytest.approx(6e-8, rel=0.01)


def test_without_a_remedy_no_setting_is_promised() -> None:
    errors = {"rtn": 0.1, "gptq": 0.2, "calibration": 0.2}
    for kind in ("loses", "large_error"):
        [one] = counsels((Advice(kind, errors),))
        assert "With" not in one.remark.sentence
    [one] = counsels((Advice("clipped", {"clipped": 0.5}),))
    assert one.remark.sentence.endswith(
        "Neither act_order, the symmetric grid nor the next number of bits halves it without more error held "
        "out."
    )


def test_whatever_helps_against_clipping_is_named_with_what_is_left_of_it() -> None:
    for remedy, said in (
        ({"act_order": True}, "With act_order it is 2 %."),
        ({"grid": "symmetric"}, "With the symmetric grid it is 2 %."),
        ({"bits": 3}, "With 3 bits it is 2 %."),
    ):
        [one] = counsels((Advice("clipped", {"clipped": 0.5, "tried": 0.02}, remedy),))
        assert one.remark.sentence.endswith(said)


def test_dead_inputs_that_stay_silent_wake_up_faintly_or_are_all() -> None:
    for values, text in (
        ({"dead": 2, "inp": 8, "awake": 0, "zeroed": 0.0}, "Held out they are silent too."),
        ({"dead": 2, "inp": 8, "awake": 1, "zeroed": 1e-6}, "with at most 5 % of the error."),
        ({"dead": 8, "inp": 8, "awake": 0, "zeroed": 0.0}, "all weights become 0"),
    ):
        [one] = counsels((Advice("dead", values),))
        assert text in one.remark.sentence


def _few() -> tuple[Layer, GPTQConfig]:
    return example_layer("factor", 4, 16, 8, 0), GPTQConfig()
