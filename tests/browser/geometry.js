/* What is wrong with where things lie at a table: outside the first screen, over each other, or out of a finger's reach. */
({ fits }) => {
  const wrong = [];
  const all = (selector) => [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility({ visibilityProperty: true }) && node.getBoundingClientRect().width > 0);
  const box = (node) => node.getBoundingClientRect();
  const name = (node) => {
    const kind = node.id ? `#${node.id}` : `${node.tagName.toLowerCase()}.${[...node.classList].join(".")}`;
    return `${kind} “${(node.dataset.action ?? node.getAttribute("aria-label") ?? node.textContent).trim().slice(0, 30)}”`;
  };
  const place = (node) => { const { left, top, right, bottom } = box(node); return `${Math.round(left)},${Math.round(top)} to ${Math.round(right)},${Math.round(bottom)}`; };
  const felt = document.querySelector(".felt");
  felt.scrollTop = 0;
  scrollTo(0, 0);
  const piecesOf = ".bar > *, #banner, .plate, .backs .card, .backs-count, .open-hand .card, .open-points, .pile, .pile-look, .limit, .caught, .fan-card, .fan-count, #board, .stage:not([hidden]), #prompt, #happened, .counter, .sorter, .hand-card, #actions > *";
  const pieces = all(piecesOf);

  if (fits) {
    if (document.scrollingElement.scrollHeight > innerHeight + 1) wrong.push(`the page is ${document.scrollingElement.scrollHeight} high`);
    if (felt.scrollHeight > felt.clientHeight + 1) wrong.push(`the felt is ${felt.scrollHeight} high in ${felt.clientHeight}`);
    for (const node of pieces) {
      const { left, top, right, bottom } = box(node);
      if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) wrong.push(`${name(node)} lies outside: ${place(node)}`);
    }
  }

  // Cards of one hand, fan or pile overlap by nature; nothing else does.
  const family = (node) => node.closest("#hand, .fan, .backs, .open-hand");
  // On a screen that scrolls the buttons stay, on a ground of their own, over what scrolls.
  const stays = (node) => !fits && node.closest("#actions") !== null;
  const least = 2;
  pieces.forEach((one, at) => {
    for (const other of pieces.slice(at + 1)) {
      if (one.contains(other) || other.contains(one) || stays(one) !== stays(other)) continue;
      if (family(one) && family(one) === family(other) && ![one, other].some((node) => node.matches(".backs-count, .open-points"))) continue;
      const a = box(one);
      const b = box(other);
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > least && high > least) wrong.push(`${name(one)} (${place(one)}) lies over ${name(other)} (${place(other)})`);
    }
  });

  const hit = (node, x, y) => { const found = document.elementFromPoint(x, y); return found !== null && (node.contains(found) || found.contains(node) && found === node); };
  for (const node of all("#actions .button, button.pile, .pile-look, .sorter, .tool, .bar-back, .bench-new")) {
    if (!fits || node.matches(".bench-new")) node.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = box(node);
    if (!hit(node, left + width / 2, top + height / 2)) wrong.push(`${name(node)} is covered in its middle`);
    if (node.matches("#actions .button, .pile, .sorter") && height < 44 - 0.5) wrong.push(`${name(node)} is ${Math.round(height)} high`);
  }
  if (!fits) document.querySelector("#hand")?.scrollIntoView({ block: "nearest" });
  for (const node of all(".hand-card")) {
    const { left, top, width, height } = box(node);
    let most = 0;
    for (let y = top + 6; y < top + height && most < 24; y += 6) {
      let run = 0;
      for (let x = left + 1; x < left + width && most < 24; x += 2) { run = hit(node, x, y) ? run + 2 : 0; most = Math.max(most, run); }
    }
    if (most < 24) wrong.push(`${name(node)} shows ${most} pixels`);
  }
  const board = document.querySelector("#board");
  if (board?.checkVisibility() && fits && board.clientHeight < 64) wrong.push(`the board is ${board.clientHeight} high`);
  return wrong;
}
