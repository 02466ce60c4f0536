from __future__ import annotations

from dataclasses import replace

import pytest

from gptq_viz.figures.verdicts import SIGNS, all_hold, headline, law_checks, verdict_lines
from gptq_viz.numerics import Check, GPTQConfig, checks, example_layer, race

LAYER = example_layer("factor", 8, 16, 64, 0)
HOLDS = Check(1, "a law", "a = b", "all of it", 5e-16, 1e-9, "")
FAILS = replace(HOLDS, residual=2e-3)
IDLE = replace(HOLDS, residual=None, reason="there is none")


@pytest.mark.parametrize(
    ("found", "number", "sentence"),
    [
        ([HOLDS] * 3, "3 of 3", "identities hold on this layer"),
        ([HOLDS] * 22 + [IDLE], "22 of 23", "identities hold on this layer; 1 does not apply"),
        ([HOLDS] * 2 + [IDLE] * 3, "2 of 5", "identities hold on this layer; 3 do not apply"),
        ([HOLDS, HOLDS, FAILS], "2 of 3", "identities hold on this layer; 1 fails"),
        ([HOLDS, FAILS, FAILS, IDLE], "1 of 4", "identity holds on this layer; 2 fail, 1 does not apply"),
        ([FAILS, FAILS], "0 of 2", "identities hold on this layer; 2 fail"),
    ],
)
def test_the_headline_counts_what_holds_and_names_the_rest(
    found: list[Check], number: str, sentence: str
) -> None:
    assert headline(tuple(found)) == (number, sentence)
    assert all_hold(tuple(found)) == ("fail" not in sentence)


def test_every_verdict_has_a_sign_and_a_word_of_its_own() -> None:
    assert {FAILS.verdict, HOLDS.verdict, IDLE.verdict} == set(SIGNS)
    signs, words = zip(*SIGNS.values(), strict=True)
    assert len(set(signs)) == len(set(words)) == len(SIGNS)


def test_a_line_says_what_became_of_its_law() -> None:
    holds, fails, idle = verdict_lines((HOLDS, FAILS, IDLE))
    assert (holds.sign, holds.word, holds.residual, holds.limit) == ("✓", "holds", "5.0e-16", "1e-9")
    assert (fails.sign, fails.word, fails.residual) == ("✗", "fails", "2.0e-3")
    assert (idle.sign, idle.word, idle.residual) == ("–", "does not apply", "–")
    assert [line.remark for line in (holds, fails, idle)] == ["all of it", "all of it", "there is none"]


def test_a_residual_that_is_no_number_fails() -> None:
    broken = replace(HOLDS, residual=float("nan"))
    assert verdict_lines((broken,))[0].word == "fails"
    assert not all_hold((broken,))


def test_every_law_has_its_line_in_order() -> None:
    config = GPTQConfig(act_order=True, group=8)
    found = law_checks(race(LAYER, config))
    assert found == checks(LAYER, config)
    lines = verdict_lines(found)
    assert [(line.name, line.formula) for line in lines] == [(c.name, c.formula) for c in found]
    assert [line.number for line in lines] == [*(str(c.number) for c in found[:-1]), "–"]
