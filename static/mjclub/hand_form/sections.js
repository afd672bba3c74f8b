// The questions about a win. Each takes the form (state, draft, words, acts) and returns a node.
import { control } from "./asks.js";
import { box, button, choices, el, fill } from "./dom.js";
import { isEndingComplete } from "./draft.js";
import { lastAct, outSeats } from "./facts.js";
import { seatsFor } from "./declared.js";
import { kongMelds, layPad } from "./lay.js";
import { patternChoices } from "./ticks.js";
import { tilePad } from "./tiles.js";
import { asksOf, fittingFlags, kongBefore, needsHand } from "./win.js";
import { seatLabel, seatsOf } from "./words.js";
import { wall } from "./wall.js";

export function section(key, question, loud, ...children) {
  return el("section", { key, class: `question${loud ? " loud" : ""}` }, el("h2", {}, question), ...children);
}

const seatsIn = (form) => seatsOf(form).filter((seat) => !outSeats(form.world.events, form.declaration).has(seat));

// The questions of the win or end that is being answered.
export function ending(form) {
  const now = form.draft.ending;
  const won = now?.kind === "win" && now.how !== null;
  const asked = won && !form.unfolded ? [answeredLine(form)] : [whoWon(form), howWon(form)];
  const rest = now?.kind === "exhaust" ? wall(form) : [alsoWon(form), robbed(form), ...worth(form), circumstances(form), winningTile(form)];
  return [...asked, ...rest];
}

function whoWon(form) {
  const { words } = form;
  const now = form.draft.ending;
  const inside = seatsIn(form);
  const options = seatsOf(form).map((seat) => ({ value: seat, label: inside.includes(seat) ? seatLabel(form, seat) : [...seatLabel(form, seat), el("small", {}, ` ${words.is_out}`)], disabled: !inside.includes(seat) }));
  options.push({ value: "draw", label: words.draw });
  const chosen = now?.kind === "exhaust" ? "draw" : now?.kind === "win" ? now.winners[0].seat : null;
  return section("who", words.who_won, now === null, choices(words.who_won, options, chosen, (value) => form.pickWinner(value), "five"));
}

function howWon(form) {
  const { words } = form;
  const now = form.draft.ending;
  if (now?.kind !== "win" || form.declaration.wins_by.length === 1) return null;
  const options = [{ value: "self", label: words.self_draw }];
  for (const seat of seatsIn(form).filter((s) => s !== now.winners[0].seat)) {
    options.push({ value: seat, label: [el("span", { class: "meta" }, words.from), " ", ...seatLabel(form, seat)] });
  }
  const chosen = now.how === null ? null : (now.from ?? "self");
  return section("how", words.how_won, now.how === null, choices(words.how_won, options, chosen, (v) => form.pickHow(v), "four"));
}

// What is answered, folded to one line that opens again.
function answeredLine(form) {
  const { words } = form;
  const { winners, from } = form.draft.ending;
  const how = from === null ? words.self_draw : `← ${form.wind(from)} ${form.person(from).name}`;
  return button([...seatLabel(form, winners[0].seat), ` · ${how}`], () => form.unfold(), { class: "choice answered", id: "answered" });
}

// Several winners on one tile, where the rules of the event let them.
function alsoWon(form) {
  const { words } = form;
  const now = form.draft.ending;
  if (now?.kind !== "win" || now.from === null || !form.severalWin) return null;
  const others = seatsIn(form).filter((seat) => seat !== now.winners[0].seat && seat !== now.from);
  if (!others.length) return null;
  const won = (seat) => now.winners.some((w) => w.seat === seat);
  return el(
    "div",
    { key: "also", class: "extra" },
    el("h3", {}, words.also_won),
    el("div", { class: "choices", role: "group", "aria-label": words.also_won }, others.map((seat) => button(seatLabel(form, seat), () => form.toggleWinner(seat), { class: "choice", "aria-pressed": String(won(seat)), "data-also": String(seat), key: String(seat) }))),
  );
}

