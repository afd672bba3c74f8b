// What is drawn of the form's state. Nothing here changes anything but by calling the form.
import { button, el, fill, signed } from "./dom.js";
import { annul, extraEvents, kongs, penalties, wild } from "./extras.js";
import { outside } from "./outside.js";
import { fromEvents } from "./record.js";
import { alsoWon, answeredLine, circumstances, howWon, robbed, whoWon, worth } from "./sections.js";

export function page(form) {
  return [header(form), chairs(form), question(form), unsent(form), refusal(form), entry(form), outside(form), history(form)].flat().filter(Boolean);
}

function header(form) {
  const { words, outbox, state } = form;
  const net = outbox.refused ? fill(words.refused, { n: outbox.items.length }) : outbox.waiting ? fill(words.waiting, { n: outbox.waiting }) : fill(words.saved, { n: state.hands.length });
  const round = fill(words.wind_round, { wind: words.wind_names.split(" ")[form.position.prevailing] });
  const mood = outbox.refused ? "refused" : outbox.waiting ? "waiting" : "";
  return el(
    "div",
    { class: "status", key: "status" },
    el("strong", {}, fill(words.table_n, { t: state.table })),
    el("span", {}, `${round} · ${fill(words.hand_n, { n: form.number })}`),
    el("span", { id: "clock", class: "meta" }, form.clock()),
    el("span", { id: "net", role: "status", class: `net ${mood}` }, net),
  );
}

// Play goes to the right of whoever played: seen from above, the winds run against the clock.
const SPOTS = ["left", "bottom", "right", "top"];

function chairs(form) {
  const { position, words, state } = form;
  const cards = position.winds.map((seat, chair) =>
    el(
      "div",
      { key: String(chair), class: `chair ${SPOTS[(position.places[chair] + form.turned) % 4]}${position.dealer === chair ? " dealer" : ""}` },
      el("span", { class: "chair-wind" }, form.wind(seat), position.dealer === chair ? el("small", { class: "chair-dealer" }, ` ${words.deals}`) : null),
      el("span", { class: "chair-name" }, state.seats[chair].name),
      el("span", { class: "chair-total" }, signed(state.seats[chair].total)),
    ),
  );
  return el("div", { class: "felt", key: "felt" }, cards, button(words.turn, () => form.turn(), { class: "link-button turn", id: "turn" }));
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
  const what = outbox.items.filter((item) => item.content.events).map((item) => `${fill(words.hand_n, { n: item.content.number })}: ${lines(form, item.content.events, form.position).join(" · ")}`);
  return el(
    "div",
    { key: "unsent", class: "notice unsent", id: "unsent" },
    el("p", {}, words.offline),
    el("ul", {}, what.map((line) => el("li", {}, line))),
    outbox.store.lasting ? null : el("p", {}, words.keep_open),
    el("div", { class: "buttons" }, button(words.retry, () => outbox.flush(), { class: "secondary", id: "retry" })),
  );
}

function refusal(form) {
  const item = form.outbox.refused;
  if (!item) return null;
  const { words } = form;
  const { message, problems, current, status } = item.refusal;
  const mine = current && item.content.events;
  const further = problems.filter((p) => p.message !== message);
  let act = null;
  if (mine) act = button(words.use_yours, () => form.useMine(item), { class: "primary", id: "use-mine" });
  else if (item.content.events && status === 400) act = button(words.correct, () => form.correct(item), { class: "primary", id: "correct" });
  return el(
    "div",
    { key: "refusal", class: "refusal", role: "alert", id: "refusal" },
    el("p", {}, el("strong", {}, message || fill(words.refused_plain, { n: status }))),
    further.length ? el("ul", {}, further.map((p) => el("li", {}, p.message))) : null,
    mine ? versions(form, item.content, current) : null,
    el("div", { class: "buttons" }, button(mine ? words.take_theirs : words.drop, () => form.drop(item), { class: "secondary", id: "drop" }), act),
  );
}

function versions(form, content, current) {
  const { words } = form;
  const show = (title, events) => el("div", {}, el("h3", {}, title), el("ul", { class: "plain" }, lines(form, events, current.position).map((line) => el("li", {}, line))));
  const theirs = current.changed_by ? fill(words.theirs, { who: current.changed_by, when: current.changed }) : words.theirs_plain;
  return el("div", { class: "two" }, show(words.yours, content.events), show(theirs, current.events));
}

// A hand in words, one fact a line.
function lines(form, events, position) {
  const { words } = form;
  const draft = fromEvents(events);
  const name = (seat) => form.state.seats[position.chairs[seat]]?.name ?? "";
  const found = [];
  if (draft.outcome === "draw") found.push(words.draw);
  if (draft.outcome === "abort") found.push(words.annulled);
  for (const winner of draft.winners) {
    found.push(`${name(winner.seat)} · ${draft.from === null ? words.self_draw : `← ${name(draft.from)}`}`);
    if (winner.way === "fan") found.push(fill(words.n_fan, { n: winner.fan }));
    if (winner.way === "patterns") found.push(Object.entries(winner.patterns).map(([id, n]) => form.patternName(id) + (n > 1 ? ` ×${n}` : "")).join("、"));
    if (winner.way === "tiles") found.push([winner.concealed, winner.melds, draft.tile].filter(Boolean).join(" "));
    if (winner.flowers.length) found.push(`${words.flowers} ${winner.flowers.length}`);
  }
  for (const kong of draft.kongs) found.push(`${words.kongs} ${name(kong.seat)} ${kong.tile}`);
  for (const penalty of draft.penalties) found.push(`${words.penalties} ${name(penalty.seat)} ${penalty.amount ?? ""}`);
  return found;
}

