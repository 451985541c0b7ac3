import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeLink, readLinkPayload } from '../../../src/paper/journal/verificationLink.js';
import { find, get, statusAndBody, invoice, parsed, SALE } from './calling.js';
import { FakePfr } from './core.js';
import { type Fault, Faults, type Plan } from './faults.js';
import type { FakeRequest, Reply } from './wire.js';

/** A processor that is ready, and what will go wrong with it. */
function troubled(...waiting: Fault[]) {
  const pfr = new FakePfr({ pin: null });
  const faults = new Faults(pfr);
  faults.add(...waiting);
  return {
    pfr,
    faults,
    plan: (request: FakeRequest) => faults.plan(request),
    /** The answer to a call that gets a whole one. */
    ask: (request: FakeRequest) => replyOf(faults.plan(request)),
    ids: () => pfr.signed.map(({ requestId }) => requestId),
  };
}

function replyOf(plan: Plan): Reply {
  assert.is(plan.delivery, 'whole');
  return (plan as { reply: Reply }).reply;
}

const dearer = { ...SALE, payment: [{ paymentType: 1, amount: 450 }] };
const DEARER = { ...dearer, items: [{ ...SALE.items[0], quantity: 3, totalAmount: 450 }] };

test('a refusal signs nothing, and is over after one call', () => {
  const { ask, ids } = troubled({ fault: 'refuse', code: '2310' }, { fault: 'refuse', code: '1300', form: 'quoted' });
  assert.is(statusAndBody(ask(invoice('1'))), '400 2310');
  assert.is(statusAndBody(ask(invoice('2'))), '400 "1300"');
  assert.equal(ids(), []);
  assert.is(ask(invoice('3')).status, 200);
  assert.equal(ids(), ['3']);
});

test('a fault waits for a call of its kind', () => {
  const { ask, faults } = troubled({ fault: 'answer', on: 'find', signs: false, status: 404, body: '' });
  assert.is(ask(invoice('1')).status, 200);
  assert.is(faults.pending.length, 1);
  assert.is(ask(find('1')).status, 404);
  assert.is(ask(find('1')).status, 200);
});

test('a permanent fault lasts until it is cleared, and lets others go first', () => {
  const { ask, faults } = troubled(
    { fault: 'refuse', code: '2220', standing: true },
    { fault: 'refuse', code: '1100' },
  );
  assert.equal(
    ['1', '2', '3'].map((id) => statusAndBody(ask(invoice(id)))),
    ['400 1100', '400 2220', '400 2220'],
  );
  faults.clear();
  assert.is(ask(invoice('4')).status, 200);
});

test('a dropped call is signed or not, as ordered', () => {
  const { plan, ask, ids } = troubled({ fault: 'drop', signs: false }, { fault: 'drop', signs: true });
  assert.equal(plan(invoice('before')), { delivery: 'reset' });
  assert.equal(plan(invoice('after')), { delivery: 'reset' });
  assert.equal(ids(), ['after']);
  assert.is(statusAndBody(ask(find('before'))), '200 null');
  assert.is(parsed(ask(find('after')))['totalCounter'], 1);
});

test('a call hangs, and is signed never, at once, or when it is released', () => {
  const { plan, ids } = troubled(
    { fault: 'hang', signs: 'never' },
    { fault: 'hang', signs: 'now' },
    { fault: 'hang', signs: 'late' },
  );
  const releases = ['never', 'now', 'late'].map((id) => {
    const hanging = plan(invoice(id));
    assert.is(hanging.delivery, 'hang');
    return (hanging as Extract<Plan, { delivery: 'hang' }>).release;
  });
  assert.equal(ids(), ['now']);
  const replies = releases.map((release) => release());
  assert.equal(ids(), ['now', 'late']);
  assert.equal(
    replies.map((reply) => reply && parsed(reply)['totalCounter']),
    [null, 1, 2],
  );
});

test('an answer may be nothing, garbage, or an error although it was signed', () => {
  const { ask, ids } = troubled(
    { fault: 'answer', signs: true, status: 200, body: '' },
    { fault: 'answer', signs: true, status: 200, body: '<html>' },
    { fault: 'answer', signs: true, status: 500, body: 'Internal Server Error' },
  );
  assert.equal(
    ['1', '2', '3'].map((id) => statusAndBody(ask(invoice(id)))),
    ['200 ', '200 <html>', '500 Internal Server Error'],
  );
  assert.equal(ids(), ['1', '2', '3']);
});

