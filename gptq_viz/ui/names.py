"""What the choices of the sidebar are called: the word of the link, then what it means."""

from __future__ import annotations

EXAMPLE_NAMES = {
    "factor": "factor: low rank and noise",
    "white": "white: independent inputs",
    "ar1": "ar1: neighbours alike",
    "outliers": "outliers: some inputs loud",
    "dead": "dead: some inputs always 0",
    "shift": "shift: held-out inputs differ",
    "digits1": "digits1: network, layer 1",
    "digits2": "digits2: network, layer 2",
    "digits3": "digits3: network, layer 3",
}
GRID_NAMES = {
    "symmetric": "symmetric: zero in the middle",
    "asymmetric": "asymmetric: from min to max",
    "reference": "reference: the published code's",
}
SCALES_NAMES = {
    "updated": "updated: weights as they stand",
    "static": "static: weights at the start",
    "reference": "reference: as the published code",
}
# As one label among others: a chip of the player, a part of a pin's name.
INPUT_NAMES = {
    "factor": "factor inputs",
    "white": "white inputs",
    "ar1": "ar1 inputs",
    "outliers": "outlier inputs",
    "dead": "inputs with dead ones",
    "shift": "inputs that shift",
    "digits1": "digits1 images",
    "digits2": "digits2 images",
    "digits3": "digits3 images",
}
