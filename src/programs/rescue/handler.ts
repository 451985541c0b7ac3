import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { secureRandom, valueWithin } from '../../base/index.js';
import type { PlainAnswer, PlainRequest } from '../../platform/http/index.js';
import { isSameText, type Rescue } from './rescue.js';
import { rescuePage, stalePage, wrongCodePage } from './page.js';
import { RESCUE_SCRIPT, RESCUE_STYLE } from './style.js';

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
