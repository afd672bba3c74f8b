// A hand being entered: the list of what happened so far, the win or end that is being answered, and
// the declared event that is being answered. Pure: no page, no network.
//
// {before, ending, after, panel}: `before` and `after` are events as records have them; `ending` is a
// win, an exhausted wall or an annulment with its answers; `panel` is {event, place, at, fresh}: an
// event that will stand in that list at that index.
import { blank, declaredOf, finished, nextAsk } from "./declared.js";
import { hasEnded, newKongId } from "./facts.js";
import { exhaustEvent, isExhaustComplete, readExhaust } from "./states.js";
import { isWinComplete, readWin, winEvents } from "./win.js";

export function emptyDraft() {
  return { before: [], ending: null, after: [], panel: null };
}

// What the answers are judged by; `table` is {declaration, options, players, dealer}.
export function worldOf(draft, table) {
  return { ...table, events: draft.before };
}

function panelWorld(panel, draft, table) {
  const earlier = panel.place === "before" ? draft.before.slice(0, panel.at) : [...draft.before, ...draft.after.slice(0, panel.at)];
  return { ...table, events: earlier };
}

export function panelParts(draft, table) {
  const declared = declaredOf(table.declaration, draft.panel.event);
  return { declared, event: draft.panel.event, world: panelWorld(draft.panel, draft, table) };
}

export function isPanelComplete(draft, table) {
  const { declared, event, world } = panelParts(draft, table);
  return nextAsk(declared, event, world) === undefined;
}

function withPanel(draft, table) {
  if (!draft.panel || !isPanelComplete(draft, table)) return { ...draft, panel: null };
  const { declared, event, world } = panelParts(draft, table);
  const { place, at } = draft.panel;
  return { ...draft, panel: null, [place]: draft[place].toSpliced(at, 0, finished(declared, event, world)) };
}

export function isEndingComplete(draft, table) {
  const world = worldOf(draft, table);
  if (draft.ending === null) return false;
  if (draft.ending.kind === "win") return isWinComplete(draft.ending, world);
  return draft.ending.kind === "abort" || isExhaustComplete(draft.ending, world);
}

export function endingEvents({ ending }, world) {
  if (ending.kind === "win") return winEvents(ending, world);
  if (ending.kind === "exhaust") return [exhaustEvent(ending, world)];
  return [{ ...ending.rest, type: "abort", reason: ending.reason }];
}

// The events of the record, as far as they are answered.
export function toEvents(draft, table) {
  const whole = withPanel(draft, table);
  const end = isEndingComplete(whole, table) ? endingEvents(whole, worldOf(whole, table)) : [];
  return [...whole.before, ...end, ...whole.after];
}

export function isEnded(draft, table) {
  return hasEnded(toEvents(draft, table), table.declaration, table.players);
}

// Whether something is half answered.
export function isOpen(draft, table) {
  if (draft.panel && !isPanelComplete(draft, table)) return true;
  return draft.ending !== null && !isEndingComplete(withPanel(draft, table), table);
}

// Put what is answered into the list. An ending that only one hand can have stays open to changes.
export function noted(draft, table) {
  const whole = withPanel(draft, table);
  const stays = whole.ending === null || whole.ending.kind !== "win" || table.declaration.ends_on_first_win;
  if (stays || !isEndingComplete(whole, table)) return whole;
  return { ...whole, before: toEvents(whole, table), ending: null, after: [] };
}

// ---- adding, changing, taking back ----

const firstPlay = (events, declaration) => {
  const found = events.findIndex((event) => declaredOf(declaration, event)?.phase !== "before");
  return found < 0 ? events.length : found;
};

// Where a new event stands: before play, after the end, or last of what has happened.
function placeOf(declared, draft, table) {
  if (declared.phase === "before") return { place: "before", at: firstPlay(draft.before, table.declaration) };
  const follows = table.declaration.after_end.includes(declared.type);
  const late = declared.phase === "after" || (declared.phase === "any" && draft.ending !== null && draft.ending.kind !== "win");
  const place = draft.ending !== null && follows && late ? "after" : "before";
  return { place, at: draft[place].length };
}

export function opened(draft, declared, table) {
  const whole = noted(draft, table);
  const panel = { ...placeOf(declared, whole, table), fresh: true };
  const world = panelWorld(panel, whole, table);
  // A kong's name must be free in the whole record.
  const event = blank(declared, { ...world, events: [...world.events, ...toEvents(whole, table).filter((e) => !world.events.includes(e))] });
  return { ...whole, panel: { ...panel, event } };
}

// Open an event of the list again: a win or end where it stands, another one in the panel.
export function reopened(draft, place, at, table) {
  const whole = noted(draft, table);
  const event = whole[place][at];
  if (!isEnding(event)) {
    return { ...whole, [place]: whole[place].toSpliced(at, 1), panel: { event: { ...event }, place, at, fresh: false } };
  }
  const events = toEvents(whole, table);
  return splitAt(events, events.indexOf(event), table);
}

const isEnding = (event) => ["win", "exhaust", "abort"].includes(event.type);

// The draft in which the win or end at this index of the events is open.
function splitAt(events, at, table) {
  const event = events[at];
  const before = events.slice(0, at);
  const seats = event.type === "win" ? event.winners.map((w) => w.seat) : [];
  const counted = table.declaration.form.flowers && table.declaration.ends_on_first_win;
  const own = (e) => counted && e.type === "flower" && seats.includes(e.seat) && Object.keys(e).length === 3;
  const kept = before.filter((e) => !own(e));
  const world = { ...table, events: kept };
  return { before: kept, ending: readEnding(event, before.filter(own), world), after: events.slice(at + 1), panel: null };
}

function readEnding(event, flowers, world) {
  if (event.type === "win") return readWin(event, flowers, world.declaration);
  if (event.type === "exhaust") return readExhaust(event, world);
  const { type: _type, reason, ...rest } = event;
  return { kind: "abort", reason: reason ?? "misdeal", rest };
}

export function fromEvents(events, table) {
  const made = events.map((event) => ({ ...event }));
  for (const event of made) if (event.type === "kong" && event.id === undefined) event.id = newKongId(made);
  const { declaration } = table;
  const at = made.findLastIndex((e) => isEnding(e) && (e.type !== "win" || declaration.ends_on_first_win));
  return at < 0 ? { ...emptyDraft(), before: made } : splitAt(made, at, table);
}

// Take the newest thing away: what is being answered, else the last of the list.
export function undone(draft) {
  if (draft.panel) return { ...draft, panel: null };
  if (draft.after.length) return { ...draft, after: draft.after.slice(0, -1) };
  if (draft.ending) return { ...draft, ending: null };
  return { ...draft, before: draft.before.slice(0, -1) };
}
