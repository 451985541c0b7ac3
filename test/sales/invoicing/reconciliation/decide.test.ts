import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Draft, Environment, Signature } from '../../../../src/contract/fiscal.js';
import { failed } from '../../../../src/base/result.js';
import { buildVerificationUrl, type DecodedLink } from '../../../../src/paper/journal/verificationLink.js';
import { encodeLink } from '../../../kit/links.js';
import type { Intent } from '../../../../src/platform/ledger/intent.js';
import { Ledger } from '../../../../src/platform/ledger/ledger.js';
import type { FindOutcome } from '../../../../src/processors/pfr/port.js';
import { NO_TIN } from '../../../../src/shop/settings/company.js';
import { instead } from '../../../kit/instead.js';
import { issued } from '../../../paper/journal/invoices.js';
import { numbers, signatureIn } from './lostOrders.js';
import { BASELINE, INTENT, opened, TIMES } from './opened.js';
import { inEnglish } from '../../../kit/inEnglish.js';

const DAY = 86_400_000;
const { uid } = BASELINE;
const RUN = `${uid}-${uid}`;
const HOSTS: Readonly<Record<Environment, string>> = {
  sandbox: 'https://sandbox.suf.purs.gov.rs',
  production: 'https://suf.purs.gov.rs',
};
const NOT_SIGNED = { signed: false, reason: 'asked on the portal' } as const;
const ASKED_AT = Date.UTC(2027, 0, 15, 8);

/** The link of the receipt that was asked for, but for what differs. */
function linkOf(differs: Partial<DecodedLink> = {}, environment: Environment = 'sandbox'): string {
  const { total, invoiceType, transactionType, buyerId }: Draft = INTENT.draft;
  const proof = { internalData: Buffer.alloc(256, 1), signature: Buffer.alloc(256, 2) };
  const counted = { requestedBy: uid, signedBy: uid, totalCounter: 7, typeCounter: 5, time: ASKED_AT };
  const link = { ...counted, ...proof, total, invoiceType, transactionType, buyerId, ...differs };
  return buildVerificationUrl(HOSTS[environment], encodeLink(link));
}

/** Decides once the order can be signed no more, by a processor that knows nothing of it. */
async function decided(
  decision: { readonly signed: true; readonly link: string } | { readonly signed: false },
  change: Partial<Intent> = {},
  find: FindOutcome = { kind: 'foreign' },
) {
  const { ledger, reconciliation } = await opened(
    () => Promise.resolve(find),
    [{ createdAt: ASKED_AT - DAY / 2, ...change }],
  );
  const { requestId } = INTENT;
  const outcome = await reconciliation.decide(requestId, { ...decision, reason: 'asked on the portal' });
  const open = reconciliation.unresolved('sandbox').length;
  const receipts = await ledger.invoices({ environment: 'sandbox', skip: 0, limit: 10 });
  await reconciliation.stop();
  await ledger.close();
  return { outcome, open, receipts };
}

test('a receipt that a person has found is recorded by its link, with the numbers in it and who has said so', async () => {
  const { outcome, open, receipts } = await decided({ signed: true, link: linkOf() });
  assert.is(outcome.ok, true);
  assert.is(open, 0);
  const [receipt] = receipts;
  assert.is(receipt?.signature.invoiceNumber, `${RUN}-7`);
  assert.is(receipt?.signature.invoiceCounter, '5/7ПП');
  assert.is(receipt?.signature.time, ASKED_AT);
  assert.is(receipt?.signature.verificationUrl, linkOf());
  assert.equal(receipt?.attempt?.settled, { by: 'person', reason: 'asked on the portal' });
});

for (const [what, link, change, said] of [
  ['of another amount', linkOf({ total: 1 }), {}, /its amount does not match/],
  ['of another invoice type', linkOf({ invoiceType: 'Advance' }), {}, /its invoice type does not match/],
  ['of a refund', linkOf({ transactionType: 'Refund' }), {}, /its transaction type does not match/],
  ['of another buyer', linkOf({ buyerId: '10:100000049' }), {}, /its buyer does not match/],
  ['of production', linkOf({}, 'production'), {}, /from the production environment/],
  ['that is cut', linkOf().slice(0, -40), {}, /not a whole verification link/],
  ['from long before it was asked for', linkOf({ time: ASKED_AT - 2 * DAY }), {}, /its time does not match/],
  [
    'with a number that was known before',
    linkOf(),
    { counterBaseline: { ...BASELINE, counters: { [RUN]: numbers(7) } } },
    /its number does not match/,
  ],
  ['of the certificate of somebody else', linkOf({ requestedBy: 'OTHER123' }), { mode: 'vpfr' }, /from OTHER123, but/],
] as const) {
  test(`a link ${what} is refused, and nothing is decided`, async () => {
    const { outcome, open, receipts } = await decided({ signed: true, link }, change);
    assert.match(String(inEnglish(outcome.ok ? 'decided' : outcome.error)), said);
    assert.equal([open, receipts], [1, []]);
  });
}

