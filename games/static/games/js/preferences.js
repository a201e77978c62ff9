/* Forms with [data-prefs] show and set what this browser's owner likes; those with [data-keep] tell the account. */
import { postJson } from "./api.js";
import { loadDeck } from "./cards.js";

export function enablePreferences() {
  const { jetonPrefs } = window;
  for (const form of document.querySelectorAll("form[data-prefs]")) {
    for (const input of form.elements) {
      if (!input.name) continue;
      if (input.tagName === "SELECT") input.value = jetonPrefs.get(input.name);
      else input.checked = jetonPrefs.get(input.name) === input.value;
      input.addEventListener("change", () => changed(input));
    }
    form.addEventListener("submit", (event) => event.preventDefault());
    if (form.dataset.keep) keepAt(form.dataset.keep);
  }
}

/** One message after the other; what was chosen meanwhile goes with the next, and what fails with the next page. */
function keepAt(url) {
  let sending = false;
  const send = async () => {
    const waiting = sending ? null : window.jetonPrefs.waiting();
    if (!waiting) return;
    sending = true;
    const sent = await postJson(url, waiting).then(() => true, () => false);
    sending = false;
    if (!sent) return;
    window.jetonPrefs.sent(waiting);
    send();
  };
  document.addEventListener("jeton:prefs", send);
  send();
}

async function changed(input) {
  const { jetonPrefs } = window;
  if (input.name === "notify" && input.checked && !(await mayNotify())) input.checked = false;
  const off = jetonPrefs.known[input.name]?.find((value) => value !== "on");
  jetonPrefs.set(input.name, input.type === "checkbox" && !input.checked ? off : input.value);
  if (input.name === "letters") loadDeck();
}

/** Asked only after a press; a browser that knows no notices, or a no, leaves the box empty. */
async function mayNotify() {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}
