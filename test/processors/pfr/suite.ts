import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Draft, INVOICE_TYPES, type TaxLabel, TRANSACTION_TYPES } from '../../../src/contract/fiscal.js';
import { secureRandom } from '../../../src/base/cryptography.js';
import { localTime } from '../../../src/base/time.js';
import { decodeLink, buyerIdInLink, readLinkPayload } from '../../../src/paper/journal/verificationLink.js';
import type { Pfr, Signature, SignRequest } from '../../../src/processors/pfr/port.js';
import { counterLetters } from '../../../src/paper/journal/receiptTexts.js';
import { draft, line } from '../../paper/journal/drafts.js';

/** A ready processor with no other clients. */
export interface Subject {
  readonly pfr: Pfr;
  readonly close: () => Promise<void>;
}

const KINDS = INVOICE_TYPES.flatMap((type) => TRANSACTION_TYPES.map((transaction) => [type, transaction] as const));
const BUYER = '10:100000049';
const JID = /^[A-Z0-9]{8}$/;
/** How far the clock of a processor may be from ours, ms. */
const CLOCK_ERROR = 5 * 60_000;

/** What every processor promises to the box, whatever is behind it: the same sentences for all kinds. */
export function promise(kind: string, open: () => Promise<Subject>): void {
  const test = suite(kind);
  let subject: Subject;
  let isOpen = false;

  test.before(async () => {
    subject = await open();
    isOpen = true;
    await subject.pfr.refresh();
  });
  // The error to report is the failure to open, not the failure to close.
  test.after(async () => {
    if (isOpen) await subject.close();
  });

  /** The first `count` of its labels. */
  const labels = (count: number): TaxLabel[] => subject.pfr.taxLabels().slice(0, count);
  const sale = (change: Partial<Draft> = {}): Draft => {
    return { ...draft('Normal', 'Sale', [line('Кафа', labels(1)[0]?.label ?? '', 180, 2)]), ...change };
  };
  const requestFor = async (asked: Draft): Promise<SignRequest> => {
    const ready = await subject.pfr.ready();
    if (ready.kind === 'refused') throw new Error(ready.message);
    const requestId = secureRandom(16).toString('hex');
    return {
      requestId,
      draft: asked,
      taxLabels: subject.pfr.taxLabels(),
      esirNumber: '123/1.0',
      counterBaseline: ready.counterBaseline,
    };
  };
  const signed = async (request: SignRequest): Promise<Signature> => {
    const outcome = await subject.pfr.sign(request);
    if (outcome.kind !== 'signed') throw new Error(JSON.stringify(outcome));
    return outcome.signature;
  };
  const issue = async (asked: Draft): Promise<Signature> => signed(await requestFor(asked));

  test('its status says that all is well, and who it is', () => {
    const { ok, mode, environment, uid, findings } = subject.pfr.status();
    assert.ok(ok, JSON.stringify(findings));
    assert.is(mode, subject.pfr.mode);
    assert.is(environment, 'sandbox');
    assert.match(uid, JID);
    assert.not(findings.some(({ blocks }) => blocks));
  });

  test('its labels are single characters with a name and a rate', () => {
    assert.ok(labels(1).length > 0);
    for (const { label, name, rate } of subject.pfr.taxLabels()) {
      assert.is(Array.from(label).length, 1);
      assert.ok(name !== '' && rate >= 0, label);
    }
  });

  test('when it is ready it tells what it has signed last', async () => {
    const before = await issue(sale());
    const ready = await subject.pfr.ready();
    assert.ok(ready.kind === 'ready');
    assert.is(ready.counterBaseline.uid, before.requestedBy);
    assert.ok(ready.counterBaseline.lastNumber === null || ready.counterBaseline.lastNumber === before.invoiceNumber);
  });

  for (const [type, transaction] of KINDS) {
    test(`it signs ${type} ${transaction}, and what it gives agrees with what was asked`, async () => {
      const original = await issue(sale());
      const refers = type === 'Copy' || transaction === 'Refund';
      const asked: Draft = {
        ...draft(type, transaction, [line('Кафа', labels(1)[0]?.label ?? '', 123.45)]),
        buyerId: BUYER,
        ...(refers && { referentNumber: original.invoiceNumber, referentTime: localTime(original.time) }),
      };

      agrees(await issue(asked), asked);
    });
  }

  test('each label of a receipt has its tax', async () => {
    const lines = labels(3).map(({ label }, index) => line(`Роба ${index + 1}`, label, 100 + index));
    const several = draft('Normal', 'Sale', lines);
    const signature = await issue(several);
    agrees(signature, several);
    assert.is(signature.taxItems.length, lines.length);
  });

  test('the time at which an advance was paid is taken over', async () => {
    const issueTime = localTime(Date.now() - 3 * 86_400_000);
    const asked = { ...draft('Advance', 'Sale', [line('10: Аванс (Ђ)', labels(1)[0]?.label ?? '', 500)]), issueTime };
    agrees(await issue(asked), asked);
  });

  test('its counters go up by one', async () => {
    const [first, second] = [await issue(sale()), await issue(sale())];
    assert.is(second.totalCounter, first.totalCounter + 1);
    assert.is(second.typeCounter, first.typeCounter + 1);
  });

  test('what it signed last is found under its request id, to the letter', async () => {
    const request = await requestFor(sale({ buyerId: BUYER }));
    const signature = await signed(request);
    assert.equal(await subject.pfr.find(request), { kind: 'signed', signature });
    assert.equal(await subject.pfr.find(request), { kind: 'signed', signature }, 'as often as it is asked');
  });

  test('an id that it never saw is absent, beside the number that it signed last', async () => {
    const last = await issue(sale());
    const found = await subject.pfr.find(await requestFor(sale()));
    assert.ok(found.kind === 'absent', found.kind);
    const now = await subject.pfr.counters();
    assert.ok(now?.uid === last.requestedBy);
    assert.ok(now.lastNumber === null || now.lastNumber === last.invoiceNumber);
  });

  test('behind the last one it finds the right receipt or none, never another', async () => {
    const request = await requestFor(sale());
    const signature = await signed(request);
    await issue(sale({ buyerId: BUYER }));
    const found = await subject.pfr.find(request);
    if (found.kind === 'signed') assert.equal(found.signature, signature);
    else assert.is(found.kind, 'absent');
  });

  test('a label that it does not know is refused by code 2310, and nothing is signed', async () => {
    const before = await issue(sale());
    const known = subject.pfr.taxLabels().map(({ label }) => label);
    const unknown = ['Ш', 'Ћ', 'Џ'].find((label) => !known.includes(label)) ?? '';

    const request = await requestFor(draft('Normal', 'Sale', [line('Кафа', unknown, 180)]));
    const outcome = await subject.pfr.sign(request);

    assert.ok(outcome.kind === 'refused', outcome.kind);
    assert.is(outcome.code, '2310');
    assert.is((await subject.pfr.find(request)).kind, 'absent');
    assert.is((await issue(sale())).totalCounter, before.totalCounter + 1);
  });

  test.run();
}

