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

for (const button of document.querySelectorAll("[data-print]")) {
  button.addEventListener("click", () => window.print());
}

const penalty = document.querySelector("[data-penalty-form]");
if (penalty) whenChosen(penalty.querySelector('[name="mode"]'), "pay_to", "beneficiary");
