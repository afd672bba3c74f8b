// Beside the hand form of a trial: the answer in words, the record and the link follow what is
// entered. The form says when it has heard what its hand comes to, and when nothing is entered.

const place = document.getElementById("hand-form");
const answer = document.getElementById("answer-words");
const record = document.getElementById("record");
const hand = document.querySelector(".try-form [name='hand']");
const blank = JSON.parse(document.getElementById("trial-blank").textContent);
let shown = document.getElementById("hand-link") !== null;

function show(content) {
  record.value = content.record;
  hand.value = new URL(content.address, location.href).searchParams.get("hand");
  history.replaceState(null, "", content.address);
}

place.addEventListener("previewed", ({ detail: { status, body } }) => {
  if (status !== 200) return; // the form itself says what is wrong
  answer.innerHTML = body.html; // made and escaped by the server
  show(body);
  shown = true;
});

place.addEventListener("emptied", () => {
  if (!shown) return;
  const words = document.createElement("p");
  words.className = "empty";
  words.textContent = blank.words;
  answer.replaceChildren(words);
  show(blank);
  shown = false;
});
