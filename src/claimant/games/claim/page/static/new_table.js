// The form for a new table: checks the deck while the player picks factions.
"use strict";
for (const picker of document.querySelectorAll("[data-picker]")) {
  const form = picker.closest("form");
  const verdict = form.querySelector("output");
  let asked = 0;
  const check = async () => {
    const turn = ++asked;
    const data = new FormData(form);
    const query = new URLSearchParams({
      players: data.get("players"),
      factions: data.getAll("factions").join(" "),
    });
    try {
      const answer = await (await fetch(`${picker.dataset.picker}?${query}`)).json();
      if (turn !== asked) return;
      verdict.textContent = answer.words;
      verdict.classList.toggle("good", answer.good);
    } catch {
      verdict.textContent = "";  // the server checks again when the table is made
    }
  };
  form.addEventListener("change", check);
  check();
}
