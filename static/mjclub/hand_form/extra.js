// More time for this table, for referees who are logged in: its clock moves at once on every phone.
import { button, el, fill, signed } from "./dom.js";
import { call } from "./net.js";

const STEPS = [1, 5, 10, -1];

export function extraTime(form) {
  const { words, state, urls } = form;
  if (!urls.extra || !words.extra_time || !state.ends_at || state.time_called) return null;
  const given = state.extra ? ` (${fill(words.minutes, { n: signed(state.extra) })})` : "";
  const offered = STEPS.filter((n) => n > 0 || state.extra + n >= 0);
  return el(
    "details",
    { class: "extra-time", key: "extra-time", id: "extra-time", open: Boolean(form.timeOpen) },
    el("summary", { on: { click: (e) => (form.timeOpen = !e.currentTarget.parentElement.open) } }, words.extra_time, given),
    el(
      "div",
      { class: "choices", role: "group", "aria-label": words.extra_time },
      offered.map((n) => button(fill(words.minutes, { n: signed(n) }), () => give(form, n), { class: "choice", key: String(n), "data-minutes": String(n), disabled: form.giving })),
    ),
  );
}

// Not by the queue: minutes add up, so they are sent once, and only while there is a network.
async function give(form, minutes) {
  if (form.giving) return;
  form.look({ giving: true });
  const { status, body } = await call(form.urls.extra, { minutes });
  const done = status > 0 && status < 400;
  if (done) form.take(body.state);
  form.look({ giving: false, said: done ? "" : body.problems?.[0]?.message || body.message || form.words.not_sent });
}
