/* The token stands behind the # of the address, which browsers send to nobody: it is typed in here. */
const form = document.getElementById("token-form");
const token = decodeURIComponent(location.hash.slice(1));
if (form && token) {
  history.replaceState(null, "", location.pathname);
  form.elements.token.value = token;
  form.requestSubmit();
}
