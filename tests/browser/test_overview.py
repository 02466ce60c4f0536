"""The Overview and the frame of all pages in a real browser: sizes, themes, modes, the Back button."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from gptq_viz.theme import DARK, LIGHT, PROJECTOR, Palette
from tests.browser.conftest import OpenPage

THEMES = {"light": LIGHT, "dark": DARK}
MAIN = '[data-testid="stMain"]'


def opened(open_page: OpenPage, path: str = "/", **options: object) -> Page:
    """The Overview with both pictures drawn."""
    page = open_page(path, **options)
    expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible(timeout=30_000)
    expect(page.locator(".js-plotly-plot")).to_have_count(2)
    return page


def query(page: Page) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(page.url).query))


def bottom(found: Locator) -> float:
    box = found.bounding_box()
    assert box
    return box["y"] + box["height"]


def rgb(colour: str) -> str:
    """A hex colour as a browser writes it."""
    return f"rgb({', '.join(str(int(colour[k : k + 2], 16)) for k in (1, 3, 5))})"


def stem_colours(page: Page) -> list[str]:
    """Colours of the stems of the first picture: RTN, frozen inverse, GPTQ."""
    lines = page.locator(".js-plotly-plot").first.locator(".scatterlayer .js-line")
    colours: list[str] = lines.evaluate_all("lines => lines.map(line => getComputedStyle(line).stroke)")
    return colours


def expected_colours(palette: Palette) -> list[str]:
    return [rgb(colour) for colour in (palette.rtn, palette.frozen, palette.gptq)]


@pytest.mark.parametrize("scheme", THEMES)
def test_the_essence_is_above_the_fold_in_the_themes_colours(open_page: OpenPage, scheme: str) -> None:
    page = opened(open_page, color_scheme=scheme)
    palette = THEMES[scheme]
    assert bottom(page.locator(".headline")) < 300
    assert bottom(page.locator(".fact").last) < 460
    assert bottom(page.locator(".js-plotly-plot").last) <= 720
    app = page.get_by_test_id("stApp")
    assert app.evaluate("app => getComputedStyle(app).backgroundColor") == rgb(palette.background)
    assert stem_colours(page) == expected_colours(palette)


@pytest.mark.parametrize("path", ["/", "/?data=digits2&out=256&inp=256", "/?n=4&damp=0&bits=7"])
def test_a_narrow_screen_stacks_and_never_scrolls_sideways(open_page: OpenPage, path: str) -> None:
    page = open_page(path, viewport=(390, 844))
    expect(page.get_by_role("heading", name="Overview", level=1)).to_be_visible(timeout=20_000)
    page.wait_for_load_state("networkidle")
    overflow = page.locator(MAIN).evaluate("main => main.scrollWidth - main.clientWidth")
    assert overflow <= 0
    facts = page.locator(".fact")
    if facts.count():
        tops = [box["y"] for box in (fact.bounding_box() for fact in facts.all()) if box]
        assert tops == sorted(set(tops))


def test_on_a_phone_a_choice_in_the_sidebar_closes_it_and_on_a_desk_it_stays(open_page: OpenPage) -> None:
    phone, desk = opened(open_page, viewport=(390, 844)), opened(open_page)
    for name, address in (("2 bits", r"\?bits=2$"), ("The U factor", r"/u_factor\?bits=2$")):
        phone.get_by_test_id("stExpandSidebarButton").click()
        for page in (phone, desk):
            sidebar = page.get_by_test_id("stSidebar")
            expect(sidebar).to_be_in_viewport()
            role = "button" if name == "2 bits" else "link"
            sidebar.get_by_role(role, name=name).click()
            expect(page).to_have_url(re.compile(address))
        expect(phone.get_by_test_id("stSidebar")).not_to_be_in_viewport()
        expect(desk.get_by_test_id("stSidebar")).to_be_in_viewport()


@pytest.mark.parametrize("scheme", THEMES)
def test_on_a_phone_text_scrolls_under_the_header_and_not_through_it(
    open_page: OpenPage, scheme: str
) -> None:
    page = opened(open_page, viewport=(390, 844), color_scheme=scheme)
    header = page.get_by_test_id("stHeader")
    assert header.evaluate("bar => getComputedStyle(bar).backgroundColor") == rgb(THEMES[scheme].background)
    box = page.get_by_role("heading", level=1).bounding_box()
    assert box
    assert box["y"] >= bottom(header), "the title starts below it"


@pytest.mark.parametrize("path", ["/", "/column_by_column"])
def test_no_frame_shows_settings_that_are_not_set(open_page: OpenPage, path: str) -> None:
    """Each frame from the start of the page on, and after a change of page."""
    page = open_page("/_stcore/health")
    page.add_init_script(
        """window.seen = {}; const look = () => {
             for (const field of document.querySelectorAll("[data-testid='stNumberInput'] input")) {
               const values = (window.seen[field.ariaLabel] ??= []);
               if (field.value && !values.includes(field.value)) values.push(field.value);
             }
             requestAnimationFrame(look);
           }; look();"""
    )
    page.goto(page.url.removesuffix("/_stcore/health") + path + "?out=9&inp=24&n=77&seed=5")
    expect(page.get_by_label("Seed", exact=True).first).to_have_value("5", timeout=20_000)
    page.get_by_test_id("stSidebar").get_by_role("link", name="The U factor").click()
    expect(page.get_by_role("heading", name="The U factor", level=1)).to_be_visible(timeout=20_000)
    page.wait_for_timeout(1000)
    assert page.evaluate("seen") == {"Rows": ["9"], "Columns": ["24"], "Samples": ["77"], "Seed": ["5"]}


def test_labels_stay_within_their_pictures_on_every_screen(open_page: OpenPage) -> None:
    for viewport, path in (((390, 844), "/?data=digits2"), ((1280, 720), "/?present=1"), ((1280, 720), "/")):
        page = opened(open_page, path, viewport=viewport)
        for plot in page.locator(".js-plotly-plot").all():
            frame = plot.bounding_box()
            assert frame
            for text in plot.locator("text").all():
                box = text.bounding_box()
                if box and text.text_content():
                    assert box["x"] >= frame["x"] - 1, text.text_content()
                    assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1, text.text_content()
                    assert box["y"] + box["height"] <= frame["y"] + frame["height"] + 1, text.text_content()


def test_pictures_follow_a_change_of_theme(open_page: OpenPage) -> None:
    page = opened(open_page)
    assert stem_colours(page) == expected_colours(LIGHT)
    for name, palette in (("Dark", DARK), ("Light", LIGHT)):
        page.get_by_test_id("stMainMenu").click()
        page.get_by_test_id("stMainMenuPopover").get_by_text(name).last.click()
        page.wait_for_function(
            """expected => {
                const lines = document.querySelectorAll(".js-plotly-plot .scatterlayer .js-line")
                return lines.length && getComputedStyle(lines[0]).stroke === expected
            }""",
            arg=rgb(palette.rtn),
        )
        assert stem_colours(page) == expected_colours(palette)
        page.keyboard.press("Escape")


def test_settings_go_from_page_to_page_and_back_brings_them_back(open_page: OpenPage) -> None:
    page = opened(open_page, "/?bits=4")
    sidebar = page.get_by_test_id("stSidebar")
    sidebar.get_by_role("button", name="2 bits").click()
    expect(page).to_have_url(re.compile(r"\?bits=2$"))
    expect(page.locator(".headline")).to_contain_text("2 bits a weight")
    sidebar.get_by_role("link", name="Column by column").click()
    expect(page.get_by_test_id("player")).to_be_visible(timeout=20_000)
    assert query(page) == {"bits": "2"}
    page.go_back()
    expect(page.locator(".headline")).to_contain_text("2 bits a weight", timeout=20_000)
    page.go_back()
    expect(page.locator(".headline")).to_contain_text("4 bits a weight", timeout=20_000)
    assert query(page) == {"bits": "4"}
    page.go_forward()
    expect(page.locator(".headline")).to_contain_text("2 bits a weight", timeout=20_000)


@pytest.mark.parametrize("path", ["/", "/column_by_column"])
def test_projector_mode_has_large_type_no_sidebar_and_a_way_back(open_page: OpenPage, path: str) -> None:
    page = open_page(path + "?present=1")
    expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=20_000)
    root = "() => parseFloat(getComputedStyle(document.documentElement).fontSize)"
    page.wait_for_function(f"({root})() === {PROJECTOR.base}")
    expect(page.get_by_test_id("stSidebar")).not_to_be_in_viewport()
    page.get_by_role("button", name="Leave projector mode").click()
    page.wait_for_function(f"({root})() === 16")
    expect(page.get_by_test_id("stSidebar")).to_be_in_viewport()
    assert query(page) == {}


def test_the_players_projector_key_works_again_after_the_mode_was_left_by_the_button(
    open_page: OpenPage,
) -> None:
    page = open_page("/column_by_column")
    expect(page.get_by_test_id("player")).to_be_visible(timeout=20_000)
    for _ in range(2):
        page.keyboard.press("p")
        expect(page).to_have_url(re.compile("present=1"))
        page.get_by_role("button", name="Leave projector mode").click()
        expect(page).not_to_have_url(re.compile("present"))


def test_the_player_gets_960_by_612_pixels_beside_an_open_sidebar(open_page: OpenPage) -> None:
    page = open_page("/column_by_column")
    player = page.get_by_test_id("player")
    expect(player).to_be_visible(timeout=20_000)
    box = player.bounding_box()
    assert box
    assert box["width"] >= 960
    assert 720 - box["y"] >= 612
    assert page.locator(MAIN).evaluate("main => main.scrollHeight - main.clientHeight") <= 0


def test_a_singular_hessian_is_repaired_by_its_button(open_page: OpenPage) -> None:
    page = open_page("/column_by_column?n=4&damp=0")
    page.get_by_role("button", name="Set damping to 1e-6").click(timeout=20_000)
    expect(page.get_by_test_id("player")).to_be_visible(timeout=20_000)
    assert query(page) == {"n": "4", "damp": "1e-6"}
