import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { secureRandom, valueWithin } from '../../base/index.js';
import type { PlainAnswer, PlainRequest } from '../../platform/http/index.js';
import { isSameText, type Rescue } from './rescue.js';
import { rescuePage, stalePage, wrongCodePage } from './page.js';

/** The style of the rescue page, light and dark. */
const RESCUE_STYLE = `
:root { color-scheme: light dark; --page: #f5f6f5; --card: #fff; --text: #17211f; --muted: #55625f; --border: #c9d1ce;
  --accent: #0b5d57; --on-accent: #fff; --warning: #7a4a00; font: 1rem/1.5 system-ui, "DejaVu Sans", sans-serif; }
@media (prefers-color-scheme: dark) { :root { --page: #121615; --card: #1c2220; --text: #e8eeec; --muted: #a3b0ac;
  --border: #3a4643; --accent: #5cc2b7; --on-accent: #0b1f1d; --warning: #f0bd6b; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 42rem; padding: 1rem; background: var(--page); color: var(--text); overflow-wrap: anywhere; }
header { margin-bottom: 1rem; font-size: 1.15rem; font-weight: 600; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.15rem; line-height: 1.3; margin: 1.5rem 0 .5rem; }
h3 { font-size: 1.15rem; line-height: 1.3; margin: 0 0 .5rem; }
p { margin: 0 0 .5rem; }
[lang=en] { display: block; color: var(--muted); font-size: .875rem; font-weight: 400; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .75rem; }
li, section { background: var(--card); border: 1px solid var(--border); border-radius: .6rem; padding: 1rem; }
li > :last-child, section > :last-child { margin-bottom: 0; }
form { margin: .75rem 0 0; }
button, .button { display: inline-block; min-height: 3rem; padding: .5rem 1.25rem; font: inherit; font-weight: 600; border-radius: .6rem;
  border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); cursor: pointer; text-align: center;
  text-decoration: none; }
button [lang=en], .button [lang=en] { color: inherit; }
button.plain { background: none; color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.bad h3, .warning { color: var(--warning); }
label { display: block; margin: 0 0 .75rem; }
input { display: block; width: 100%; max-width: 14rem; min-height: 3rem; margin-top: .25rem; padding: .25rem .75rem; font: inherit;
  letter-spacing: .1em; color: var(--text); background: var(--page); border: 1px solid var(--muted); border-radius: .6rem; }
input[type=hidden] { display: none; }
progress { width: 100%; height: 1.25rem; accent-color: var(--accent); }
.percent { font-size: 1.5rem; font-weight: 600; margin: 0; }
@media (max-width: 30rem) { button, .button { width: 100%; } }
`;

/**
 * Keeps the page up to date: progress is updated in place, and the page reloads when anything else changes, finally
 * when the restarted box answers with another page. Without scripts the page reloads itself.
 */
const RESCUE_SCRIPT = `(function () {
  var place = document.body;
  function look() {
    fetch('/state', { cache: 'no-store' }).then(function (answer) {
      if (answer.ok) return answer.json();
      location.replace('/');
      return null;
    }).then(function (state) {
      if (state === null) return;
      var bar = document.querySelector('progress');
      var typed = document.querySelectorAll('input[name=code]');
      for (var n = 0; n < typed.length; n += 1) if (typed[n].value) { setTimeout(look, 2000); return; }
      if (state.mark !== place.getAttribute('data-mark')) return location.replace('/');
      if (bar && state.percent !== null) {
        bar.value = state.percent;
        document.getElementById('percent').textContent = state.percent + ' %';
      }
      setTimeout(look, 2000);
    }, function () {
      setTimeout(look, 3000);
    });
  }
  setTimeout(look, 2000);
})();
`;

/** Maximum wait of the page for sticks, ms. */
const LOOK_TIME = 4_000;
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** With no-referrer a browser would not send the origin of a form. */
const COMMON = { 'Content-Security-Policy': POLICY, 'Referrer-Policy': 'same-origin' } as const;

/**
 * Responses of the rescue system. There is no sign-in: only signed bundles can be installed, and a button requires the
 * code of the ticket. A page of another site can neither use its buttons nor read it, even under a name that resolves
 * to this box.
 */
export function rescueHandler(rescue: Rescue): (request: PlainRequest) => Promise<PlainAnswer> {
  const token = secureRandom(24).toString('base64url');
  return async (request) => {
    const { method, path, host } = request;
    if (!isOwnHost(host)) return answer(421, 'text/plain', 'Open this box by its address\n');
    if (method === 'POST') return act(rescue, request, token);
    switch (path) {
      case '/':
        return answer(200, 'text/html', rescuePage({ token, ...(await seen(rescue)) }));
      case '/state': {
        const { mark, state } = await seen(rescue);
        const percent = state.kind === 'restoring' ? state.percent : null;
        return answer(200, 'application/json', JSON.stringify({ mark, percent }));
      }
      case '/rescue.css':
        return answer(200, 'text/css', RESCUE_STYLE);
      case '/rescue.js':
        return answer(200, 'text/javascript', RESCUE_SCRIPT);
      default:
        // Any other page of the box, possibly still open in a browser, redirects here.
        return { ...answer(302, 'text/plain', ''), headers: { ...COMMON, Location: '/' } };
    }
  };
}

async function act(rescue: Rescue, { path, origin, host, form }: PlainRequest, token: string): Promise<PlainAnswer> {
  const isOurs = origin === undefined || origin === `http://${host}`;
  if (!isOurs || !isSameText(form.get('token') ?? '', token)) return answer(403, 'text/html', stalePage());
  if (!(await rescue.isCode(form.get('code') ?? ''))) return answer(403, 'text/html', wrongCodePage());
  // A refused action is visible on the page, which then has no such button.
  if (path === '/restore') await rescue.beginRestore(form.get('id') ?? '');
  else if (path === '/again') await rescue.beginAgain();
  else return answer(404, 'text/plain', 'Not found\n');
  return { ...answer(303, 'text/plain', ''), headers: { ...COMMON, Location: '/' } };
}

async function seen(rescue: Rescue) {
  const [bundles, isRetried, needsCode, givenUp] = await Promise.all([
    valueWithin(LOOK_TIME, rescue.bundles()),
    rescue.isRetried(),
    rescue.needsCode(),
    rescue.givenUp(),
  ]);
  const { state } = rescue;
  const shown = [state.kind, String(isRetried), bundles === undefined, ...(bundles ?? []).map(({ id }) => id)];
  const mark = createHash('sha256').update(shown.join('\0')).digest('hex').slice(0, 16);
  return { state, bundles, isRetried, needsCode, givenUp, mark };
}

/** An address, a name without a domain, or an mDNS name: hosts that no foreign name server can resolve to this box. */
function isOwnHost(host: string): boolean {
  const name = /^(\[[0-9a-f:.]+\]|[^:]+)(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase() ?? '';
  return isIP(name.replace(/^\[|\]$/g, '')) !== 0 || /^[a-z0-9-]{1,63}(\.local)?$/.test(name);
}

function answer(status: number, type: string, body: string): PlainAnswer {
  return { status, headers: { ...COMMON, 'Content-Type': `${type}; charset=utf-8` }, body };
}
