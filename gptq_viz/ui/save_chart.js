/**
 * Two buttons above every chart that save what is on the screen: PNG for slides, SVG for print.
 *
 * Plotly's own button saves one format only, and lays its words out in another font than the page's, which an
 * image file cannot load: longer words then run over their neighbours or out of the picture.
 */

const LABEL = "Save this figure as ";
const SVG = "http://www.w3.org/2000/svg";
const ONLY_ON_SCREEN = ".draglayer, .hoverlayer, .zoomlayer";

/** Words keep the width they have on the screen, whatever font the reader of the file has. */
function keepWidths(layer, copy) {
  const lines = (root) =>
    [...root.querySelectorAll("text, tspan.line")].filter((text) => !text.querySelector("tspan.line"));
  const copies = lines(copy);
  lines(layer).forEach((text, k) => {
    const length = text.getComputedTextLength();
    if (length > 0) copies[k].setAttribute("textLength", length.toFixed(2));
    copies[k].setAttribute("lengthAdjust", "spacingAndGlyphs");
  });
}

/** The chart as one SVG element, on the page's background. */
function drawn(chart) {
  const layers = [...chart.querySelectorAll(".svg-container > .main-svg")];
  const [width, height] = ["width", "height"].map((side) => layers[0].getAttribute(side));
  const picture = document.createElementNS(SVG, "svg");
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  for (const [name, value] of Object.entries(size)) picture.setAttribute(name, value);
  const ground = document.createElementNS(SVG, "rect");
  ground.setAttribute("width", width);
  ground.setAttribute("height", height);
  ground.setAttribute("fill", getComputedStyle(layers[0]).backgroundColor);
  picture.append(ground);
  for (const layer of layers) {
    const copy = layer.cloneNode(true);
    keepWidths(layer, copy);
    copy.removeAttribute("style");
    for (const part of copy.querySelectorAll(ONLY_ON_SCREEN)) part.remove();
    picture.append(copy);
  }
  return picture;
}

/** Its text; references to its own parts no longer name the address of the page. */
function written(picture) {
  const text = new XMLSerializer().serializeToString(picture);
  return text.replace(/url\((&quot;|'|"|)[^)#]*#/g, "url($1#");
}

async function image(picture, text, scale) {
  const loaded = new Image();
  loaded.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await loaded.decode();
  const canvas = document.createElement("canvas");
  canvas.width = scale * picture.getAttribute("width");
  canvas.height = scale * picture.getAttribute("height");
  canvas.getContext("2d").drawImage(loaded, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** The name that Python gave the chart, which Streamlit writes as a class of its container. */
function fileName(chart, format) {
  const classes = chart.closest("[data-testid='stElementContainer']")?.className ?? "";
  const key = /st-key-(\S+)/.exec(classes)?.[1] ?? "figure";
  return `gptq-${key.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.${format.toLowerCase()}`;
}

async function save(chart, format, scale) {
  const picture = drawn(chart);
  const text = written(picture);
  const svg = new Blob([text], { type: "image/svg+xml" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(format === "SVG" ? svg : await image(picture, text, scale));
  link.download = fileName(chart, format);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Both buttons in place of Plotly's. */
function equip(chart, scale) {
  const plotlys = chart?.querySelector(".modebar-btn[data-title]");
  if (!plotlys) return;
  const buttons = ["PNG", "SVG"].map((format) => {
    const button = plotlys.cloneNode();
    button.textContent = format;
    button.title = LABEL + format;
    button.setAttribute("aria-label", LABEL + format);
    button.removeAttribute("data-title");
    button.onclick = () => save(chart, format, scale);
    return button;
  });
  const focused = document.activeElement === plotlys;
  plotlys.replaceWith(...buttons);
  if (focused) buttons[0].focus();
}

export default function ({ data: [scale], parentElement }) {
  const main = (parentElement.host ?? parentElement).closest("[data-testid='stMain']");
  const meet = ({ target }) => equip(target.closest?.(".js-plotly-plot"), scale);
  for (const event of ["pointerover", "focusin"]) main?.addEventListener(event, meet);
}
