/* The token stands behind the # of the address, which browsers send to nobody: it is typed in here. */
const form = document.getElementById("token-form");

function takeToken() {
  const token = decodeURIComponent(location.hash.slice(1));
  if (!form || !token) return;
  history.replaceState(null, "", location.pathname);
  form.elements.token.value = token;
  form.requestSubmit();
}

takeToken();
// Opened where this page is open already, the address changes behind its # and nothing is loaded.
addEventListener("hashchange", takeToken);
