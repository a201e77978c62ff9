/* Alone among bots nobody is waited for: cards are dealt after a short look at the round before, or at a tap. Who reads
   on meanwhile, in a dialog, the score sheet or about fair cards, keeps the table's own pause. */
const LOOK_MS = 8000;
const FIRST_LOOK_MS = 3000;
const READING = "dialog[open], .side.shown, .fair[open]";

let round = null; // the number of the round that is about to be dealt
let at = null;
let timer = 0;

/** When the next cards come by themselves, by the browser's clock; null where somebody is waited for. */
export function dealSoon(model, on) {
  const { view } = model;
  if (!mayDeal(model)) {
    clearTimeout(timer);
    [round, at] = [null, null];
  } else if (view.round.number !== round) {
    clearTimeout(timer);
    round = view.round.number;
    at = Date.now() + (view.score_sheet.length ? LOOK_MS : FIRST_LOOK_MS);
    timer = setTimeout(() => {
      at = null;
      if (document.hidden || document.querySelector(READING)) on.redraw();
      else on.ready();
    }, at - Date.now());
  }
  return at;
}

function mayDeal({ view, mine, others, ui }) {
  const alone = others.length > 0 && others.every((one) => one.player?.is_bot && one.ready);
  return view.phase === "between" && mine && !mine.ready && !view.rebuy && !ui.frame?.round && !view.terms.turn_based && alone && Boolean(view.deadline_at);
}
