(mayEndInDots) => {
  const found = [];
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) found.push(`scrolls sideways: ${page.scrollWidth} > ${innerWidth}`);
  const name = (node) => `${node.tagName.toLowerCase()}${node.id ? '#' + node.id : ''}.${node.className.baseVal ?? node.className}`;
  const said = (node) => [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
  for (const node of document.querySelectorAll('body *')) {
    if (!said(node) || !node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (node.closest(mayEndInDots) || node.closest('svg, script, option, select, textarea')) continue;
    const style = getComputedStyle(node);
    if (style.position === 'absolute' && node.offsetWidth <= 1 || style.clipPath !== 'none') continue;
    const text = node.textContent.trim().slice(0, 40);
    if (node.clientWidth && node.scrollWidth > node.clientWidth + 1) found.push(`cut: ${name(node)} “${text}” ${node.scrollWidth} > ${node.clientWidth}`);
    const box = node.getBoundingClientRect();
    if (box.width && !node.closest('.scroll, .side, .fan, .hand, .skip, .replay-row, .board') && (box.right > innerWidth + 1 || box.left < -1)) found.push(`outside: ${name(node)} “${text}”`);
  }
  return found;
}
