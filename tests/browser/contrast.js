/* Text that is told from its ground too badly: [least for what waits or is said aside], with the colours the browser came to. */
(selector) => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const rgba = (colour) => { if (!known.has(colour)) known.set(colour, drawn(colour)); return known.get(colour); };
  const drawn = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255]; };
  const over = ([r, g, b, a], under) => [r * a + under[0] * (1 - a), g * a + under[1] * (1 - a), b * a + under[2] * (1 - a), 1];
  const light = ([r, g, b]) => [r, g, b].map((one) => one / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)).reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
  const ratio = (one, other) => { const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b); return (bright + 0.05) / (dark + 0.05); };
  const painted = (node) => { const { backgroundColor, backgroundImage } = getComputedStyle(node); return [...(backgroundImage.match(/(rgba?|color)\([^)]*\)/g) ?? []), backgroundColor].map(rgba).filter((one) => one[3] > 0); };
  /** Every ground that may lie below: each stop of a gradient is one. */
  const grounds = (node) => {
    const layers = [];
    for (let at = node; at; at = at.parentElement) { const found = painted(at); if (found.length) layers.push(found); if (found.some((one) => one[3] === 1)) break; }
    return layers.reverse().reduce((under, found) => found.flatMap((one) => (under.length ? under : [[255, 255, 255, 1]]).map((low) => over(one, low))), []);
  };
  const said = (node) => node.matches("input, textarea") ? node.placeholder : [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
  return [...document.querySelectorAll(selector)].filter((node) => said(node) && node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !node.closest("svg")).flatMap((node) => {
    const ink = rgba(getComputedStyle(node, node.matches("input, textarea") ? "::placeholder" : null).color);
    const worst = Math.min(...grounds(node).map((ground) => ratio(over(ink, ground), ground)));
    return worst < 4.5 ? [`${node.tagName.toLowerCase()}.${node.className} “${node.textContent.trim().slice(0, 30)}” ${worst.toFixed(2)}`] : [];
  });
}
