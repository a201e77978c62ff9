/* The second half of a double click does not send a form again: the answer to the first would be lost. */
const MOMENT_MS = 2000; // then it may be sent again: an answer may be a file, which leaves the page where it is
const sent = new WeakSet();

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.getAttribute("method") !== "post") return;
  if (sent.has(form)) {
    event.preventDefault();
    return;
  }
  sent.add(form);
  setTimeout(() => sent.delete(form), MOMENT_MS);
});
