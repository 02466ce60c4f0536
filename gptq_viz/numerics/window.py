"""A part of a layer, as a layer: for pictures and searches that only small ones allow."""

from __future__ import annotations

from collections.abc import Sequence

from gptq_viz.numerics.config import whole_number
from gptq_viz.numerics.layer import Layer


def window(layer: Layer, columns: int | None = None, rows: Sequence[int] | None = None) -> Layer:
    """The first columns of a layer and some of its rows, with the inputs of those columns.

    Parameters
    ----------
    layer : Layer
        A layer of any size; it is returned as it is where nothing is cut.
    columns : int, optional
        How many columns to keep, from the first on; all of them if there are no more.
    rows : sequence of int, optional
        Which rows to keep, in that order; all of them by default. Rows do not influence each other.

    Returns
    -------
    Layer
        Its note says what was cut, after the note of the layer itself.

    Raises
    ------
    ValueError
        No column, no row, or a row that the layer does not have.

    Examples
    --------
    >>> layer = Layer(W=[[1, 2, 3], [4, 5, 6]], X=[[7, 8, 9]])
    >>> part = window(layer, columns=2, rows=[1])
    >>> part.W, part.X, part.note
    (array([[4., 5.]]), array([[7., 8.]]), 'The first 2 of 3 columns, 1 of 2 rows.')
    """
    kept = layer.inp if columns is None else min(whole_number("columns", columns, least=1), layer.inp)
    chosen = list(range(layer.out) if rows is None else rows)
    if not chosen:
        raise ValueError("a window needs at least one row")
    for i in chosen:
        if whole_number("row", i) >= layer.out:
            raise ValueError(f"row {i} is not in the layer, whose rows are 0 to {layer.out - 1}")
    if kept == layer.inp and chosen == list(range(layer.out)):
        return layer
    cuts = [f"the first {kept} of {layer.inp} columns"] if kept < layer.inp else []
    cuts += [f"{len(chosen)} of {layer.out} rows"] if chosen != list(range(layer.out)) else []
    cut = ", ".join(cuts)
    return Layer(
        layer.W[chosen, :kept],
        layer.X[:, :kept],
        None if layer.X_test is None else layer.X_test[:, :kept],
        name=layer.name,
        note=f"{layer.note} {cut[0].upper()}{cut[1:]}.".strip(),
    )
