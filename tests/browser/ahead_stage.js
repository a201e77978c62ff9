/* A page that waits while another thinks: `sit` begins anew, `turn` is news of the table, `done` is what the page did. */
async () => {
  const { Ahead, NO_PLAN } = await import('/js/table/ahead.js');
  document.body.innerHTML = '<p id="say"></p><p id="call"></p><p id="banner"></p>';
  window.sit = () => {
    const done = window.done = [];
    const ui = { ahead: NO_PLAN, pending: null, stale: false, selected: null };
    const model = {
      view: { version: 1, turn: 1 }, playing: true, seated: true, isMyTurn: false, mine: {}, phase: 'draw', ui,
      hand: ['7h', 'Kd'], round: { number: 1, knock_limit: 10 }, best: { points: 30 }, play: null,
      isChosen: (card) => card === ui.selected, can: () => true, discards: new Set(['7h', 'Kd']), knocks: new Map(),
    };
    const page = { events_url: 'there' };
    const commands = {
      act: (action) => done.push(`${action.type} ${action.card}`), handlers: () => ({ drawStock: () => done.push('draw') }),
      hint: (words) => done.push(words), chosen: () => [ui.selected].filter(Boolean), deselect: () => { ui.selected = null; },
    };
    window.jetonPrefs = { get: () => 'on' };
    window.ahead = new Ahead({ page, ui, current: () => model, commands, redraw: () => {} });
    window.table = { page, ui, model };
  };
  window.turn = ({ version, phase, ...more }) => {
    Object.assign(table.model, { phase, isMyTurn: true, view: { version, turn: 0 } }, more);
    ahead.look(table.model);
  };
}
