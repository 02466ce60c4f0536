"""The settings that every page shares: checked, hashable, the key of caches and the text of links."""

from __future__ import annotations

from dataclasses import dataclass, fields

from gptq_viz.numerics import ALLOWED_BITS, DEFAULT_SEED, EXAMPLES, GRIDS, SCALES, GPTQConfig
from gptq_viz.numerics.examples import LayerKey
from gptq_viz.ui.fields import Choice, Decimal, Field, Flag, Whole

# The slider's steps; a link may set any damping between them.
DAMP_STEPS = (0.0, 1e-6, 1e-5, 1e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
GROUPS = (None, 8, 16, 32, 64, 128)

FIELDS: dict[str, Field] = {
    "data": Choice(tuple(EXAMPLES)),
    "out": Whole(1, 256),
    "inp": Whole(2, 256),
    "n": Whole(1, 8192),
    "seed": Whole(0, 9999),
    "bits": Choice(tuple(ALLOWED_BITS)),
    "grid": Choice(tuple(GRIDS)),
    "group": Choice(GROUPS),
    "scales": Choice(tuple(SCALES)),
    "damp": Decimal(0.0, 100.0),
    "act_order": Flag(),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """One layer and one way to quantize it. A field's name is its key in the URL.

    Parameters
    ----------
    data : str
        Example layer, one of `gptq_viz.numerics.EXAMPLES`.
    out, inp : int
        Rows and columns of W.
    n, seed : int
        Calibration inputs, and the seed of the example. The default seed gives a typical picture: errors
        near the mean of many seeds, and a ratio near the median.
    bits, grid, group, scales, damp, act_order
        As in `GPTQConfig`.

    Raises
    ------
    ValueError
        If a value is not allowed; names the field and what it may be.
    """

    data: str = "factor"
    out: int = 8
    inp: int = 16
    n: int = 256
    seed: int = DEFAULT_SEED
    bits: int = 3
    grid: str = "symmetric"
    group: int | None = None
    scales: str = "updated"
    damp: float = 0.01
    act_order: bool = False

    def __post_init__(self) -> None:
        for key, field in FIELDS.items():
            try:
                value = field.check(getattr(self, key))
            except ValueError as error:
                raise ValueError(f"{key} {error}") from None
            object.__setattr__(self, key, value)

    @property
    def layer_key(self) -> LayerKey:
        """What the layer depends on."""
        return LayerKey(self.data, self.out, self.inp, self.n, self.seed)

    @property
    def config(self) -> GPTQConfig:
        """How the layer is quantized."""
        return GPTQConfig(
            bits=self.bits,
            grid=self.grid,
            group=self.group,
            scales=self.scales,
            damp=self.damp,
            act_order=self.act_order,
        )

    @property
    def texts(self) -> dict[str, str]:
        """Key and text of every value that differs from its default, as a link has them."""
        return {
            field.name: FIELDS[field.name].write(getattr(self, field.name))
            for field in fields(self)
            if getattr(self, field.name) != field.default
        }
