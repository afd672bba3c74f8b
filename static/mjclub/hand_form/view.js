// What is drawn of the form's state. Nothing here changes anything but by calling the form.
import { button, el, fill, signed } from "./dom.js";
import { isOpen } from "./draft.js";
import { outSeats } from "./facts.js";
import { keysButton } from "./keys.js";
import { outside } from "./outside.js";
import { callRow, history, lines } from "./past.js";
import { addEvents, annul, happened, panel, rareEvents } from "./panel.js";
import { ending } from "./sections.js";
import { reopening, stepsList } from "./steps.js";
import { again, asNext, correct, drop, leaveMine, mineIsNext, useMine } from "./sync.js";
import { describe } from "./words.js";

export function page(form) {
  const around = form.trial ? [] : [history(form), stepsList(form), outside(form), callRow(form)];
  return [form.trial ? null : header(form), notices(form), chairs(form), entry(form), ...around, keysButton(form)].flat().filter(Boolean);
}

function notices(form) {
  const found = [question(form), unsent(form), refusal(form), clash(form)].filter(Boolean);
  return found.length ? el("div", { class: "notices", key: "notices" }, found) : null;
}

function header(form) {
  const { words, outbox, state } = form;
  const net = outbox.refused ? fill(words.refused, { n: outbox.items.length }) : outbox.waiting ? fill(words.waiting, { n: outbox.waiting }) : fill(form.cut ? words.cut_off : words.saved, { n: state.hands.length });
  const round = fill(words.wind_round, { wind: words.wind_names.split(" ")[form.position.prevailing] });
  const mood = outbox.refused ? "refused" : outbox.waiting || form.cut ? "waiting" : "";
  return el(
    "div",
    { class: "status", key: "status" },
    el("strong", {}, fill(words.table_n, { t: state.table })),
    el("span", {}, `${round} · ${fill(words.hand_n, { n: form.number })}`),
    el("span", { id: "clock", class: form.warned ? "meta warned" : "meta" }, form.clock()),
    el("span", { id: "net", role: "status", class: `net ${mood}` }, net),
  );
}

// Play goes to the right of whoever played: seen from above, the winds run against the clock.
const SPOTS = ["left", "bottom", "right", "top"];
// Two sit opposite each other, three leave one side free.
const PLACES = { 2: [0, 2], 3: [0, 1, 2], 4: [0, 1, 2, 3] };

function chairs(form) {
  const { position, words, state } = form;
  const out = form.over ? new Set() : outSeats(form.events(), form.declaration);
  const cards = position.winds.map((seat, chair) =>
    el(
      "div",
      { key: String(chair), class: `chair ${SPOTS[(PLACES[position.winds.length][position.places[chair]] + form.turned) % 4]}${position.dealer === chair ? " dealer" : ""}${out.has(seat) ? " out" : ""}` },
      el("span", { class: "chair-wind" }, form.wind(seat), position.dealer === chair ? el("small", { class: "chair-dealer" }, ` ${words.deals}`) : null, out.has(seat) ? el("small", { class: "chair-out" }, ` ${words.is_out}`) : null),
      el("span", { class: "chair-name" }, state.seats[chair].name),
      el("span", { class: "chair-total" }, totalOf(form, chair)),
    ),
  );
  // A list of what happened needs the room: then a phone shows the chairs in one row.
  const low = !form.over && form.draft.before.length + form.draft.after.length > 0;
  return el("div", { class: low ? "felt low" : "felt", key: "felt" }, cards, button(words.turn, () => form.turn(), { class: "link-button turn", id: "turn" }));
}

// The total with what waits, as far as it is known what that comes to.
function totalOf(form, chair) {
  const waiting = form.waiting.map((item) => item.deltas?.[chair] ?? null);
  const sum = signed(waiting.reduce((total, delta) => total + (delta ?? 0), form.state.seats[chair].total));
  return waiting.includes(null) ? `${sum} …` : sum;
}

function question(form) {
  if (!form.asking) return null;
  const { words } = form;
  return el(
    "div",
    { key: "asking", class: "notice ask", role: "alertdialog", "aria-label": form.asking.question },
    el("p", {}, form.asking.question),
    el("div", { class: "buttons" }, button(words.yes, () => form.answer(true), { class: "primary", id: "ask-yes" }), button(words.cancel, () => form.answer(false), { class: "secondary", id: "ask-no" })),
  );
}

// Entries that wait look like entries that wait.
function unsent(form) {
  const { words, outbox } = form;
  if (!outbox.failed || !outbox.waiting) return null;
  const what = outbox.items.filter((item) => item.content.events).map((item) => `${fill(words.hand_n, { n: item.content.number })}: ${lines(form, item.content.events, item.position ?? form.position).join(" · ")}`);
  return el(
    "div",
    { key: "unsent", class: "notice unsent", id: "unsent" },
    el("p", {}, words.offline),
    el("ul", {}, what.map((line) => el("li", {}, line))),
    outbox.store.lasting && "serviceWorker" in navigator ? null : el("p", { id: "keep-open" }, words.keep_open),
    el("div", { class: "buttons" }, button(words.retry, () => outbox.flush(), { class: "secondary", id: "retry" })),
  );
}

