// One keyboard listener on the document: which key means which action, and when to stay deaf.

const PLAIN = {
  " ": "play",
  ArrowRight: "forward",
  ArrowLeft: "back",
  PageDown: "column-forward",
  PageUp: "column-back",
  Home: "first",
  End: "last",
  ArrowUp: "row-up",
  ArrowDown: "row-down",
  "[": "slower",
  "]": "faster",
  1: "show-weights",
  2: "show-change",
  3: "show-codes",
  x: "swap",
  h: "strip",
  n: "numbers",
  t: "table",
  p: "projector",
  f: "fullscreen",
  l: "link",
  "?": "help",
  Escape: "close",
};
const SHIFTED = { ArrowRight: "column-forward", ArrowLeft: "column-back" };
const WRITTEN_IN = "input, select, textarea, [contenteditable]:not([contenteditable='false']), [role='slider'], [role='combobox'], [role='listbox'], [role='option'], [role='spinbutton'], [role='radio'], [role='menuitem'], [role='tab'], [role='dialog']";
const PRESSED = "button, a[href], summary, [role='button'], [role='switch'], [role='checkbox']";
const SLIDER_KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];

/** The action a key press asks for, or null when it belongs to something else. */
export function actionOf(event, root) {
  const typed = event.getModifierState("AltGraph"); // some keyboards write [ and ] with AltGr
  if ((!typed && (event.ctrlKey || event.altKey)) || event.metaKey || event.defaultPrevented) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const action = (event.shiftKey && SHIFTED[key]) || PLAIN[key] || null;
  // Inside the shadow root only the composed path knows the real target.
  const target = event.composedPath()[0];
  if (action === null || !(target instanceof Element)) return action;
  const inside = root.contains(target);
  if (target.closest(PRESSED) && (key === " " || key === "Enter")) return null;
  if (inside) return target.closest("dialog") || (target.matches("input") && SLIDER_KEYS.includes(key)) ? null : action;
  return target.closest(WRITTEN_IN) ? null : action;
}

/** Listens until the returned function is called; handled keys do not travel on. */
export function listenToKeys(root, act) {
  const onKey = (event) => {
    const action = actionOf(event, root);
    if (action === null || !act(action)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("keydown", onKey, true);
  return () => document.removeEventListener("keydown", onKey, true);
}
