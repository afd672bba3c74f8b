// The desk: printing, and forms that ask only for what their choices need. Every page works
// without this file.

function whenChosen(select, value, name) {
  const field = document.querySelector(`[name="${name}"]`)?.closest(".desk-field");
  if (!select || !field) return;
  const follow = () => {
    field.hidden = select.value !== value;
  };
  select.addEventListener("change", follow);
  follow();
}

for (const form of document.querySelectorAll("[data-event-form]")) {
  whenChosen(form.querySelector('[name="scheme"]'), "own", "own_scheme");
}

for (const form of document.querySelectorAll("[data-stage-form]")) {
  const carry = form.querySelector('[name="carry"]');
  for (const name of ["numerator", "denominator", "round_tp", "round_gp"]) {
    whenChosen(carry, "fraction", name);
  }
}

for (const button of document.querySelectorAll("[data-print]")) {
  button.addEventListener("click", () => window.print());
}

// The amounts of a breach are filled in where they can be seen, and changed.
function fillFromBreach(form) {
  const offers = JSON.parse(document.getElementById("breaches").textContent);
  const breach = form.querySelector('[name="breach"]');
  breach.addEventListener("change", () => {
    const offer = offers[breach.value];
    if (!offer) return;
    for (const [name, value] of Object.entries(offer)) {
      const field = form.querySelector(`[name="${name}"]`);
      field.value = value;
      field.dispatchEvent(new Event("change"));
    }
  });
}

const penalty = document.querySelector("[data-penalty-form]");
if (penalty) {
  whenChosen(penalty.querySelector('[name="mode"]'), "pay_to", "beneficiary");
  fillFromBreach(penalty);
}

// What a draw asks for depends on its method, and on where the chart comes from.
const draw = document.querySelector("[data-draw-form]");
if (draw) {
  const method = draw.querySelector('[name="method"]');
  const chart = draw.querySelector('[name="chart"]');
  const byStanding = ["swiss", "danish", "interval", "final"];
  const needs = {
    step: () => method.value === "interval",
    chart: () => method.value === "chart",
    chart_text: () => method.value === "chart" && chart.value === "own",
    chart_file: () => method.value === "chart" && chart.value === "own",
    by_lot: () => method.value === "chart",
    balance: () => method.value === "chart",
    in_spite: () => method.value === "chart",
    confirmed: () => byStanding.includes(method.value),
    teams: () => !["danish", "interval", "final"].includes(method.value),
    clubs: () => ["auto", "swiss"].includes(method.value),
  };
  const follow = () => {
    for (const [name, asked] of Object.entries(needs)) {
      const field = draw.querySelector(`[name="${name}"]`).closest(".desk-field");
      field.hidden = !asked() && !field.classList.contains("wrong");
    }
    if (byStanding.includes(method.value)) draw.querySelector('[name="rounds"]').value = 1;
  };
  method.addEventListener("change", follow);
  chart.addEventListener("change", follow);
  follow();
}

// Two people change places: tick both, or draw one onto the other. A third tick lets go of the
// first, and two of them ask at once what the change would come to.
const swap = document.querySelector("[data-swap]");
if (swap) {
  const list = swap.querySelector(".seat-tables");
  let ticked = [...list.querySelectorAll("input:checked")];
  const tick = (box, on) => {
    box.checked = on;
    ticked = ticked.filter((other) => other !== box);
    if (on) ticked.push(box);
    if (ticked.length > 2) ticked.shift().checked = false;
    if (ticked.length === 2) window.htmx?.trigger(list, "two-ticked");
  };
  list.addEventListener("change", (event) => tick(event.target, event.target.checked));
  let drawn = null;
  const rowOf = (event) => event.target.closest?.("li[draggable]");
  list.addEventListener("dragstart", (event) => {
    drawn = rowOf(event);
    event.dataTransfer?.setData("text/plain", drawn?.textContent.trim() ?? "");
  });
  list.addEventListener("dragover", (event) => {
    const row = rowOf(event);
    if (!row || !drawn || row === drawn) return;
    event.preventDefault();
    row.classList.add("over");
  });
  list.addEventListener("dragleave", (event) => rowOf(event)?.classList.remove("over"));
  list.addEventListener("drop", (event) => {
    const row = rowOf(event);
    if (!row || !drawn) return;
    event.preventDefault();
    row.classList.remove("over");
    for (const box of [...ticked]) tick(box, false);
    for (const one of [drawn, row]) tick(one.querySelector("input"), true);
    drawn = null;
  });
}
