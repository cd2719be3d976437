// The clock of a timed run. The server keeps the time; this only shows it.
const clock = document.querySelector("[data-seconds]");
if (clock) {
  const end = performance.now() + 1000 * Number(clock.dataset.seconds);
  const show = () => {
    const left = Math.max(0, Math.round((end - performance.now()) / 1000));
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (left) setTimeout(show, 250);
    else if (clock.dataset.over) location.assign(clock.dataset.over);
  };
  show();
}
