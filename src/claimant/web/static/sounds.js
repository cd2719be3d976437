// Sounds, if the reader has turned them on: a few tones each, by the name of what happens.

let audio = null;
const sounding = () => document.documentElement.dataset.sounds === "on";

// Phones allow a page to play sounds only after a touch, and again after each interruption.
for (const gesture of ["pointerup", "keydown"]) addEventListener(gesture, () => {
  if (!sounding()) return;
  audio ??= new AudioContext();
  if (audio.state !== "running") audio.resume().catch(() => {});
});

function tone(pitch, start, length, kind = "triangle", volume = 0.08) {
  const [voice, gain] = [audio.createOscillator(), audio.createGain()];
  voice.type = kind;
  voice.frequency.value = pitch;
  gain.gain.setValueAtTime(volume, audio.currentTime + start);
  gain.gain.exponentialRampToValueAtTime(0.0005, audio.currentTime + start + length);
  voice.connect(gain).connect(audio.destination);
  voice.start(audio.currentTime + start);
  voice.stop(audio.currentTime + start + length);
}

// Pitch, start, length, waveform and volume of each tone. A game's script may have others.
const TONES = {
  turn: [[660, 0.05, 0.18], [880, 0.18, 0.25]],
  bust: [[220, 0, 0.25, "sawtooth", 0.05], [175, 0.18, 0.3, "sawtooth", 0.05], [131, 0.38, 0.6, "sawtooth", 0.05]],
  trick: [[440, 0, 0.1, "sine"], [554, 0.09, 0.16, "sine"]],
  "last-round": [[523, 0, 0.5, "sine"], [523, 0.45, 0.5, "sine"], [784, 0.9, 0.9, "sine"]],
  "phase-2": [[392, 0, 0.25], [523, 0.2, 0.25], [659, 0.4, 0.5]],
  end: [[523, 0, 0.2], [659, 0.15, 0.2], [784, 0.3, 0.2], [1047, 0.45, 0.7]],
  news: [[990, 0, 0.12, "sine", 0.04]],
};
const MOVE = [[320, 0, 0.09, "sine"]];

export function sound(name, game) {
  if (!sounding() || document.hidden || audio?.state !== "running") return;
  for (const values of game.sounds?.[name] ?? TONES[name] ?? MOVE) tone(...values);
}