// The kong that is robbed is the newest thing in the list.
function robbed(form) {
  const { words, declaration, world } = form;
  const now = form.draft.ending;
  if (now?.kind !== "win" || now.from === null) return null;
  const kong = kongBefore(now, world.events, declaration.robbable);
  if (!kong || (!declaration.ends_on_first_win && kong !== lastAct(world.events))) return null;
  const change = (e) => form.change({ how: e.target.checked ? "rob_kong" : "discard", flags: [], kong: null });
  return el("label", { key: "robbed", class: "check" }, el("input", { type: "checkbox", id: "robbed", checked: now.how === "rob_kong", on: { change } }), ` ${words.robbed} ${form.person(now.from).name}`);
}

// What each winner's hand is worth.
function worth(form) {
  const now = form.draft.ending;
  if (now?.kind !== "win" || now.how === null || !needsHand(now, form.declaration)) return [];
  return now.winners.map((winner, i) => worthOf(form, winner, i));
}

function worthOf(form, winner, index) {
  const { words, declaration } = form;
  const now = form.draft.ending;
  const { ways } = declaration.form;
  const labels = { fan: words.by_number, patterns: words.by_patterns, tiles: words.by_tiles };
  const tabs = ways.length > 1 ? choices(words.ways, ways.map((w) => ({ value: w, label: labels[w] })), winner.way, (way) => form.changeWinner(index, laidWith(form, winner, way)), "ways") : null;
  const body = { fan: byNumber, patterns: byPatterns, tiles: byTiles }[winner.way](form, winner, index);
  const question = { fan: words.fan, patterns: words.which_patterns, tiles: words.which_tiles }[winner.way];
  const title = now.winners.length > 1 ? `${form.wind(winner.seat)} ${form.person(winner.seat).name} · ${question}` : question;
  return section(`worth-${index}`, title, !isEndingComplete(form.draft, form.table), body, furtherAsks(form, winner, index), flowers(form, winner, index), called(form, winner, index), tabs);
}

// A hand that is laid has the kongs on record already.
function laidWith(form, winner, way) {
  const bare = way === "tiles" && !winner.concealed && !winner.melds;
  // The number that stood there was called: it is compared with what is laid or ticked.
  const called = way !== "fan" && winner.way === "fan" && !winner.inside && winner.fan !== "" ? { claimed: winner.fan } : {};
  return bare ? { way, ...called, melds: kongMelds(winner.seat, form.world.events) } : { way, ...called };
}

function furtherAsks(form, winner, index) {
  const { world, text } = form;
  return asksOf(winner, world).map((ask) => {
    const use = {
      id: `winner-${index}-${ask.key.replace(".", "-")}`,
      value: winner.asks[ask.key],
      event: winner.asks,
      put: (value) => form.changeWinner(index, { asks: { ...winner.asks, [ask.key]: value } }),
      seats: seatsFor(ask, null, { seat: winner.seat }, world).filter((seat) => seat !== winner.seat),
      faces: form.declaration.faces,
    };
    const bare = ask.widget === "switch";
    return el("div", { key: ask.key, class: "further", "data-ask": ask.key }, bare ? null : el("span", { class: "further-name", key: "name" }, text(ask.label)), control(form, ask, use));
  });
}

// The total that was called at the table, beside what the engine makes of tiles or fans.
function called(form, winner, index) {
  const { words, declaration, urls } = form;
  if (winner.way === "fan" || !declaration.form.ways.includes("fan") || !urls.claims) return null;
  const found = form.compared.find((one) => one.seat === winner.seat);
  const differs = found && found.claimed !== found.counted;
  const take = () => form.changeWinner(index, { way: "fan", fan: String(found.claimed), claimed: "" });
  return el(
    "div",
    { key: "called", class: "called" },
    el("label", { class: "inline", key: "label" }, `${words.claimed} `, box({ id: index ? `claimed-${index}` : "claimed", inputmode: "numeric", maxlength: "6", class: "amount" }, winner.claimed, (claimed) => form.changeWinner(index, { claimed }))),
    found
      ? el(
        "div",
        { class: differs ? "notice warning" : "notice", role: "status", key: "compared", "data-compared": differs ? "differs" : "agrees" },
        el("p", { key: "first" }, el("strong", {}, found.lines[0])),
        found.lines.length > 1 ? el("ul", { key: "rest" }, found.lines.slice(1).map((line) => el("li", {}, line))) : null,
        differs ? button(fill(words.take_claimed, { n: found.claimed }), take, { class: "secondary", "data-take-claimed": String(index), key: "take" }) : null,
      )
      : null,
  );
}

