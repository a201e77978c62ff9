/* Two soft tones, only for those who asked for them. */
let context = null;

export function chime(kind) {
  if (window.jetonPrefs.get("sound") !== "on") return;
  try {
    context ??= new AudioContext();
    for (const [at, pitch] of kind === "turn" ? [[0, 523], [0.12, 784]] : [[0, 392]]) tone(at, pitch);
  } catch { /* no sound here */ }
}

function tone(at, pitch) {
  const start = context.currentTime + at;
  const volume = context.createGain();
  const source = context.createOscillator();
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(0.08, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.35);
  source.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + 0.4);
}