function refusal(form) {
  const item = form.outbox.refused;
  if (!item || form.fixing) return null;
  const { words } = form;
  const { message, problems, current, status } = item.refusal;
  const mine = current && item.content.events;
  const further = problems.filter((p) => p.message !== message);
  const added = item.content.events && item.content.revision === undefined;
  const gap = added && status === 409 && item.content.number > form.state.hands.length + 1;
  const isNew = added && (mine || gap);
  const same = isNew && mine && sameHand(item, current);
  const acts = [];
  if (isNew && !same) acts.push(button(words.as_next, () => asNext(form, item), { class: "secondary", id: "as-next" }));
  if (mine && !same) acts.push(button(words.use_yours, () => useMine(form, item), { class: "primary", id: "use-mine" }));
  else if (!mine && status !== 400) acts.push(button(words.retry, () => again(form, item), { class: "primary", id: "again" }));
  else if (item.content.events && !mine) acts.push(button(words.correct, () => correct(form, item), { class: "primary", id: "correct" }));
  return el(
    "div",
    { key: "refusal", class: "refusal", role: "alert", id: "refusal" },
    el("p", {}, el("strong", {}, message || fill(words.refused_plain, { n: status }))),
    same ? el("p", {}, words.same_hand) : null,
    further.length ? el("ul", {}, further.map((p) => el("li", {}, p.message))) : null,
    mine ? versions(form, item, current) : null,
    el("div", { class: "buttons" }, button(mine ? words.take_theirs : words.drop, () => drop(form, item), { class: "secondary", id: "drop" }), acts),
  );
}

// Whether two referees have entered one hand alike.
function sameHand(item, current) {
  const winds = (position) => JSON.stringify(position?.winds);
  return JSON.stringify(item.content.events) === JSON.stringify(current.events) && winds(item.position) === winds(current.position);
}

// Somebody else was quicker: what they saved, while the entry stays as it is.
function clash(form) {
  const { words } = form;
  const hand = form.clash;
  if (!hand) return null;
  return el(
    "div",
    { key: "clash", class: "notice", role: "alert", id: "clash" },
    el("p", {}, fill(words.clash, { n: hand.number, what: describe(form, hand) })),
    el("div", { class: "buttons" }, button(words.leave_mine, () => leaveMine(form), { class: "secondary", id: "leave-mine" }), button(fill(words.mine_is, { n: form.next.number }), () => mineIsNext(form), { class: "secondary", id: "mine-is-next" })),
  );
}

function versions(form, { content, position }, current) {
  const { words } = form;
  const show = (title, events, seats) => el("div", {}, el("strong", {}, title), el("ul", { class: "plain" }, lines(form, events, seats).map((line) => el("li", {}, line))));
  const theirs = current.changed_by ? fill(words.theirs, { who: current.changed_by, when: current.changed }) : words.theirs_plain;
  return el("div", { class: "two" }, show(words.yours, content.events, position ?? current.position), show(theirs, current.events, current.position));
}

function entry(form) {
  const { words, state, draft } = form;
  if (state.typed) return el("p", { key: "typed", class: "notice", id: "typed" }, words.typed);
  if (form.over) {
    const why = state.status === "open" && form.next.position === null ? words.over : form.urls.reopen ? (words.table_done ?? words.table_finished) : words.table_finished;
    return [el("div", { key: "over", class: "notice", id: "over" }, el("p", {}, why), reopening(form))];
  }
  // What is on its way may change which hand this is.
  const { busy } = form;
  const changing = form.editing ? el("p", { key: "editing", class: "notice" }, fill(form.editing.inserted ? words.inserting : words.changing, { n: form.number })) : null;
  const asked = form.needsDealer ? [] : draft.panel ? [happened(form), panel(form)] : [happened(form), ...questions(form), more(form)];
  return [el("div", { key: "entry", id: "entry", class: busy ? "entry busy" : "entry", inert: busy }, [changing, carried(form), whoDeals(form), ...asked].flat().filter(Boolean)), result(form)];
}

function questions(form) {
  const over = form.ended && form.draft.ending === null;
  const asked = over ? [el("p", { key: "ended", class: "notice", id: "ended" }, form.words.ended)] : form.draft.ending?.kind === "abort" ? [] : ending(form);
  return [...asked, addEvents(form)];
}

// What stood at the table before the deal.
function carried(form) {
  const { words, declaration, text } = form;
  const { streak, carry } = (form.editing ?? form.next).carried ?? { streak: 0, carry: {} };
  const names = new Map(declaration.form.carry.map((c) => [c.id, text(c.name)]));
  const parts = Object.entries(carry).filter(([, n]) => n).map(([id, n]) => `${names.get(id) ?? id} ${n}`);
  if (streak) parts.unshift(fill(words.streak, { n: streak }));
  return parts.length ? el("p", { key: "carried", class: "carried", id: "carried" }, parts.join(" · ")) : null;
}