function byNumber(form, winner, index) {
  const { words, declaration } = form;
  const quick = declaration.form.quick_fans.map((n) => ({ value: String(n), label: String(n) }));
  const pick = (fan) => form.changeWinner(index, { fan, both: false });
  const id = index ? `fan-number-${index}` : "fan-number";
  return el(
    "div",
    { key: "fan" },
    choices(words.fan, quick, String(winner.fan).trim(), pick, "fans"),
    el("label", { class: "inline" }, `${words.other_number} `, box({ id, inputmode: "numeric", maxlength: "6", "aria-describedby": "problems" }, winner.fan, pick)),
    winner.inside ? el("span", { class: "meta" }, words.flowers_inside) : null,
  );
}

function flowers(form, winner, index) {
  const { words, declaration } = form;
  if (!declaration.form.flowers || winner.inside) return null;
  return el(
    "div",
    { class: "stepper", key: "flowers" },
    el("span", {}, words.flowers),
    button("−", () => form.stepFlowers(index, -1), { class: "choice", "data-flowers": "-", "aria-label": `${words.flowers} −` }),
    el("output", {}, String(winner.flowers.length)),
    button("+", () => form.stepFlowers(index, 1), { class: "choice", "data-flowers": "+", "aria-label": `${words.flowers} +` }),
  );
}

const byPatterns = (form, winner, index) => patternChoices(form, winner.patterns, `${index}`, (patterns) => form.changeWinner(index, { patterns }), form.draft.ending.how);

function byTiles(form, winner, index) {
  const now = form.draft.ending;
  const id = (name) => (index ? `tiles-${name}-${index}` : `tiles-${name}`);
  const won = now.how === "rob_kong" ? null : { tile: now.tile.trim(), put: (tile) => form.change({ tile }) };
  return layPad(form, winner, id, (values) => form.changeWinner(index, values), won);
}

// Which tile won, where nothing needs it.
function winningTile(form) {
  const { words, declaration, tiles } = form;
  const now = form.draft.ending;
  if (now?.kind !== "win" || now.how === null || now.how === "rob_kong" || declaration.form.ways[0] === "fan") return null;
  if (now.winners.some((w) => w.way === "tiles") || !needsHand(now, declaration)) return null;
  const pick = (tile) => form.change({ tile: tile === now.tile ? "" : tile });
  return el(
    "details",
    { key: "winning-tile", class: "more", id: "winning-tile" },
    el("summary", {}, now.tile ? `${words.won_on} ${tiles[now.tile]?.name ?? now.tile}` : words.won_on),
    tilePad(form, words.won_on, declaration.faces.filter((code) => code[1] !== "f"), now.tile, pick),
  );
}

function circumstances(form) {
  const { words, text, world } = form;
  const now = form.draft.ending;
  // A number has them inside already.
  if (now?.kind !== "win" || now.how === null) return null;
  const numbers = now.winners.every((w) => w.way === "fan");
  const fitting = fittingFlags(now, world).filter((c) => !numbers || c.no_hand || now.flags.includes(c.id));
  if (!fitting.length) return null;
  const toggle = ({ id, not_with: not }) => {
    const kept = now.flags.filter((flag) => flag !== id && !not.includes(flag));
    form.change({ flags: now.flags.includes(id) ? kept : [...kept, id] });
  };
  return [
    el(
      "div",
      { key: "circumstances", class: "choices", role: "group", "aria-label": words.circumstances },
      fitting.map((c) => button(text(c.name), () => toggle(c), { class: "choice", key: c.id, "aria-pressed": String(now.flags.includes(c.id)), "data-flag": c.id })),
    ),
    needsHand(now, form.declaration) ? null : el("div", { key: "last-tile" }, el("h3", {}, words.won_on), tilePad(form, words.won_on, form.declaration.faces.filter((code) => code[1] === "f"), now.tile, (tile) => form.change({ tile }))),
  ];
}
