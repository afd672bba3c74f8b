// Four numbers instead of hands.
import { el, signed } from "./dom.js";
import { call } from "./net.js";

const form = document.getElementById("totals-form");
const inputs = [...form.querySelectorAll("input[inputmode]")];
const read = (input) => (/^[-−+]?\d+$/.test(input.value.trim()) ? Number(input.value.trim().replace("−", "-")) : null);

form.addEventListener("input", () => {
  document.getElementById("totals-sum").textContent = signed(inputs.reduce((sum, i) => sum + (read(i) ?? 0), 0));
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const totals = Object.fromEntries(inputs.map((i) => [i.name, read(i)]));
  const { status, body } = await call(form.dataset.url, { totals, reason: form.elements.reason.value });
  if (status && status < 400) location.reload();
  const problems = body.problems?.length ? body.problems : [{ message: body.message ?? "" }];
  document.getElementById("totals-errors").replaceChildren(...problems.map((p) => el("li", {}, p.message)));
});
