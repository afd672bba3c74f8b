// Beside the hand form of a trial: the answer in words, the record and the link follow what is
// entered. The form says when it has heard what its hand comes to.

const place = document.getElementById("hand-form");
const answer = document.getElementById("answer-words");
const record = document.getElementById("record");
const hand = document.querySelector(".try-form [name='hand']");

place.addEventListener("previewed", ({ detail: { status, body } }) => {
  if (status !== 200) return; // the form itself says what is wrong
  answer.innerHTML = body.html; // made and escaped by the server
  record.value = body.record;
  hand.value = new URL(body.address, location.href).searchParams.get("hand");
  history.replaceState(null, "", body.address);
});
