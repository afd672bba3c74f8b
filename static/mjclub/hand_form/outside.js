// Penalties outside a hand, for referees who are logged in. A link of one table has none of this.
import { box, button, choices, el, fill, select } from "./dom.js";
import { call } from "./net.js";
import { refresh } from "./sync.js";
import { numberIn } from "./facts.js";

export function blankPenalty() {
  return { chair: "", breach: "", mode: "deduct", to: "1", points: "", reason: "", problems: [] };
}

export function outside(form) {
  const { urls, words, state } = form;
  const given = state.penalties;
  if (!urls.penalty && !given.length) return null;
  return el(
    "details",
    { class: "more", key: "outside", id: "outside" },
    el("summary", {}, given.length ? `${words.outside} (${given.length})` : words.outside),
    given.map((penalty) => past(form, penalty)),
    urls.penalty && !form.locked ? entry(form) : null,
  );
}

function past(form, penalty) {
  const { words, state, urls } = form;
  const cost = penalty.points ? `${penalty.points} · ${words.modes[penalty.mode]}` : words.warning;
  const what = `${state.seats[penalty.chair].name} · ${cost} · ${penalty.reason}`;
  const cancelled = penalty.cancelled !== null;
  return el(
    "div",
    { class: "past", key: `penalty-${penalty.id}` },
    el("span", { class: "past-words" }, cancelled ? el("s", {}, what) : what, cancelled ? el("small", {}, fill(words.cancelled, { reason: penalty.cancelled })) : null),
    urls.cancel && !cancelled && !form.locked ? cancelling(form, penalty) : null,
  );
}

function cancelling(form, penalty) {
  const { words } = form;
  const id = `why-${penalty.id}`;
  const send = () => act(form, form.urls.cancel, { penalty: penalty.id, reason: document.getElementById(id).value });
  return el("details", { class: "cancel", key: "cancel" }, el("summary", {}, words.cancel_penalty), el("label", { for: id }, words.reason), el("input", { id, maxlength: "200", autocomplete: "off" }), button(words.cancel_penalty, send, { class: "secondary" }));
}

// Three taps: who, which breach of the catalogue, give. What the catalogue fills in can be changed.
function entry(form) {
  const { words, state, penalty, breaches } = form;
  const put = (key) => (value) => form.look({ penalty: { ...penalty, [key]: value } });
  const people = state.seats.map((s) => ({ value: String(s.chair), label: s.name }));
  const filled = (changes) => form.look({ penalty: { ...penalty, ...changes, ...offered(breaches, { ...penalty, ...changes }) } });
  const chosen = breaches.find((b) => b.value === penalty.breach);
  const stepped = chosen?.steps;
  const field = (label, node, wide = "") => el("div", { class: `field ${wide}` }, el("span", { class: "label" }, label), node);
  const next = stepped?.[penalty.chair];
  return el(
    "div",
    { key: "give", class: "give" },
    field(words.who, choices(words.who, people, penalty.chair, stepped ? (chair) => filled({ chair }) : put("chair"), "offenders"), "wide"),
    breaches.length ? field(words.breach, choices(words.breach, breaches, penalty.breach, (value) => filled({ breach: value === penalty.breach ? "" : value }), "breaches"), "wide") : null,
    next ? el("p", { class: "notice next-step", role: "status", id: "next-step" }, fill(words.next_step, { what: next.label })) : null,
    chosen?.at_desk && words.at_desk ? el("p", { class: "notice warning", role: "status", id: "at-desk" }, words.at_desk) : null,
    field(words.points, box({ id: "penalty-points", inputmode: "numeric", maxlength: "6", "aria-label": words.points }, penalty.points, put("points"))),
    field(words.mode, select(words.mode, Object.entries(words.modes).map(([value, label]) => ({ value, label })), penalty.mode, put("mode"))),
    penalty.mode === "pay_to" ? field(words.paid_to, select(words.paid_to, people, penalty.to, put("to"))) : null,
    field(words.reason, box({ id: "penalty-reason", maxlength: "200", "aria-label": words.reason }, penalty.reason, put("reason")), "wide"),
    penalty.problems.length ? el("ul", { class: "errors", role: "alert" }, penalty.problems.map((line) => el("li", {}, line))) : null,
    button(words.give_penalty, () => act(form, form.urls.penalty, facts(penalty)), { class: "primary", id: "give-penalty", disabled: form.giving || penalty.chair === "" }),
  );
}

// What the catalogue says of a breach; where the record decides, the next step of that person.
function offered(breaches, { breach, chair }) {
  const found = breaches.find((b) => b.value === breach);
  if (!found) return {};
  const { mode, points, reason } = found.steps?.[chair] ?? found;
  return { mode, points: String(points), reason };
}

function facts({ chair, breach, mode, to, points, reason }) {
  return { chair: Number(chair), breach, mode, to: mode === "pay_to" ? Number(to) : null, points: numberIn(points), reason };
}

// Not by the queue: a penalty has no key, so it is sent once, and its list is read again.
async function act(form, url, content) {
  if (form.giving) return;
  form.look({ giving: true });
  const { status, body } = await call(url, content);
  const done = status > 0 && status < 400;
  const problems = body.problems?.length ? body.problems.map((p) => p.message) : [body.message || form.words.not_sent];
  if (done && body.breaches) form.breaches = body.breaches;
  if (done) form.take(body.state);
  else if (status === 0) await refresh(form);
  form.look({ giving: false, penalty: done ? blankPenalty() : { ...form.penalty, problems } });
}
