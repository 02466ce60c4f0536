// Colours read from the style sheet, and colour maps as lookup tables of 257 entries.

const STOPS = 257;

export function readPalette(root) {
  const style = getComputedStyle(root);
  const colour = (name) => style.getPropertyValue(`--gv-${name}`).trim();
  const size = (name) => parseFloat(style.getPropertyValue(`--gv-${name}`));
  const map = (...names) => colourTable(names.map((name) => parseHex(colour(name))));
  return {
    background: colour("background"),
    surface: colour("surface"),
    border: colour("border"),
    text: colour("text"),
    muted: colour("muted"),
    clipped: colour("clipped"),
    methods: { rtn: colour("rtn"), frozen: colour("frozen"), gptq: colour("gptq") },
    weights: map("weights-low", "weights-zero", "weights-high"),
    low: colour("weights-low"),
    high: colour("weights-high"),
    family: style.fontFamily,
    axis: size("axis"),
    small: size("small"),
    line: size("line"),
  };
}

/** Whether Streamlit shows its dark theme; where it does not say so, whether the system does. */
export function isDark(root) {
  const colour = getComputedStyle(root).getPropertyValue("--st-background-color").trim();
  const hex = /^#([0-9a-f]{6})$/i.exec(colour);
  if (!hex) return matchMedia("(prefers-color-scheme: dark)").matches;
  const value = parseInt(hex[1], 16);
  return (value >> 16) * 0.3 + ((value >> 8) & 255) * 0.59 + (value & 255) * 0.11 < 128;
}

function parseHex(text) {
  return [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
}

/** Linear steps through the given colours; packed as the pixels of an ImageData. */
function colourTable(stops) {
  const table = new Uint32Array(STOPS);
  for (let n = 0; n < STOPS; n++) {
    const at = (n / (STOPS - 1)) * (stops.length - 1);
    const low = Math.min(stops.length - 2, Math.floor(at));
    const [r, g, b] = stops[low].map((v, c) => Math.round(v + (stops[low + 1][c] - v) * (at - low)));
    table[n] = (255 << 24) | (b << 16) | (g << 8) | r;
  }
  return table;
}

/** Place in a diverging table of a value within ±range; the middle is zero. */
export function tableIndex(value, range) {
  const at = Math.round((value / range + 1) * 128);
  return at < 0 ? 0 : at > 256 ? 256 : at;
}

/** Packed pixel as a CSS colour. */
export function cssOf(pixel) {
  return `rgb(${pixel & 255} ${(pixel >> 8) & 255} ${(pixel >> 16) & 255})`;
}

/** Black or white, whichever reads better on the packed pixel. */
export function inkOn(pixel) {
  const linear = [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255].map((v) => ((v / 255 + 0.055) / 1.055) ** 2.4);
  const light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  return light > 0.18 ? "#000000" : "#FFFFFF";
}
