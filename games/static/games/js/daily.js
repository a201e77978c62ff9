/* Something for friends, as the result of the deal of the day: shared where the device can, else copied. */
import { setText } from "./dom.js";
import { _ } from "./words.js";

const button = document.querySelector('[data-action="share"]');

button?.addEventListener("click", async () => {
  const { text } = button.dataset;
  const said = document.getElementById("shared");
  try {
    if (navigator.share) await navigator.share({ text });
    else {
      await navigator.clipboard.writeText(text);
      setText(said, _("The text is copied."));
    }
  } catch (error) {
    if (error.name !== "AbortError") setText(said, text);
  }
});
