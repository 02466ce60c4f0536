"""The parts of the U factor's page: each one question on one screen, with its widgets, picture and facts."""

from __future__ import annotations

import numpy as np
import streamlit as st

from gptq_viz import numerics
from gptq_viz.figures import chain, damping_remarks, damping_strip, derivation, elimination, remarks, spectrum
from gptq_viz.numerics import Race, Trace
from gptq_viz.ui import cached, page
from gptq_viz.ui.cards import draw_remarks
from gptq_viz.ui.explained import draw_explained
from gptq_viz.ui.settings import Settings
from gptq_viz.ui.step import choose_step

CHAIN, APPEARING, DAMPING, NUDGE = PARTS = ("From H to U", "Watch U appear", "Damping", "The nudge")
MOST_LINEAR = 64
LOG_CHOSEN = "u_log_chosen"
FOURTH = ("U", "row factor")


def draw_chain(settings: Settings) -> None:
    """The four matrices and what each is for."""
    with st.container(key="u_choices", horizontal=True, vertical_alignment="center", gap="medium"):
        fourth = st.segmented_control(
            "Fourth matrix",
            FOURTH,
            default=FOURTH[0],
            required=True,
            key="u_fourth",
            help="Row factor: every row of U divided by its pivot, U[j] / U[j, j].",
            persist_state="session",
        )
        log = _log_colours(settings.inp)
    matrices = numerics.factor_chain(cached.layer(settings), settings.config)
    row_factor = fourth == FOURTH[1]
    panels = chain.chain_data(matrices, row_factor=row_factor)
    page.chart(
        chain.chain_figure(panels, page.palette(), page.sizes(), log=log),
        key="u_chain",
        alt=chain.chain_text(panels),
    )
    draw_remarks(remarks.chain_remarks(matrices, row_factor=row_factor), page.palette().text)


def draw_elimination(race: Race) -> None:
    """The shrinking inverse beside U at the column of the slider."""
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        step = choose_step(race.traces["gptq"].inp)
        log = _log_colours(race.traces["gptq"].inp)
    data = elimination.elimination_data(race.traces["gptq"].U, step)
    draw_explained(
        elimination.elimination_figure(data, page.palette(), page.sizes(), log=log),
        remarks.elimination_remarks(data.now),
        key="u_elimination",
        alt=elimination.elimination_text(data),
    )


def draw_damping(settings: Settings) -> None:
    """Eigenvalues with the floor under them, and U under more and more damping; a singular H has them too."""
    found = cached.spectrum(settings)
    bars = spectrum.spectrum_data(found)
    draw_explained(
        spectrum.spectrum_figure(bars, page.palette(), page.sizes()),
        damping_remarks.spectrum_remarks(found, cached.layer(settings).n),
        key="u_spectrum",
        alt=spectrum.spectrum_text(bars),
        shares=(3, 2),
    )
    strip = damping_strip.damping_strip_data(numerics.damping_strip(cached.layer(settings), settings.config))
    page.chart(
        damping_strip.damping_strip_figure(strip, page.palette(), page.sizes()),
        key="u_strip",
        alt=damping_strip.damping_strip_text(strip),
    )
    st.caption(damping_remarks.damping_sentence(settings.config))


def draw_nudge(race: Race) -> None:
    """The derivation with the numbers of one weight."""
    trace = race.traces["gptq"]
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        step = choose_step(race.traces["gptq"].inp)
        row = st.number_input(
            "Row i",
            0,
            trace.out - 1,
            _moving_row(trace, step),
            key="u_row",
            help="Row of W.",
            width=200,
            persist_state="session",
        )
    nudge = numerics.derivation(trace, row, step)
    for line in derivation.derivation_lines(nudge):
        formulas = "\u2003 ".join(rf"$\small\displaystyle {formula}$" for formula in line.formulas)
        st.markdown(f":gray[{line.words}]  \n{formulas}")
    if nudge.e != 0:  # else there would be nothing to see but axes
        page.chart(
            derivation.derivation_figure(nudge, trace.inp, page.palette(), page.sizes()),
            key="u_nudge",
            alt=derivation.derivation_text(nudge),
        )
    st.caption(remarks.nudge_sentence(nudge, dead=bool(trace.dead[step])))


def _moving_row(trace: Trace, step: int) -> int:
    """The first row whose weight is not on its level when its turn comes; 0 if there is none."""
    return int(np.argmax(trace.D[:, step] != 0))


def _log_colours(columns: int) -> bool:
    """On by itself for many columns, where linear colours show a hairline on white; a choice stays."""
    if LOG_CHOSEN not in st.session_state:
        st.session_state["u_log"] = columns > MOST_LINEAR
    return st.toggle(
        "Logarithmic colours",
        key="u_log",
        on_change=_keep_log,
        help="Shows small entries too: from the largest down to a ten-thousandth of it.",
        persist_state="session",
    )


def _keep_log() -> None:
    st.session_state[LOG_CHOSEN] = True
