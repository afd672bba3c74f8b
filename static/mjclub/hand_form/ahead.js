// What is known of the hands behind those that wait to be sent, and what plain hands come to without
// the network. Pure: no page, no network.

// The next hand behind the waiting ones: {number, position, carried}. `position` is null when the
// game will be over; its dealer is null where only the answer to a waiting hand tells who deals.
export function nextAfter(state, waiting) {
  if (!waiting.length || state.next.position === null) return state.next;
  const number = state.next.number + waiting.length;
  return { number, position: positionAfter(state, waiting), carried: { streak: 0, carry: {} } };
}

const annulled = (item) => item.content.events.find((event) => event.type === "abort");

function positionAfter(state, waiting) {
  const last = waiting.at(-1);
  if (annulled(last)?.reason === "timeout") return null;
  if (state.chart) return [state.next.position, ...state.ahead][waiting.filter((item) => !annulled(item)).length] ?? null;
  return annulled(last) ? last.position : { ...last.position, dealer: null };
}

// What a plain hand moves, per chair, from the results that came with the page; null for others.
export function plainDeltas(plain, events, number, position) {
  if (!plain || events.length !== 1 || (plain.number !== null && plain.number !== number)) return null;
  const bySeat = plainBySeat(plain, events[0]);
  return bySeat && position.winds.map((seat) => bySeat[seat]);
}

function plainBySeat(plain, event) {
  if (event.type === "exhaust") return Object.keys(event).length === 1 ? plain.draw : null;
  if (event.type !== "win" || event.winners.length !== 1) return null;
  const known = new Set(["type", "by", "from", "winners"]);
  const [winner] = event.winners;
  const bare = Object.keys(event).every((key) => known.has(key)) && Object.keys(winner).every((key) => key === "seat" || key === "declared");
  if (!bare || (event.by !== "self_draw" && event.by !== "discard")) return null;
  if (Object.keys(winner.declared ?? {}).join() !== "fan") return null;
  return plain.wins[winner.declared.fan]?.[`${winner.seat}${event.from ?? "-"}`] ?? null;
}
