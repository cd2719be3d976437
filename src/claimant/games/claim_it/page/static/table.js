// The table of Claim It!: the sound of the dice, and arrow keys on the board.

// The tones of an event, by its verb: pitch, start, length, waveform and volume.
export const sounds = { dice: [0, 1, 2, 3].map((n) => [180 + 60 * (n % 3), n * 0.09, 0.06, "square", 0.04]) };

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

document.addEventListener("keydown", (event) => {
  const step = STEPS[event.key];
  const space = document.activeElement;
  if (!step || event.altKey || event.ctrlKey || event.metaKey || !space.matches(".map button")) return;
  const [column, row] = space.value.split(",").map(Number);
  const next = document.getElementById(`s${column + step[0]},${row + step[1]}`);
  if (next) { next.focus(); event.preventDefault(); }
});