test('a whole answer is planned to be cut or to drip', () => {
  const { plan, pfr } = troubled({ fault: 'cut' }, { fault: 'drip' });
  for (const delivery of ['cut', 'drip']) {
    const planned = plan(invoice(delivery));
    assert.is(planned.delivery, delivery);
    assert.is(parsed((planned as { reply: Reply }).reply)['totalCounter'], pfr.signed.length);
  }
});

test('a stale answer is that of the receipt before', () => {
  const { ask, faults, ids } = troubled();
  const first = parsed(ask(invoice('1')));
  faults.add(
    { fault: 'stale', signs: false },
    { fault: 'stale', signs: true },
    { fault: 'stale', on: 'find', signs: true },
  );
  assert.equal(parsed(ask(invoice('2', DEARER))), first);
  assert.equal(parsed(ask(invoice('3', DEARER))), first);
  assert.equal(parsed(ask(find('3'))), first);
  assert.equal(ids(), ['1', '3']);
  assert.is(parsed(ask(find('3')))['totalAmount'], 450);
});

test("another till's receipt is a good one of other content", () => {
  const { ask, ids } = troubled({ fault: 'foreign', signs: false }, { fault: 'foreign', signs: true });
  const answer = parsed(ask(invoice('mine')));
  assert.is(answer['totalAmount'], 77);
  assert.is(linkOf(answer)?.total, 7_700);
  assert.is(parsed(ask(invoice('mine')))['totalAmount'], 77);
  assert.equal(ids(), ['foreign-1', 'foreign-2', 'mine']);
  assert.is(parsed(ask(find('mine')))['totalAmount'], 300);
});

test('a link may be broken, and any field another', () => {
  const { ask, pfr } = troubled(
    { fault: 'broken-link' },
    { fault: 'alter', fields: { totalAmount: 1, journal: null } },
  );
  const broken = parsed(ask(invoice('1')));
  assert.is(linkOf(broken), undefined);
  assert.ok(linkOf({ verificationUrl: pfr.lastAnswer(1)?.['verificationUrl'] }));
  const { totalAmount, journal, totalCounter } = parsed(ask(invoice('2')));
  assert.equal([totalAmount, journal, totalCounter], [1, null, 2]);
  assert.is(parsed(ask(find('2')))['totalAmount'], 300);
});

test('the link may lead elsewhere, and so may the picture alone', () => {
  const root = 'https://evil.example';
  const { ask, pfr } = troubled({ fault: 'mislead', root }, { fault: 'mislead', root, only: 'picture' });
  const misled = parsed(ask(invoice('1')));
  assert.match(misled['verificationUrl'] as string, /^https:\/\/evil\.example\/v\/\?vl=A/);
  assert.equal(linkOf(misled), linkOf({ verificationUrl: pfr.lastAnswer(1)?.['verificationUrl'] }));
  const drawn = parsed(ask(invoice('2')));
  assert.match(drawn['verificationUrl'] as string, /^https:\/\/sandbox\.suf\.purs\.gov\.rs\/v\/\?vl=A/);
  assert.is.not(drawn['verificationQRCode'], pfr.lastAnswer(1)?.['verificationQRCode']);
});

test('a refusal has no link to be broken', () => {
  const { ask } = troubled({ fault: 'broken-link', before: ['card-out'] });
  assert.is(statusAndBody(ask(invoice('1'))), '400 1300');
});

test('the language may be ignored', () => {
  const { ask } = troubled({ fault: 'english' });
  assert.is(parsed(ask(invoice('1')))['invoiceCounterExtension'], 'NS');
});

test('something happens before the call, or between the signing and the answer', () => {
  const { ask, ids } = troubled(
    { fault: 'none', before: ['card-out'] },
    { fault: 'none', before: ['card-in'], after: ['foreign-receipt'] },
    { fault: 'none', on: 'find', before: ['forget'] },
  );
  assert.is(statusAndBody(ask(invoice('1'))), '400 1300');
  assert.is(parsed(ask(invoice('2')))['totalCounter'], 1);
  assert.equal(ids(), ['2', 'foreign-1']);
  assert.is(statusAndBody(ask(find('foreign-1'))), '200 null');
});

test('a request that is not a call of a till meets no fault', () => {
  const { ask, faults } = troubled({ fault: 'drop', signs: true });
  assert.is(ask(get('/favicon.ico')).status, 404);
  assert.is(faults.pending.length, 1);
});

function linkOf({ verificationUrl }: Record<string, unknown>) {
  const [, payload = ''] = (verificationUrl as string).split('?vl=');
  return decodeLink(readLinkPayload(payload)!);
}

test.run();
