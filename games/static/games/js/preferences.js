/* Forms with [data-prefs] show and set what this browser's owner likes. */
import { loadDeck } from "./cards.js";

export function enablePreferences() {
  const { jetonPrefs } = window;
  for (const form of document.querySelectorAll("form[data-prefs]")) {
    for (const input of form.elements) {
      if (!input.name) continue;
      input.checked = jetonPrefs.get(input.name) === input.value;
      input.addEventListener("change", () => {
        const off = jetonPrefs.known[input.name].find((value) => value !== "on");
        jetonPrefs.set(input.name, input.type === "checkbox" && !input.checked ? off : input.value);
        if (input.name === "letters") loadDeck();
      });
    }
    form.addEventListener("submit", (event) => event.preventDefault());
  }
}
