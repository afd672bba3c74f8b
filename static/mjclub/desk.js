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
