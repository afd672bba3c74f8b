// The hands of the table so far, those that wait, and what can be put right about them.
import { box, button, el, fill, signed } from "./dom.js";
import { extraTime } from "./extra.js";
import { call } from "./net.js";
import { describe, eventWords } from "./words.js";

export const lines = (form, events, position) => events.map((event) => eventWords(form, event, position));

export function history(form) {
  const { words, state, waiting } = form;
  return el(
    "section",
    { class: "history", key: "history" },
    el("h2", {}, words.hands),
    state.hands.length || waiting.length ? null : el("p", { class: "empty" }, words.no_hands),
    [...waiting].reverse().map((item) => waitingRow(form, item)),
    [...state.hands].reverse().map((hand) => row(form, hand)),
  );
}

function row(form, hand) {
  const { words, state } = form;
  const last = hand === state.hands.at(-1);
  return el(
    "div",
    { class: "past", "data-hand": String(hand.number), key: `past-${hand.number}` },
    el("span", { class: "past-number" }, String(hand.number)),
    el("span", { class: "past-words" }, describe(form, hand), el("small", {}, hand.deltas.map((d, c) => `${state.seats[c].name} ${signed(d)}`).join(" · ")), hand.note ? el("small", { class: "past-note" }, hand.note) : null),
    form.locked ? null : button(words.edit, () => form.edit(hand), { class: "choice small edit", "aria-label": `${words.edit} ${fill(words.hand_n, { n: hand.number })}` }),
    last && !form.locked ? button(fill(words.undo, { n: hand.number }), () => form.undo(hand), { class: "choice small undo", "aria-label": `${fill(words.undo, { n: hand.number })}: ${describe(form, hand)}` }) : null,
    form.locked || form.trial ? null : further(form, hand, last),
  );
}

function further(form, hand, last) {
  const { words } = form;
  const label = fill(words.more_of, { n: hand.number });
  const text = form.note?.number === hand.number ? form.note.text : hand.note;
  const note = box({ id: `note-${hand.number}`, maxlength: "200", placeholder: words.note_it, "aria-label": `${words.note_it}: ${fill(words.hand_n, { n: hand.number })}` }, text, (written) => form.look({ note: { number: hand.number, text: written } }));
  return el(
    "details",
    { class: "past-more", key: `more-${hand.number}`, open: form.opened === hand.number },
    el("summary", { "aria-label": label, on: { click: (e) => (form.opened = e.currentTarget.parentElement.open ? null : hand.number) } }, words.more),
    el(
      "div",
      { class: "row" },
      form.state.next.position === null ? null : button(words.put_before, () => insert(form, hand), { class: "choice small put-before" }),
      button(words.take_out, () => remove(form, hand), { class: "choice small take-out" }),
      last ? null : button(words.undo_to, () => undoTo(form, hand), { class: "choice small undo-to" }),
    ),
    el("div", { class: "row" }, note, button(words.save_note, () => saveNote(form, hand, text), { class: "choice small save-note" })),
  );
}

// A forgotten hand is entered with the seats of the deal that it was.
function insert(form, hand) {
  if (form.outbox.items.length) return;
  form.clear();
  form.opened = null;
  form.editing = { number: hand.number, position: hand.position, carried: hand.carried, inserted: true, seen: form.state.revision };
  form.draw();
  form.show("#entry");
}

function remove(form, hand) {
  if (form.outbox.items.length) return;
  const content = { number: hand.number, revision: hand.revision };
  form.clear();
  form.opened = null;
  form.ask(fill(form.words.take_out_ask, { n: hand.number, what: describe(form, hand) }), () => form.outbox.add(form.urls.remove, content));
}

// One act after the other, the newest first; each is named.
function undoTo(form, hand) {
  if (form.outbox.items.length) return;
  const going = form.state.hands.filter((h) => h.number >= hand.number).reverse();
  form.clear();
  form.opened = null;
  const named = going.map((h) => `${h.number}: ${describe(form, h)}`);
  form.ask([fill(form.words.undo_many, { count: going.length }), ...named].join("\n"), () => {
    for (const h of going) form.outbox.add(form.urls.undo, { number: h.number, revision: h.revision });
  });
}

async function saveNote(form, hand, note) {
  const { status, body } = await call(form.urls.note, { number: hand.number, note });
  if (status > 0 && status < 400) {
    Object.assign(form, { opened: null, note: null });
    form.take(body.state);
  }
  form.look(status > 0 && status < 400 ? {} : { said: body.message || form.words.not_sent });
}

// Entries that wait look like entries that wait; what surely is still here can be taken back.
function waitingRow(form, item) {
  const { words } = form;
  const last = item.content.client_key === form.waiting.at(-1).content.client_key;
  return el(
    "div",
    { class: "past sent", "data-waiting": String(item.content.number), key: `wait-${item.content.client_key}` },
    el("span", { class: "past-number" }, String(item.content.number)),
    el("span", { class: "past-words" }, `${words.waits} · ${lines(form, item.content.events, item.position).join(" · ")}`, item.deltas ? el("small", {}, item.deltas.map((d, c) => `${form.state.seats[c].name} ${signed(d)}`).join(" · ")) : null),
    last && !item.tried && !form.busy && form.untouched ? button(words.withdraw, () => withdraw(form, item), { class: "choice small undo" }) : null,
  );
}

// Take back an entry that has not left this phone, to enter it again.
function withdraw(form, item) {
  form.outbox.drop(item.content.client_key);
  form.clear();
  form.begun = { number: item.content.number, position: item.position };
  form.load(item.content.events);
}

// Whoever holds the table's link can ask for a referee; a referee sees that somebody has.
export function callRow(form) {
  const { words, state } = form;
  if (form.trial || state.round_status !== "running") return null;
  const said = form.said ? el("p", { class: "notice", role: "alert" }, form.said) : null;
  const called = state.called ? el("p", { class: "notice", id: "called", role: "status" }, words.called) : button(words.call, () => callReferee(form), { class: "secondary", id: "call" });
  return el("div", { key: "call", class: "calls" }, said, called, el("a", { class: "button", href: form.urls.paper, id: "to-paper" }, words.paper), form.urls.reseat ? el("a", { class: "button", href: form.urls.reseat, id: "to-reseat" }, words.reseat) : null, extraTime(form));
}

async function callReferee(form) {
  const { status, body } = await call(form.urls.call, {});
  const done = status > 0 && status < 400;
  if (done) form.take(body.state);
  form.look({ said: done ? "" : body.message || form.words.not_sent });
}
