// Tiles as pictures, and the pad they are tapped on.
import { button, el } from "./dom.js";

// A tile with its name for a screen reader; in words where the tile font is missing.
export function drawTile(form, code) {
  const known = form.tiles[code];
  if (!known) return el("span", {}, code);
  const kind = `tile tile-${known.ink}${known.glyph ? "" : " in-words"}`;
  return el("span", { class: kind, role: "img", "aria-label": known.name }, known.glyph || known.name);
}

const SUITS = ["m", "p", "s", "z", "f"];

// `faces` are tile codes, one row for each suit; those `spent` cannot be tapped.
export function tilePad(form, label, faces, chosen, onPick, spent = new Set()) {
  const rows = SUITS.map((suit) => faces.filter((code) => code[1] === suit)).filter((row) => row.length);
  return el(
    "div",
    { class: "tile-pad", role: "group", "aria-label": label, key: "tile-pad" },
    rows.map((row) =>
      el(
        "div",
        { class: "tile-row", key: row[0] },
        row.map((code) => button(drawTile(form, code), () => onPick(code), { class: "tile-key", key: code, "data-tile": code, disabled: spent.has(code), "aria-pressed": String(code === chosen) })),
      ),
    ),
  );
}