test('numbers tell more than a time: the next number is believed whatever the clock of the processor showed', async () => {
  const known = { counterBaseline: { ...BASELINE, counters: { [RUN]: numbers(6) } } };
  const { outcome } = await decided({ signed: true, link: linkOf({ time: ASKED_AT - 30 * DAY }) }, known);
  assert.is(outcome.ok, true);
});

test('a buyer id is compared in the form of the link, which has ASCII only', async () => {
  const buyerId = '20:Ж123';
  const change = { draft: { ...INTENT.draft, buyerId } };
  const { receipts } = await decided({ signed: true, link: linkOf({ buyerId }) }, change);
  assert.is(receipts[0]?.draft.buyerId, buyerId);
});

test('a receipt by its link has the seller of the last receipt of its card, and that of the settings without one', async () => {
  const { ledger, reconciliation } = await opened(
    () => Promise.resolve({ kind: 'foreign' }),
    [{ createdAt: ASKED_AT - DAY }],
  );
  const { company } = issued(INTENT.draft).signature;
  const seller = { ...company, name: 'ПЕКАРА', tin: 'RS100000049' };
  const before = { ...signatureIn(RUN, 6, 4), company: seller };
  await ledger.issue({ ...issued(INTENT.draft), signature: before }, []);
  const decide = async (requestId: string, link: string): Promise<Signature | undefined> => {
    const outcome = await reconciliation.decide(requestId, { signed: true, link, reason: 'seen' });
    return outcome.ok ? outcome.value?.signature : undefined;
  };
  const signed = await decide(INTENT.requestId, linkOf());
  assert.equal(signed?.company, seller);
  assert.match(String(signed?.journal), /RS100000049/);
  await ledger.put({ type: 'intent', intent: { ...INTENT, requestId: 'b'.repeat(32), createdAt: ASKED_AT } });
  const ofOther = await decide('b'.repeat(32), linkOf({ requestedBy: 'OTHER123', signedBy: 'OTHER123' }));
  assert.is(ofOther?.company.tin, NO_TIN);
  await reconciliation.stop();
  await ledger.close();
});

test('a number that the ledger has already is another receipt', async () => {
  const { ledger, reconciliation } = await opened(
    () => Promise.resolve({ kind: 'foreign' }),
    [{ createdAt: ASKED_AT - DAY }],
  );
  const first = await reconciliation.decide(INTENT.requestId, { signed: true, link: linkOf(), reason: 'seen' });
  assert.is(first.ok, true);
  await ledger.put({ type: 'intent', intent: { ...INTENT, requestId: 'b'.repeat(32), counterBaseline: BASELINE } });
  const again = await reconciliation.decide('b'.repeat(32), { signed: true, link: linkOf(), reason: 'seen' });
  assert.match(
    String(inEnglish(again.ok ? 'decided' : again.error)),
    /Receipt FAKE7PFR-FAKE7PFR-7 is already in the ledger/,
  );
  assert.is(reconciliation.unresolved('sandbox').length, 1);
  await reconciliation.stop();
  await ledger.close();
});

test('what the processor tells after all comes before what a person says', async () => {
  const found: FindOutcome = { kind: 'signed', signature: signatureIn(RUN, 7, 5) };
  const { outcome, receipts } = await decided(NOT_SIGNED, {}, found);
  assert.match(String(inEnglish(outcome.ok ? 'decided' : outcome.error)), /The processor has reported the outcome/);
  assert.is(receipts.length, 1);
});

test('nothing is decided of an order that is not open', async () => {
  const { ledger, reconciliation } = await opened(() => Promise.resolve({ kind: 'foreign' }), []);
  const outcome = await reconciliation.decide('c'.repeat(32), NOT_SIGNED);
  assert.match(String(inEnglish(outcome.ok ? 'decided' : outcome.error)), /No open receipt/);
  await reconciliation.stop();
  await ledger.close();
});

test('a decision that the disk does not take is none', async () => {
  const { ledger, reconciliation, clock } = await opened(() => Promise.resolve({ kind: 'foreign' }));
  clock.pass(TIMES.signingLimit);
  for (const [name, decision] of [
    ['put', NOT_SIGNED],
    ['issue', { signed: true, link: linkOf(), reason: 'seen' }],
  ] as const) {
    const undo = instead(Ledger.prototype, name, () => Promise.resolve(failed('full')));
    const outcome = await reconciliation.decide(INTENT.requestId, decision).finally(undo);
    assert.match(String(inEnglish(outcome.ok ? 'decided' : outcome.error)), /could not be stored/);
    assert.is(reconciliation.unresolved('sandbox').length, 1);
  }
  await reconciliation.stop();
  await ledger.close();
});

test.run();
