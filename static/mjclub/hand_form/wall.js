// What every seat was when the wall had run out.
import { box, choices, el } from "./dom.js";
import { control } from "./asks.js";
import { holds } from "./facts.js";
import { kongMelds, layPad } from "./lay.js";
import { section } from "./sections.js";
import { patternChoices } from "./ticks.js";
import { choicesFor, isFixed, isPriced, pricesOf } from "./states.js";
import { seatLabel, seatsOf } from "./words.js";

export function wall(form) {
  const { states } = form.draft.ending;
  if (states === null) return [];
  const open = seatsOf(form).filter((seat) => !isFixed(seat, form.world));
  const next = open.find((seat) => !isAnswered(form, states[seat]));
  return open.map((seat) => stateOf(form, seat, states[seat], seat === next));
}

function isAnswered(form, one) {
  return one.state !== null && (!pricesOf(one, form.world).length || isPriced(one) || one.state === "won");
}

function stateOf(form, seat, one, loud) {
  const options = choicesFor(seat, form.world).map((s) => ({ value: s.id, label: form.text(s.name) }));
  const pick = (state) => form.changeState(seat, { state, price: null, kept: false });
  return section(`state-${seat}`, seatLabel(form, seat), loud, choices(form.person(seat).name, options, one.state, pick, "states"), one.state === null ? null : price(form, seat, one));
}

function price(form, seat, one) {
  const { words } = form;
  const prices = pricesOf(one, form.world);
  if (!prices.length) return null;
  const now = prices.includes(one.price) ? one.price : prices[0];
  const labels = { max_fan: words.by_number, declared: words.by_patterns, tiles: words.by_tiles };
  const put = (values) => form.changeState(seat, { price: now, ...values });
  const body = { max_fan: byFan, declared: byPatterns, tiles: byTiles }[now](form, seat, one, put);
  const tabs = prices.length > 1 ? choices(words.ways, prices.map((p) => ({ value: p, label: labels[p] })), now, (chosen) => form.changeState(seat, laidWith(form, seat, one, chosen)), "ways") : null;
  return el("div", { key: "price", class: "price", "data-price": String(seat) }, body, now === "tiles" ? further(form, seat, one) : null, tabs);
}

// What else the state is asked beside its tiles.
function further(form, seat, one) {
  const { declaration, options } = form;
  const asks = declaration.form.states.choices.find((s) => s.id === one.state)?.asks ?? [];
  return asks.filter((ask) => holds(ask.when, options)).map((ask) => {
    const put = (value) => {
      const { [ask.key]: _old, ...rest } = one.rest;
      form.changeState(seat, { rest: value === undefined || value === "" ? rest : { ...rest, [ask.key]: value } });
    };
    const use = { id: `state-${seat}-${ask.key}`, value: one.rest[ask.key], event: one.rest, put, seats: [], faces: declaration.faces.filter((code) => code[1] !== "f") };
    return el("div", { key: ask.key, class: "further", "data-ask": ask.key }, el("span", { class: "further-name", key: "name" }, form.text(ask.label)), control(form, ask, use));
  });
}

function laidWith(form, seat, one, price) {
  const bare = price === "tiles" && !one.concealed && !one.melds;
  return bare ? { price, melds: kongMelds(seat, form.world.events) } : { price };
}

const QUICK = [1, 2, 3, 4, 5, 6];

function byFan(form, seat, one, put) {
  const { words } = form;
  const pick = (fan) => put({ max_fan: fan });
  return [
    el("span", { class: "meta", key: "what" }, words.ready_fan),
    choices(words.ready_fan, QUICK.map((n) => ({ value: String(n), label: String(n) })), String(one.max_fan).trim(), pick, "max-fan few"),
    el("label", { class: "inline", key: "other" }, `${words.other_number} `, box({ id: `max-fan-${seat}`, inputmode: "numeric", maxlength: "6" }, one.max_fan, pick)),
  ];
}

const byPatterns = (form, seat, one, put) => patternChoices(form, one.patterns, `state-${seat}`, (patterns) => put({ patterns }));
const byTiles = (form, seat, one, put) => layPad(form, { ...one, seat }, (name) => `state-${seat}-${name}`, put);
