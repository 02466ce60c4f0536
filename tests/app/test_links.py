from __future__ import annotations

from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptq_viz.ui.links import ALL_FIELDS, View, read_link, write_link
from gptq_viz.ui.settings import Settings
from tests.app.test_settings import settings


@st.composite
def views(draw: st.DrawFn, inp: int) -> View:
    pins = draw(st.lists(settings(), max_size=4, unique=True))
    return View(draw(st.integers(0, inp)), draw(st.booleans()), tuple(pins))


@given(st.data())
def test_a_link_restores_settings_and_view_exactly(data: st.DataObject) -> None:
    one = data.draw(settings())
    view = data.draw(views(one.inp))
    query = dict(parse_qsl(urlencode(write_link(one, view)), keep_blank_values=True))
    assert read_link(query) == (one, view, ())


def test_the_default_link_is_empty() -> None:
    assert write_link(Settings(), View()) == {}
    assert read_link({}) == (Settings(), View(), ())


@given(st.dictionaries(st.text() | st.sampled_from(sorted(ALL_FIELDS)), st.text(), max_size=15))
def test_no_link_raises_and_whatever_it_says_becomes_a_link_that_can_be_read(query: dict[str, str]) -> None:
    one, view, notes = read_link(query)
    assert read_link(write_link(one, view)) == (one, view, ())
    assert len(notes) <= 6


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("bits", "7"),
        ("bits", "three"),
        ("bits", ""),
        ("bits", "3.0"),
        ("out", "0"),
        ("inp", "1"),
        ("inp", "1e2"),
        ("n", "99999999999999999999"),
        ("seed", "-1"),
        ("seed", "१२"),
        ("data", "teacher1"),
        ("data", "own"),
        ("grid", "SYMMETRIC"),
        ("group", "0"),
        ("group", "None"),
        ("scales", "<script>alert(1)</script>"),
        ("damp", "nan"),
        ("damp", "inf"),
        ("damp", "101"),
        ("damp", "1_0"),
        ("act_order", "true"),
        ("step", "-1"),
        ("step", "17"),
        ("present", "yes"),
        ("pins", "bits.7"),
        ("pins", "bits.2~bits.3"),
        ("pins", "default~~default~~default~~default~~default"),
        ("pins", "x" * 2000),
    ],
)
def test_a_bad_value_is_replaced_by_the_default_and_named(key: str, text: str) -> None:
    one, view, notes = read_link({key: text})
    assert (one, view) == (Settings(), View())
    [note] = notes
    assert f"{key}=" in note
    assert "used" in note


@pytest.mark.parametrize(("key", "text"), [("n", "0"), ("damp", "101"), ("seed", "10000")])
def test_a_note_quotes_a_value_once(key: str, text: str) -> None:
    _, _, [note] = read_link({key: text})
    assert note.startswith(f"The link says {key}={text}; {key} must be ")
    assert "got" not in note


def test_a_damping_that_a_float_cannot_hold_is_named() -> None:
    one, _, [note] = read_link({"damp": "1e-400"})
    assert one.damp == 0.01
    assert "too small to be told from 0" in note
    assert read_link({"damp": "0e-5"}) == (Settings(damp=0.0), View(), ())


def test_a_key_that_stands_twice_is_named_and_its_last_value_counts() -> None:
    one, _, notes = read_link({"bits": "4", "seed": "1"}, ["bits"])
    assert one == Settings(bits=4, seed=1)
    assert notes == ("The link says bits more than once; the last, bits=4, counts.",)


def test_one_bad_value_leaves_the_good_ones() -> None:
    one, view, notes = read_link({"bits": "7", "seed": "12", "step": "3"})
    assert one == Settings(seed=12)
    assert view == View(step=3)
    assert len(notes) == 1


def test_an_unknown_key_is_named() -> None:
    _, _, [note] = read_link({"colour": "red"})
    assert "“colour”" in note


def test_a_step_beyond_the_last_column_is_named_and_the_last_one_allowed() -> None:
    assert read_link({"inp": "4", "step": "4"})[1] == View(step=4)
    _, view, [note] = read_link({"step": "5", "inp": "4"})
    assert view == View()
    assert "step=5" in note
    assert "4 columns" in note


def test_a_long_value_is_cut_in_its_note() -> None:
    _, _, notes = read_link({"bits": "9" * 10_000, "k" * 10_000: "1"})
    assert len(notes) == 2
    assert all(len(note) < 160 and "…" in note for note in notes)


def test_many_bad_keys_make_few_notes_that_say_how_many_more() -> None:
    _, _, notes = read_link({f"key{k}": "1" for k in range(500)})
    assert len(notes) == 6
    assert notes[-1].startswith("495 more")


def test_signs_that_cannot_be_seen_are_not_quoted() -> None:
    _, _, [note] = read_link({"bits": "2\u202e\x00\n3"})
    assert note.isprintable()


def test_damping_between_the_steps_of_the_slider_is_kept_to_the_last_bit() -> None:
    one, _, notes = read_link({"damp": "0.012345678901234567"})
    assert one.damp == 0.012345678901234567
    assert notes == ()
