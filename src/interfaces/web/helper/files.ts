import { PALETTE } from '../open/page.js';

/** The style of the helper page. */
export const HELPER_STYLE = `${PALETTE}
body { margin: 0 auto; max-width: 46rem; padding: 1rem; background: var(--page); color: var(--text); }
header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .5rem; margin-bottom: 1rem; }
header strong { font-size: 1.15rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.15rem; margin: 0 0 .5rem; }
p { margin: 0 0 .75rem; }
a { color: var(--accent); }
nav { display: flex; flex-wrap: wrap; gap: .4rem; }
nav a { display: inline-flex; align-items: center; min-height: 2.75rem; min-width: 2.75rem; justify-content: center; padding: 0 .8rem;
  border: 1px solid var(--border); border-radius: .6rem; background: var(--card); text-decoration: none; }
nav a[aria-current] { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
ol { list-style: none; margin: 1rem 0; padding: 0; display: grid; gap: .75rem; }
li, section { background: var(--card); border: 1px solid var(--border); border-radius: .6rem; padding: 1rem; }
section { margin: 0 0 .75rem; }
li { display: grid; gap: .75rem; }
li svg { width: 100%; max-width: 15rem; justify-self: center; }
.number { font-weight: 600; color: var(--accent); margin: 0; }
.button { display: inline-flex; align-items: center; justify-content: center; min-height: 2.9rem; padding: .4rem 1.1rem; font: inherit;
  font-weight: 600; border-radius: .6rem; border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent);
  text-decoration: none; cursor: pointer; }
.button.plain { background: none; color: var(--accent); }
.state { font-weight: 600; }
.state svg { width: 1.15em; height: 1.15em; vertical-align: -0.2em; fill: none; stroke: currentColor; stroke-width: 2.25; }
.state.yes { color: var(--good); } .state.no { color: var(--warning); }
.print { font-family: ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
[hidden] { display: none; }
svg .frame { fill: none; stroke: var(--muted); stroke-width: 2; }
svg .row { fill: var(--page); stroke: var(--border); } svg .chosen, svg .on { fill: var(--accent); }
svg .knob { fill: var(--on-accent); }
svg .arrow { fill: none; stroke: var(--accent); stroke-width: 8; stroke-linecap: round; stroke-linejoin: round; }
svg text { font-size: 13px; fill: var(--text); } svg .on-chosen { fill: var(--on-accent); font-weight: 600; }
@media (min-width: 36rem) { li { grid-template-columns: 1fr 15rem; align-items: center; } }
`;

/**
 * Requests a small file over HTTPS from each address of the box; the device continues at the first that answers. An
 * iPad identifies itself as a Mac, but a Mac has no touch screen. Written for old browsers too.
 */
export const HELPER_SCRIPT = `(function () {
  var place = document.getElementById('check');
  if (place.getAttribute('data-guessed') === 'mac' && navigator.maxTouchPoints > 1) {
    location.replace(place.getAttribute('data-ios'));
    return;
  }
  var origins = place.getAttribute('data-origins').split(' ');
  var link = document.getElementById('open');
  var states = { wait: document.getElementById('wait'), yes: document.getElementById('yes'), no: document.getElementById('no') };
  var again = document.getElementById('again');
  var isBusy = false;
  function show(name) {
    for (var one in states) states[one].hidden = one !== name;
    again.hidden = name !== 'no';
    link.className = name === 'yes' ? 'button' : 'button plain';
  }
  function attempt(at) {
    if (at >= origins.length) {
      isBusy = false;
      show('no');
      return;
    }
    var aborting = new AbortController();
    var timer = setTimeout(function () { aborting.abort(); }, 4000);
    fetch(origins[at] + '/icon.svg', { mode: 'cors', cache: 'no-store', credentials: 'omit', signal: aborting.signal }).then(
      function () {
        clearTimeout(timer);
        isBusy = false;
        link.href = origins[at] + '/';
        show('yes');
      },
      function () {
        clearTimeout(timer);
        attempt(at + 1);
      },
    );
  }
  function check() {
    if (isBusy) return;
    isBusy = true;
    show('wait');
    attempt(0);
  }
  again.addEventListener('click', check);
  document.addEventListener('visibilitychange', function () {
    if (!document.hidden && !states.no.hidden) check();
  });
  check();
})();
`;
