/* Which notices come unasked: one box switches a whole group, and each group says how many of its kinds are on. */
for (const group of document.querySelectorAll(".wishes-group")) {
  const boxes = (way) => [...group.querySelectorAll(`input[name="${way}"]`)];
  const wholes = [...group.querySelectorAll("[data-all]")];

  const show = () => {
    for (const whole of wholes) {
      const on = boxes(whole.dataset.all).filter((box) => box.checked).length;
      whole.checked = on === boxes(whole.dataset.all).length;
      whole.indeterminate = on > 0 && !whole.checked;
    }
    const chosen = [...group.querySelectorAll("input[name]:checked")];
    group.querySelector("[data-on]").textContent = new Set(chosen.map((box) => box.value)).size;
  };

  group.addEventListener("change", ({ target }) => {
    if (target.dataset.all) for (const box of boxes(target.dataset.all)) box.checked = target.checked;
    show();
  });
  group.querySelector(".wishes-all").hidden = false;
  show();
}
