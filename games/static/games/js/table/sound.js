/* Two soft tones, a buzz, a notice of the system: each only for those who asked for it. */
import { _ } from "../words.js";

const BUZZ_MS = { turn: [60, 50, 60], time: [200] };
let context = null;

/** It is the player's turn, or their time runs out. */
export function alertPlayer(kind, words) {
  chime(kind);
  if (window.jetonPrefs.get("vibration") === "on") navigator.vibrate?.(BUZZ_MS[kind]);
  if (window.jetonPrefs.get("notify") === "on" && document.hidden && globalThis.Notification?.permission === "granted") notify(words);
}

function notify(words) {
  try {
    const notice = new Notification(_("Your turn"), { body: words, tag: "jeton-turn", icon: new URL("../../../web/icons/icon-192.png", import.meta.url).href });
    notice.onclick = () => { focus(); notice.close(); };
  } catch { /* some phones show notices through a worker only */ }
}

function chime(kind) {
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
