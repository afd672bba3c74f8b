// The list of what happened, the buttons that add to it, and the event that is being answered.
import { control } from "./asks.js";
import { isAnswered, isAsked, offered, seatsFor, targetOf } from "./declared.js";
import { button, choices, el, signed } from "./dom.js";
import { isEndingComplete, panelParts, toEvents } from "./draft.js";
import { ofType } from "./facts.js";
import { drawTile } from "./tiles.js";
import { eventWords, seatLabel } from "./words.js";

// ---- the list ----

// What one event moved, from the newest preview that had the same event at this place.
function money(form, events, index) {
  const { preview, last } = form;
  const from = preview?.lines ? preview : last;
  if (!from || from.events?.[index] !== JSON.stringify(events[index])) return null;
  const sums = form.position.chairs.map(() => 0);
  for (const line of from.lines.filter((l) => l.event === index)) {
    sums[form.position.winds[line.from]] -= line.amount;
    if (line.to !== null) sums[form.position.winds[line.to]] += line.amount;
  }
  const moved = sums.map((n, seat) => (n ? el("span", { class: `delta${n > 0 ? " gain" : ""}`, key: String(seat) }, `${form.wind(seat)} ${signed(n)}`) : null)).filter(Boolean);
  return moved.length ? el("span", { class: "money", key: "money" }, moved) : null;
}

function line(form, events, event, place, at) {
  const index = events.indexOf(event);
  return el(
    "li",
    { key: `${place}-${at}` },
    button([el("span", { class: "happened-words", key: "words" }, eventWords(form, event)), money(form, events, index)], () => form.reopen(place, at), { class: "choice happened", "data-event": event.type }),
  );
}

export function happened(form) {
  const { draft, words } = form;
  const events = toEvents(draft, form.table);
  const items = ["before", "after"].flatMap((place) => draft[place].map((event, at) => line(form, events, event, place, at)));
  if (!items.length) return null;
  return el("div", { key: "happened", class: "so-far" }, el("ol", { class: "plain", id: "happened", "aria-label": words.happened }, items), draft.panel ? null : takeBack(form));
}

function takeBack(form) {
  return button(form.words.take_back, () => form.takeBack(), { class: "link-button", id: "take-back", key: "take-back" });
}

// ---- the buttons ----

// Whether an event can be added now.
function isOpenTo(form, declared) {
  const { draft, table } = form;
  const events = toEvents(draft, table);
  const same = ofType(events, declared.type).filter((e) => Object.entries(declared.fixed).every(([key, value]) => e[key] === value));
  if (declared.once === "hand" && same.length) return false;
  if (declared.once === "seat" && same.length >= table.players) return false;
  const over = form.ended && draft.ending === null;
  if (over) return declared.phase !== "before" && form.declaration.after_end.includes(declared.type);
  return declared.phase !== "after" || isEndingComplete(draft, table);
}

function adders(form, list) {
  return list.map((declared) => button(["＋ ", form.text(declared.name)], () => form.openEvent(declared), { class: `choice${declared.required ? " needed" : ""}`, key: declared.id, "data-add": declared.id }));
}

// What happens often stands openly, the rest under "more".
export function addEvents(form) {
  const open = offered(form.table).filter((declared) => isOpenTo(form, declared) && isOften(declared));
  if (!open.length) return null;
  return el("div", { key: "add", class: "choices adders", id: "add", role: "group", "aria-label": form.words.add }, adders(form, open));
}

export function rareEvents(form) {
  const rare = offered(form.table).filter((declared) => isOpenTo(form, declared) && !isOften(declared));
  if (!rare.length) return null;
  return el("div", { key: "rare", class: "choices adders", role: "group", "aria-label": form.words.add }, adders(form, rare));
}

const isOften = (declared) => !declared.rare;

// ---- the event that is being answered ----

function facesFor(form, declared) {
  const { faces } = form.declaration;
  const flowers = faces.filter((code) => code.endsWith("f"));
  if (declared.type === "flower") return flowers.length ? flowers : faces;
  return declared.type === "wild" ? faces : faces.filter((code) => !code.endsWith("f"));
}

const FOLDING = ["seat", "tile", "choice"]; // answered by one tap, then folded to a line

function asking(form, ask, { declared, event, world }, loud) {
  const use = {
    id: `ask-${ask.key}`,
    value: event[ask.key],
    event,
    put: (value, tapped) => form.answerAsk(ask, value, tapped),
    seats: seatsFor(ask, declared, event, world),
    faces: facesFor(form, declared),
    target: ask.widget === "event_ref" ? targetOf(ask, event, world) : null,
  };
  const bare = ask.widget === "switch" || ask.widget === "event_ref";
  // What follows from the rest is entered by few.
  if (ask.widget === "per_seat_tiles" && !ask.required && !isAnswered(ask, event, form.world)) {
    return el("details", { key: ask.key, class: "more", "data-ask": ask.key, open: form.unfoldedAsk === ask.key }, el("summary", { on: { click: (e) => (form.unfoldedAsk = e.currentTarget.parentElement.open ? null : ask.key) } }, form.text(ask.label)), control(form, ask, use));
  }
  return el("section", { key: ask.key, class: `question${loud ? " loud" : ""}`, "data-ask": ask.key }, bare ? null : el("h2", {}, form.text(ask.label)), control(form, ask, use));
}

function folded(form, ask, event) {
  const said = ask.widget === "seat" ? seatLabel(form, event[ask.key]) : ask.widget === "tile" ? drawTile(form, event[ask.key]) : form.text(ask.choices.find((c) => c.id === event[ask.key])?.name ?? ["", ""]);
  return button([el("span", { class: "meta", key: "ask" }, form.text(ask.label)), " ", said], () => form.look({ asked: ask.key }), { class: "choice answered", key: `folded-${ask.key}`, "data-folded": ask.key });
}

// One question at a time: what is answered is folded, what may be left out comes last.
export function panel(form) {
  const { draft, words, text } = form;
  if (!draft.panel) return null;
  const parts = panelParts(draft, form.table);
  const { declared, event, world } = parts;
  const asked = declared.asks.filter((ask) => isAsked(ask, event, world));
  const next = asked.find((ask) => ask.key === form.asked) ?? asked.find((ask) => ask.required && !isAnswered(ask, event, world));
  const folds = asked.filter((ask) => ask !== next && FOLDING.includes(ask.widget) && isAnswered(ask, event, world));
  const open = asked.filter((ask) => ask === next || (!folds.includes(ask) && (isAnswered(ask, event, world) || next === undefined)));
  return el(
    "div",
    { key: "panel", class: "panel", id: "panel" },
    el("div", { key: "title", class: "panel-title" }, el("h2", {}, text(declared.name)), button(words.take_away, () => form.takeBack(), { class: "link-button", id: "take-away", key: "away" })),
    folds.length ? el("div", { key: "folds", class: "folds" }, folds.map((ask) => folded(form, ask, event))) : null,
    open.map((ask) => asking(form, ask, parts, ask === next)),
  );
}

export function annul(form) {
  const { draft, words } = form;
  const options = ["misdeal", "timeout"].map((reason) => ({ value: reason, label: words[reason] }));
  const chosen = draft.ending?.kind === "abort" ? draft.ending.reason : null;
  return el("div", { class: "extra", key: "annul" }, el("h3", {}, words.annul), choices(words.annul, options, chosen, (reason) => form.annul(reason), "annul"));
}
