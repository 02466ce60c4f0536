"""The theme as CSS custom properties, so that the player and the figures read the same values."""

from __future__ import annotations

from gptq_viz.theme import DARK, LIGHT, NORMAL, PROJECTOR, Palette, Sizes


def css_tokens(root: str = ".player") -> str:
    """Style rules that give a component's root its colours (light, dark) and sizes (normal, projector)."""
    return "\n".join(
        [
            _rule(f'{root}[data-theme="light"]', _colours(LIGHT)),
            _rule(f'{root}[data-theme="dark"]', _colours(DARK)),
            _rule(root, _sizes(NORMAL, small=12, formula=13)),
            _rule(f'{root}[data-present="1"]', _sizes(PROJECTOR, small=20, formula=32)),
        ]
    )


def _colours(palette: Palette) -> dict[str, str]:
    low, zero, high = palette.weights
    return {
        "background": palette.background,
        "surface": palette.surface,
        "border": palette.border,
        "text": palette.text,
        "muted": palette.muted,
        "weights-low": low,
        "weights-zero": zero,
        "weights-high": high,
        "rtn": palette.rtn,
        "gptq": palette.gptq,
        "frozen": palette.frozen,
        "variant": palette.variant,
        "clipped": palette.clipped,
    }


def _sizes(sizes: Sizes, small: int, formula: int) -> dict[str, str]:
    return {
        "base": f"{sizes.base}px",
        "small": f"{small}px",
        "axis": f"{sizes.axis}px",
        "formula": f"{formula}px",
        "line": f"{sizes.line}px",
        "button": f"{sizes.button}px",
    }


def _rule(selector: str, values: dict[str, str]) -> str:
    lines = "\n".join(f"  --gv-{name}: {value};" for name, value in values.items())
    return f"{selector} {{\n{lines}\n}}"