function entry(form) {
  const { words, state } = form;
  if (state.typed) return el("p", { key: "typed", class: "notice", id: "typed" }, words.typed);
  if (form.over) {
    const why = state.status === "open" && state.next.position === null ? words.over : words.table_finished;
    return [el("p", { key: "over", class: "notice", id: "over" }, why)];
  }
  const won = form.draft.outcome === "win" && form.draft.how !== null;
  const asked = won && !form.unfolded ? [answeredLine(form)] : [whoWon(form), howWon(form)];
  // While an entry is on its way nobody knows who sits where in the next hand.
  const parts = [form.editing ? el("p", { key: "editing", class: "notice" }, fill(words.changing, { n: form.number })) : null, whoDeals(form), wild(form), ...asked, alsoWon(form), robbed(form), ...worth(form), circumstances(form), more(form)];
  const busy = form.busy;
  return [el("div", { key: "entry", id: "entry", class: busy ? "entry busy" : "entry", inert: busy }, parts.flat().filter(Boolean)), result(form)];
}

function more(form) {
  const finish = form.editing || !form.state.hands.length ? null : button(form.words.finish, () => form.finish(), { class: "secondary", id: "finish", key: "finish" });
  return el(
    "details",
    { key: "more", class: "more", open: form.more },
    // Known at the tap: the toggle event comes later, and a preview drawn in between would close it.
    el("summary", { on: { click: (e) => (form.more = !e.currentTarget.parentElement.open) } }, form.words.more),
    [penalties(form), kongs(form), extraEvents(form), annul(form), finish].flat().filter(Boolean),
  );
}

function whoDeals(form) {
  if (form.editing || form.position.dealer !== null) return null;
  const options = form.state.seats.map((s) => button(s.name, () => form.deals(s.chair), { class: "choice", key: String(s.chair), "aria-pressed": String(s.chair === form.dealer) }));
  return el("section", { key: "deals", class: `question${form.dealer === null ? " loud" : ""}` }, el("h2", {}, form.words.dealer), el("div", { class: "choices", role: "group", "aria-label": form.words.dealer }, options));
}

function result(form) {
  const { words, preview } = form;
  const label = fill(form.editing ? words.save_change : words.save, { n: form.number });
  return el(
    "div",
    { class: "result", key: "result" },
    previewLine(form),
    button(label, () => form.save(), { class: "primary save", id: "save", disabled: !form.complete || form.busy || Boolean(preview?.refused) }),
    form.editing ? button(words.cancel, () => form.reset(), { class: "secondary", id: "leave" }) : null,
  );
}

// What the next tap should answer.
function missing({ draft, position, dealer, editing }) {
  if (!editing && position.dealer === null && dealer === null) return "choose_dealer";
  if (draft.outcome === null) return "choose";
  return draft.how === null ? "choose_how" : "choose_worth";
}

function previewLine(form) {
  const { preview, words } = form;
  if (!form.complete) return el("p", { key: "empty", class: "preview empty-preview" }, words[missing(form)]);
  if (!preview) return el("p", { key: "wait", class: "preview" }, "…");
  if (preview.offline) return el("p", { key: "offline", class: "preview" }, words.no_preview);
  if (preview.refused) return el("ul", { class: "preview errors", role: "alert", id: "problems" }, preview.refused.map((line) => el("li", {}, line)));
  const order = form.position.chairs;
  return el(
    "div",
    { class: "preview", id: "preview" },
    el("p", {}, order.map((chair, seat) => el("span", { class: `delta${preview.deltas[chair] > 0 ? " gain" : ""}` }, `${form.wind(seat)} ${signed(preview.deltas[chair])} `)), el("span", { class: "meta" }, `${words.sum} ${signed(preview.sum)}`)),
    el("ul", { class: "lines" }, preview.lines.map((line) => el("li", {}, transfer(form, line))), preview.lines.length ? null : el("li", {}, words.nobody_pays)),
  );
}

function transfer(form, line) {
  const { winds } = form.position;
  const to = line.to === null ? "–" : form.wind(winds[line.to]);
  return `${form.wind(winds[line.from])} → ${to} ${line.amount} · ${line.reason}`;
}

function history(form) {
  const { words, state } = form;
  const last = state.hands.at(-1);
  return el(
    "section",
    { class: "history", key: "history" },
    el("h2", {}, words.hands),
    state.hands.length ? null : el("p", { class: "empty" }, words.no_hands),
    [...state.hands].reverse().map((hand) =>
      el(
        "div",
        { class: "past", "data-hand": String(hand.number), key: `past-${hand.number}` },
        el("span", { class: "past-number" }, String(hand.number)),
        el("span", { class: "past-words" }, describe(form, hand), el("small", {}, hand.deltas.map((d, c) => `${state.seats[c].name} ${signed(d)}`).join(" · "))),
        form.locked ? null : button(words.edit, () => form.edit(hand), { class: "choice small edit" }),
        hand === last && !form.locked ? button(fill(words.undo, { n: hand.number }), () => form.undo(hand), { class: "choice small undo" }) : null,
      ),
    ),
  );
}

export function describe(form, hand) {
  const { words, state } = form;
  if (hand.end === "abort") return words.annulled;
  if (!hand.winners.length) return words.draw;
  const names = hand.winners.map((c) => state.seats[c].name).join(", ");
  const how = hand.giver === null ? words.self_draw : `← ${state.seats[hand.giver].name}`;
  return [names, how, hand.fan === null ? "" : fill(words.n_fan, { n: hand.fan })].filter(Boolean).join(" · ");
}
