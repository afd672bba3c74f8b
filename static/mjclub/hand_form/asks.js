// One control for each widget that a ruleset may declare. `use` says what it works on:
// {id, value, event, put(value, tapped), seats, faces, target}.
import { box, button, choices, el, select } from "./dom.js";
import { tilesOf, tileText } from "./lay.js";
import { drawTile, tilePad } from "./tiles.js";
import { seatLabel, seatsOf } from "./words.js";

export function control(form, ask, use) {
  return CONTROLS[ask.widget](form, ask, use);
}

const name = (form, ask) => form.text(ask.label);

function seat(form, ask, { value, put, seats }) {
  const options = seats.map((s) => ({ value: s, label: seatLabel(form, s) }));
  return choices(name(form, ask), options, value ?? null, (s) => put(s, true), `ask-${ask.key}`);
}

// In the order in which they were tapped.
function severalSeats(form, ask, { value, put, seats }) {
  const now = value ?? [];
  const toggle = (s) => put(now.includes(s) ? now.filter((other) => other !== s) : [...now, s]);
  return el(
    "div",
    { class: `choices ask-${ask.key}`, role: "group", "aria-label": name(form, ask), key: `ask-${ask.key}` },
    seats.map((s) => button([seatLabel(form, s), now.includes(s) && now.length > 1 ? el("small", {}, ` ${now.indexOf(s) + 1}`) : null], () => toggle(s), { class: "choice", "aria-pressed": String(now.includes(s)), "data-value": String(s), key: String(s) })),
  );
}

function tile(form, ask, { value, put, faces }) {
  return tilePad(form, name(form, ask), faces, value ?? null, (code) => put(code, true));
}

function tiles(form, ask, { value, put, faces }) {
  const now = value ?? [];
  const full = ask.count > 0 && now.length >= ask.count;
  const add = (code) => (full ? null : put([...now, code], ask.count > 0 && now.length + 1 === ask.count));
  const without = (at) => put(now.filter((_code, i) => i !== at));
  return el(
    "div",
    { key: `ask-${ask.key}` },
    el("div", { class: "laid", key: "laid" }, now.map((code, i) => button(drawTile(form, code), () => without(i), { class: "tile-key", key: `${i}`, "aria-label": `${form.words.take_away} ${form.tiles[code]?.name ?? code}` }))),
    full ? null : tilePad(form, name(form, ask), faces, null, add),
  );
}

// Kept as a tile string: 5m6p.
function tileString(form, ask, use) {
  return tiles(form, ask, { ...use, value: tilesOf(use.value ?? ""), put: (codes, tapped) => use.put(tileText(codes), tapped) });
}

const FEW = 12; // values that are shown as buttons

function number(form, ask, { id, value, put }) {
  const { minimum: low, maximum: high } = ask;
  if (high !== null && high - low < FEW) {
    const options = Array.from({ length: high - low + 1 }, (_n, i) => ({ value: String(low + i), label: String(low + i) }));
    return choices(name(form, ask), options, value === undefined ? null : String(value), (n) => put(n, true), `few ask-${ask.key}`);
  }
  return stepper(form, id, name(form, ask), value, (n) => put(n), low);
}

export function stepper(form, id, label, value, put, low = 0) {
  const now = /^-?\d+$/.test(String(value ?? "").trim()) ? Number(value) : low;
  return el(
    "div",
    { class: "stepper", key: `stepper-${id}` },
    button("−", () => put(String(Math.max(low, now - 1))), { class: "choice", "aria-label": `${label} −` }),
    box({ id, class: "amount", inputmode: "numeric", maxlength: "6", "aria-label": label }, value ?? "", put),
    button("+", () => put(String(now + 1)), { class: "choice", "aria-label": `${label} +` }),
  );
}

function numbers(form, ask, { value, put }) {
  const now = value ?? Array(ask.count).fill("");
  const options = Array.from({ length: ask.maximum - ask.minimum + 1 }, (_n, i) => ({ value: String(ask.minimum + i), label: String(ask.minimum + i) }));
  const set = (at) => (n) => {
    const changed = now.map((old, i) => (i === at ? n : old));
    put(changed, changed.every((one) => one !== ""));
  };
  return now.map((one, at) => choices(`${name(form, ask)} ${at + 1}`, options, one === "" ? null : String(one), set(at), `few number-${at}`));
}