function more(form) {
  const finish = form.editing || !form.state.hands.length ? null : button(form.words.finish, () => form.finish(), { class: "secondary", id: "finish", key: "finish" });
  return el(
    "details",
    { key: "more", class: "more", open: form.more },
    // Known at the tap: the toggle event comes later, and a preview drawn in between would close it.
    el("summary", { on: { click: (e) => (form.more = !e.currentTarget.parentElement.open) } }, form.words.more),
    [rareEvents(form), form.ended && form.draft.ending === null ? null : annul(form), finish].flat().filter(Boolean),
  );
}

function whoDeals(form) {
  const { words, state } = form;
  if (form.editing || (form.next.position?.dealer ?? null) !== null) return null;
  const hint = form.waiting.length ? el("p", { class: "meta" }, words.dealer_waits) : null;
  const options = state.seats.map((s) => button(s.name, () => form.deals(s.chair), { class: "choice", key: String(s.chair), "aria-pressed": String(s.chair === form.dealer) }));
  return el("section", { key: "deals", class: `question${form.dealer === null ? " loud" : ""}` }, el("h2", {}, words.dealer), hint, el("div", { class: "choices", role: "group", "aria-label": words.dealer }, options));
}

function result(form) {
  const { words, preview } = form;
  const refused = Boolean(preview?.refused);
  const label = fill(form.editing?.inserted ? words.save_inserted : form.editing ? words.save_change : words.save, { n: form.number });
  // An event that is being answered leaves the room to its questions.
  const answering = form.draft.panel && !form.notable && !form.complete;
  const act = answering
    ? null
    : form.notable
    ? button(words.note, () => form.note(), { class: "primary save", id: "note", key: "act", disabled: form.busy || refused })
    : form.trial
    ? null
    : button(label, () => form.save(), { class: "primary save", id: "save", key: "act", disabled: !form.complete || form.busy || refused });
  return el("div", { class: "result", key: "result" }, differs(form), previewLine(form), act, form.editing ? button(words.cancel, () => form.reset(), { class: "secondary", id: "leave", key: "leave" }) : null);
}

// A called total that is not what the hand has; the form says more of it where it was entered.
function differs(form) {
  const found = form.compared.filter((one) => one.claimed !== one.counted);
  return found.length ? el("p", { key: "differs", class: "notice warning differs", id: "differs" }, found.map((one) => one.lines[0]).join(" ")) : null;
}

// What the next tap should answer.
function missing(form) {
  const { draft, needsDealer } = form;
  if (needsDealer) return "choose_dealer";
  if (draft.panel) return "choose_event";
  if (draft.ending === null) return "choose";
  if (draft.ending.kind === "exhaust") return "choose_states";
  return draft.ending.how === null ? "choose_how" : "choose_worth";
}

function previewLine(form) {
  const { preview, words } = form;
  const events = form.events();
  if (!form.complete && (!events.length || isOpen(form.draft, form.table))) {
    return [refusedLines(preview), el("p", { key: "empty", class: "preview empty-preview" }, words[missing(form)])];
  }
  if (!preview) return el("p", { key: "wait", class: "preview" }, "…");
  if (preview.offline) return offline(form, preview);
  return refusedLines(preview) ?? previewed(form, preview);
}

// Without the network: what plain hands come to was told with the page.
function offline(form, preview) {
  const { words } = form;
  if (!preview.deltas) return el("p", { key: "offline", class: "preview" }, words.no_preview);
  return el("div", { class: "preview", id: "preview", key: "preview" }, deltaLine(form, preview.deltas, el("span", { class: "meta" }, `${words.sum} ${signed(preview.sum)}`)), el("p", { class: "meta" }, words.plain_preview));
}

function deltaLine(form, deltas, end) {
  return el("p", {}, form.position.chairs.map((chair, seat) => el("span", { class: `delta${deltas[chair] > 0 ? " gain" : ""}` }, `${form.wind(seat)} ${signed(deltas[chair])} `)), end);
}

function refusedLines(preview) {
  if (!preview?.refused) return null;
  return el("div", { class: "preview", role: "alert", id: "problems", key: "problems" }, el("ul", { class: "errors" }, preview.refused.map((line) => el("li", {}, line))));
}

function previewed(form, preview) {
  const { words, draft } = form;
  // What stands in the list shows its money there.
  const lines = preview.lines.filter((line) => line.event >= draft.before.length);
  const sum = el("span", { class: "meta" }, preview.ended ? `${words.sum} ${signed(preview.sum)}` : words.so_far);
  return el(
    "div",
    { class: "preview", id: "preview", key: "preview" },
    deltaLine(form, preview.deltas, sum),
    preview.ended && preview.alike ? el("p", { class: "notice warning", id: "alike", role: "status" }, fill(preview.alike.other ? words.alike_there : words.alike_here, { n: preview.alike.number, t: preview.alike.table })) : null,
    el("ul", { class: "lines" }, lines.map((line) => el("li", {}, transfer(form, line))), preview.lines.length ? null : el("li", {}, words.nobody_pays)),
  );
}

function transfer(form, line) {
  const { winds } = form.position;
  const to = line.to === null ? "–" : form.wind(winds[line.to]);
  return `${form.wind(winds[line.from])} → ${to} ${line.amount} · ${line.reason}`;
}
