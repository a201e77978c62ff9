/* A passkey that was not found, or called off: the page says so, where the library only writes to the console. */
document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  const note = document.getElementById("passkey-failed");
  note.hidden = true;
  requestAnimationFrame(() => { // said again when it fails again
    note.hidden = false;
    note.scrollIntoView({ block: "nearest" });
  });
});
