/* The switch "Notify me on this device": the browser is asked for permission only when it is turned on. */
const form = document.querySelector("form[data-push]");
const box = form.querySelector("input[type=checkbox]");

function show(state) {
  box.checked = state === "on" || state === "asking";
  box.disabled = ["unsupported", "denied", "asking"].includes(state);
  for (const said of form.querySelectorAll("[data-when]")) said.hidden = said.dataset.when !== state;
}

async function stateNow() {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  const known = await navigator.serviceWorker.getRegistration();
  const subscribed = await known?.pushManager.getSubscription();
  // Whoever was signed in here before has subscribed for themselves.
  return subscribed && subscribed.endpoint === form.dataset.endpoint && Notification.permission === "granted" ? "on" : "off";
}

async function turnOn() {
  show("asking");
  if ((await Notification.requestPermission()) !== "granted") return show(await stateNow());
  try {
    const { pushManager } = await navigator.serviceWorker.ready;
    await (await pushManager.getSubscription())?.unsubscribe();
    const made = (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: form.dataset.push })).toJSON();
    Object.entries({ endpoint: made.endpoint, ...made.keys }).forEach(([name, value]) => { form.elements[name].value = value; });
    form.submit();
  } catch {
    show("failed");
  }
}

async function turnOff() {
  const known = await navigator.serviceWorker.ready;
  await (await known.pushManager.getSubscription())?.unsubscribe().catch(() => { /* the house forgets it all the same */ });
  document.querySelector("form[data-push-off]").submit();
}

box.addEventListener("change", () => (box.checked ? turnOn() : turnOff()));
show(await stateNow());
