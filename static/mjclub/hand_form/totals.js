// Four numbers instead of hands. Sending them again is harmless.
import { el, signed } from "./dom.js";
import { call } from "./net.js";
import { numberIn } from "./facts.js";

const { words } = JSON.parse(document.getElementById("hand-form-data").textContent);
const form = document.getElementById("totals-form");
const inputs = [...form.querySelectorAll("input[inputmode]")];
const read = (input) => numberIn(input.value.replace("−", "-"));

function sum() {
  const numbers = inputs.map(read).filter(Number.isInteger);
  document.getElementById("totals-sum").textContent = signed(numbers.reduce((a, b) => a + b, 0));
}

form.addEventListener("input", sum);
sum();

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const totals = Object.fromEntries(inputs.map((i) => [i.name, read(i)]));
  const { status, body } = await call(form.dataset.url, { totals, reason: form.elements.reason.value });
  if (status && status < 400) {
    location.reload();
    return;
  }
  const lines = body.problems?.length ? body.problems.map((p) => p.message) : [body.message || words.not_sent];
  document.getElementById("totals-errors").replaceChildren(...lines.map((line) => el("li", {}, line)));
});