function choice(form, ask, { value, put }) {
  const options = ask.choices.map((c) => ({ value: c.id, label: form.text(c.name) }));
  return choices(name(form, ask), options, value ?? null, (id) => put(id, true), `ask-${ask.key}`);
}

function text(form, ask, { id, value, put }) {
  return box({ id, maxlength: "200", "aria-label": name(form, ask) }, value ?? "", (words) => put(words));
}

function toggle(form, ask, { value, put }) {
  return button(name(form, ask), () => put(value ? undefined : true), { class: "choice", "aria-pressed": String(Boolean(value)), "data-switch": ask.key });
}

function eventRef(form, ask, { value, put, target }) {
  const label = [name(form, ask), target.tile ? [" ", drawTile(form, target.tile)] : null];
  return button(label, () => put(value === target.id ? undefined : target.id), { class: "choice", "aria-pressed": String(value === target.id), "data-switch": ask.key });
}

function perSeat(form, make) {
  return seatsOf(form).map((s) => el("div", { class: "row", key: `seat-${s}` }, el("span", { class: "row-name" }, seatLabel(form, s)), make(s)));
}

function perSeatNumber(form, ask, { id, value, put }) {
  const now = value ?? seatsOf(form).map(() => String(ask.minimum));
  const set = (s) => (n) => put(now.map((old, i) => (i === s ? n : old)));
  return perSeat(form, (s) => stepper(form, `${id}-${s}`, name(form, ask), now[s], set(s), ask.minimum));
}

function perSeatPairs(form, ask, { value, put }) {
  const now = value ?? seatsOf(form).map(() => ask.choices.map(() => ask.minimum));
  const counts = Array.from({ length: (ask.maximum ?? 9) - ask.minimum + 1 }, (_n, i) => ({ value: ask.minimum + i, label: String(ask.minimum + i) }));
  const set = (s, which) => (n) => put(now.map((pair, i) => (i === s ? pair.map((old, k) => (k === which ? Number(n) : old)) : pair)));
  return perSeat(form, (s) => ask.choices.map((c, which) => el("label", { class: "inline", key: c.id }, `${form.text(c.name)} `, select(form.text(c.name), counts, now[s][which], set(s, which)))));
}

// One seat after the other: its tiles are tapped, then those of the next.
function perSeatTiles(form, ask, { id, value, put, faces }) {
  const all = seatsOf(form);
  const now = all.map((s) => tilesOf(value?.[s] ?? ""));
  const short = all.find((s) => now[s].length < ask.count) ?? null;
  const at = form.laying.where === id && now[form.laying.kind].length < ask.count ? form.laying.kind : short;
  const set = (seat, codes) => {
    const made = now.map((old, s) => (s === seat ? codes : old));
    const left = made.find((tiles) => tiles.length < ask.count);
    if (codes.length >= ask.count) form.laying = { where: "", kind: "hand" };
    put(made.map((tiles) => tileText(tiles)), !left);
  };
  const used = now.flat();
  const spent = new Set(used.filter((code) => used.filter((other) => other === code).length >= 4));
  const row = (seat) =>
    el(
      "div",
      { class: `row seat-tiles${seat === at ? " at" : ""}`, key: `seat-${seat}` },
      button(seatLabel(form, seat), () => form.look({ laying: { where: id, kind: seat } }), { class: "choice", "aria-pressed": String(seat === at), "data-seat-tiles": String(seat), key: "seat" }),
      el("div", { class: "laid", key: "laid" }, now[seat].map((code, i) => button(drawTile(form, code), () => set(seat, now[seat].filter((_c, k) => k !== i)), { class: "tile-key", key: `${i}`, "aria-label": `${form.words.take_away} ${form.tiles[code]?.name ?? code}` })), el("span", { class: "meta", key: "n" }, `${now[seat].length}/${ask.count}`)),
    );
  return el("div", { key: `ask-${ask.key}` }, all.map(row), at === null ? null : tilePad(form, name(form, ask), faces, null, (code) => set(at, [...now[at], code]), spent));
}

const CONTROLS = {
  seat,
  seats: severalSeats,
  tile,
  tiles,
  tile_text: tileString,
  number,
  numbers,
  choice,
  text,
  switch: toggle,
  event_ref: eventRef,
  per_seat_number: perSeatNumber,
  per_seat_pairs: perSeatPairs,
  per_seat_tiles: perSeatTiles,
};
