import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { believed, sendIssuing } from '../../../../../src/interfaces/web/client/net/issue.js';

const { fetch } = globalThis;
test.after(() => void (globalThis.fetch = fetch));

test('a box that has changed is known to the page before its refusal is', async () => {
  const box = { environment: 'production', mode: 'lpfr', usesCard: false };
  globalThis.fetch = async (path) => {
    if (path !== '/web/session') return Response.json({ error: { code: 'changed', message: '' } }, { status: 409 });
    await new Promise((resolve) => setImmediate(resolve));
    return Response.json({ state: 'signed-out', isOnTablet: false, cashiers: [], box });
  };
  const reply = await sendIssuing('key', '/invoices', {}, 'sandbox demo');
  assert.is(reply.ok ? 'issued' : reply.error.code, 'changed');
  assert.is(believed(), 'production lpfr');
});

test.run();
