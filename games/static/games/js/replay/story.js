/* What a round's result was made of, for one seat: a graph of what was to be expected, and its parts, which add up. */
import { byId, el } from "../dom.js";
import { _, fill, tenth } from "../words.js";

const PARTS = {
  deal: () => _("The hands dealt"),
  own_draws: () => _("Own cards from the stock"),
  other_draws: () => _("Others' cards from the stock"),
  own_open: () => _("Own cards from the pile"),
  other_open: () => _("Others' cards from the pile"),
  own_play: () => _("Own play"),
  other_play: () => _("Others' play"),
  end: () => _("The end"),
};
const WIDE = 300;
const HIGH = 110;
const NS = "http://www.w3.org/2000/svg";

function svg(name, attributes, ...children) {
  const node = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/** `results` is the review, by seat; `onStep` shows a step, and `jeton:step` tells which is shown. */
export function showStory({ results, last, at, nameOf, onStep }) {
  const told = results.filter((one) => one.luck);
  if (!told.length) return;
  const section = byId("story");
  const choice = byId("story-seat");
  if (section.dataset.own) choice.value = section.dataset.own;
  let now = at;
  const draw = () => {
    const one = told.find(({ seat }) => String(seat) === choice.value) ?? told[0];
    byId("story-graph").replaceChildren(graph(one, last, now, nameOf, onStep));
    byId("story-parts").replaceChildren(parts(one.luck));
  };
  choice.addEventListener("change", draw);
  document.addEventListener("jeton:step", (event) => {
    now = event.detail;
    byId("story-graph").querySelector(".story-now")?.setAttribute("x", x(now, last) - 1);
  });
  section.hidden = false;
  draw();
}

const x = (step, last) => (WIDE * step) / Math.max(1, last);

/** The value after each step as a line around zero, ending in the result. */
function graph({ seat, values, luck }, last, now, nameOf, onStep) {
  const points = [...values, { step: last, value: luck.result }];
  const most = Math.max(10, ...points.map(({ value }) => Math.abs(value)));
  const y = (value) => HIGH / 2 - ((HIGH / 2 - 6) * value) / most;
  const words = fill(_("Points to be expected by %(name)s: %(first)s after the deal, %(result)s in the end"), { name: nameOf(seat), first: tenth(points[0].value), result: tenth(luck.result) });
  const picture = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": words, class: "story-line" },
    svg("line", { x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2, class: "story-zero" }),
    svg("text", { x: 3, y: 11 }, tenth(most)), svg("text", { x: 3, y: HIGH / 2 - 3 }, "0"), svg("text", { x: 3, y: HIGH - 4 }, tenth(-most)),
    svg("polyline", { points: points.map(({ step, value }) => `${x(step, last).toFixed(1)},${y(value).toFixed(1)}`).join(" ") }),
    ...points.map(({ step, value }) => svg("circle", { cx: x(step, last), cy: y(value), r: 2.5 })),
    svg("rect", { class: "story-now", x: x(now, last) - 1, y: 0, width: 2, height: HIGH }));
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    onStep(Math.round((last * (event.clientX - box.left)) / box.width));
    byId("replay").scrollIntoView({ block: "start" });
  });
  return picture;
}

/** A waterfall: each part begins where the one before ended. */
function parts(luck) {
  let sum = 0;
  const rows = Object.entries(PARTS).map(([name, words]) => {
    const from = sum;
    sum += luck[name];
    return [words(), luck[name], from, sum];
  });
  const edge = Math.max(10, ...rows.map(([, , from, to]) => Math.max(Math.abs(from), Math.abs(to))));
  return el("div", { class: "scroll" }, el("table", { class: "story-parts" },
    el("tbody", {}, ...rows.filter(([, points]) => points).map(([words, points, from, to]) => el("tr", {}, el("th", { scope: "row" }, words), el("td", { class: "num" }, tenth(points)), el("td", {}, bar(from, to, edge))))),
    el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, _("Result")), el("td", { class: "num" }, tenth(luck.result)), el("td", {})),
      el("tr", { class: "muted" }, el("th", { scope: "row" }, _("of it luck: deal and stock")), el("td", { class: "num" }, tenth(luck.luck)), el("td", {})))));
}

function bar(from, to, edge) {
  const at = (points) => 50 + (50 * points) / edge;
  return svg("svg", { viewBox: "0 0 100 10", "aria-hidden": "true", class: "story-bar", preserveAspectRatio: "none" },
    svg("line", { x1: 50, x2: 50, y1: 0, y2: 10, class: "story-zero" }),
    svg("rect", { x: Math.min(at(from), at(to)), y: 1, width: Math.max(0.6, Math.abs(at(to) - at(from))), height: 8, class: to >= from ? "gain" : "loss" }));
}