/** A signature holds together, and is that of the draft. */
function agrees(signature: Signature, asked: Draft): void {
  const { requestedBy, signedBy, totalCounter, typeCounter, time } = signature;
  const payload = readLinkPayload(new URL(signature.verificationUrl).searchParams.get('vl') ?? '');
  const link = payload && decodeLink(payload);
  assert.ok(link, 'the link is whole');
  const { internalData: _, signature: __, ...head } = link;
  assert.equal(head, {
    ...{ requestedBy, signedBy, totalCounter, typeCounter, time, total: asked.total },
    ...{
      invoiceType: asked.invoiceType,
      transactionType: asked.transactionType,
      buyerId: buyerIdInLink(asked.buyerId),
    },
  });
  assert.is(signature.invoiceNumber, `${requestedBy}-${signedBy}-${totalCounter}`);
  const letters = counterLetters(asked.invoiceType, asked.transactionType);
  assert.is(signature.invoiceCounter, `${typeCounter}/${totalCounter}${letters}`);
  assert.ok(Math.abs(time - Date.now()) < CLOCK_ERROR, localTime(time));
  for (const { label, total } of signature.taxItems) {
    const lines = asked.lines.filter((one) => one.label === label);
    assert.is(
      total,
      lines.reduce((sum, one) => sum + one.total, 0),
    );
  }
  const journal = signature.journal.replace(/\s/g, '');
  for (const { name } of asked.lines) assert.ok(journal.includes(name.replace(/\s/g, '')), signature.journal);
  assert.ok(journal.includes(signature.invoiceNumber));
}
