"""Settings and view from a link, and the link from them. A link restores a view exactly."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from gptq_viz.ui.fields import Field, Flag, Whole
from gptq_viz.ui.pins import Pins
from gptq_viz.ui.settings import FIELDS, Settings

VIEW_FIELDS: dict[str, Field] = {"step": Whole(0, 256), "present": Flag(), "pins": Pins()}
ALL_FIELDS = FIELDS | VIEW_FIELDS
LONGEST_QUOTE = 40
MOST_NOTES = 5


@dataclass(frozen=True, slots=True)
class View:
    """What a link holds beside the settings: it changes what is shown, never what is computed.

    Parameters
    ----------
    step : int
        Finished columns in the player.
    present : bool
        Projector mode.
    pins : tuple of Settings
        Settings pinned for comparison.
    """

    step: int = 0
    present: bool = False
    pins: tuple[Settings, ...] = ()


def write_link(settings: Settings, view: View) -> dict[str, str]:
    """Query of the link that restores both; values that are the default are left out."""
    return settings.texts | {
        key: field.write(getattr(view, key))
        for key, field in VIEW_FIELDS.items()
        if getattr(view, key) != getattr(View(), key)
    }


def read_link(
    query: Mapping[str, str], repeated: Collection[str] = ()
) -> tuple[Settings, View, tuple[str, ...]]:
    """What a link says, with a note for everything in it that cannot be used.

    Parameters
    ----------
    query : mapping
        Keys and texts of a URL. Anything may stand there; nothing of it raises.
    repeated : collection of str
        Keys that stand in it more than once; `query` holds their last texts.

    Returns
    -------
    settings, view
        Unreadable values are replaced by their defaults.
    notes : tuple of str
        A sentence for each bad key or value, cut to a readable length. Plain text: quotes of the link stand
        in it, so it must be drawn neither as HTML nor as Markdown.
    """
    values: dict[str, Any] = {}
    notes: list[str] = []
    for key, text in query.items():
        if key not in ALL_FIELDS:
            notes.append(f"The link names “{_quote(key)}”, which is not a setting; it is ignored.")
            continue
        if key in repeated:
            notes.append(f"The link says {key} more than once; the last, {key}={_quote(text)}, counts.")
        try:
            values[key] = ALL_FIELDS[key].read(text)
        except ValueError as error:
            notes.append(f"The link says {key}={_quote(text)}; {key} {error}. {_default(key)} is used.")
    settings = Settings(**{key: value for key, value in values.items() if key in FIELDS})
    if values.get("step", 0) > settings.inp:
        notes.append(f"The link says step={values.pop('step')}; there are {settings.inp} columns. 0 is used.")
    view = View(**{key: value for key, value in values.items() if key in VIEW_FIELDS})
    return settings, view, tuple(_shortened(notes))


def _default(key: str) -> str:
    """The default of a key as a link would write it."""
    value = getattr(Settings() if key in FIELDS else View(), key)
    return ALL_FIELDS[key].write(value) or "none"


def _quote(text: str) -> str:
    """What stands in the link, cut, with signs that cannot be seen replaced."""
    cut = text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"
    return "".join(sign if sign.isprintable() else "�" for sign in cut)


def _shortened(notes: list[str]) -> list[str]:
    """The first notes, and how many more there are."""
    if len(notes) <= MOST_NOTES:
        return notes
    return [*notes[:MOST_NOTES], f"{len(notes) - MOST_NOTES} more parts of the link cannot be used."]
