import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CardState } from '../../../src/processors/card/cardState.js';
import type { CardLoss } from '../../../src/processors/card/link.js';
import { CARD_LOSSES } from './losses.js';
import type { CardReport } from '../../../src/processors/card/readCard.js';
import {
  type CardFinding,
  cardFindings as judged,
  readerText,
  usedPercent,
} from '../../../src/processors/card/cardFindings.js';
import { newCard } from '../../kit/card/cards.js';
import { DAY_MS } from '../../kit/ledger.js';
import { withoutCommands } from '../../kit/serbian.js';
import { Shop } from './shop.js';

const test = suite<{ card: CardReport }>('words of the card');

test.before(async (context) => {
  const shop = new Shop();
  await shop.insert(await newCard({ version: '3.2.8' }));
  if (shop.state.kind !== 'ready') throw new Error(shop.state.kind);
  context.card = shop.state.card;
});

const PIN_KINDS = ['accepted', 'needed', 'blocked'] as const;
const STANDINGS = ['needs confirmation', 'other shop', 'other environment'] as const;
/** Noon in Serbia of the day on which the certificate of these tests ends. */
const END = Date.UTC(2027, 2, 1, 11);

const ready = (card: CardReport, pin: (typeof PIN_KINDS)[number] = 'accepted'): CardState => ({
  kind: 'ready',
  card,
  pin,
  isKept: false,
});

function ending(card: CardReport, notAfter = END): CardReport {
  return { ...card, identity: { ...card.identity, notAfter } };
}

function using(card: CardReport, sum: bigint, limit = 100n): CardReport {
  return { ...card, amount: { sum, limit } };
}

/** Every state that there is, with whatever makes its words differ. */
function everyState(card: CardReport): CardState[] {
  const fault = { kind: 'refused', word: 0x6a82, meaning: 'not found' } as const;
  const poor = { ...using(ending(card, 0), 100n), client: { ok: false, error: fault } as const };
  return [
    ...CARD_LOSSES.flatMap((loss): CardState[] => [
      { kind: 'no reader', loss },
      { kind: 'mute', loss },
    ]),
    { kind: 'no card' },
    { kind: 'reading' },
    { kind: 'unknown card', fault },
    { kind: 'unknown card', fault: { ...fault, kind: 'foreign' } },
    ...STANDINGS.flatMap((standing): CardState[] => [
      { kind: 'stranger', card, standing, isNamesake: false },
      { kind: 'stranger', card, standing, isNamesake: true },
      { kind: 'stranger', card: { ...card, identity: { ...card.identity, tin: null } }, standing, isNamesake: false },
    ]),
    ...PIN_KINDS.flatMap((pin) =>
      [card, using(card, 85n), poor, { ...poor, triesLeft: { element: null, pki: null } }].map((one) =>
        ready(one, pin),
      ),
    ),
  ];
}

const SHOP = { knownCards: [], companyTin: '101670560' } as const;

function cardFindings(
  state: CardState,
  now: number | null,
  environment: 'sandbox' | 'production',
  companyTin: string | null = SHOP.companyTin,
): readonly CardFinding[] {
  return judged(state, { now, rules: { ...SHOP, companyTin, environment }, isKeyUsed: false });
}

const english = (findings: readonly CardFinding[]): string[] => findings.map(({ found }) => found.en);

test('every state has whole sentences in both languages, the worst first', ({ card }) => {
  let spoken = 0;
  for (const state of everyState(card)) {
    for (const environment of ['sandbox', 'production'] as const) {
      const findings = cardFindings(state, END - 10 * DAY_MS, environment);
      if (state.kind !== 'ready') assert.is(findings[0]?.state, 'failure', state.kind);
      const order = findings.map((finding) => finding.state);
      assert.equal(order, [...order].sort(), 'failures stand before warnings');
      for (const { found, action } of findings) {
        spoken += 1;
        for (const sr of [found.sr, action.sr]) {
          assert.match(sr, /^[А-ЯЂЈЉЊЋЏ].*\.$/);
          assert.not.match(withoutCommands(sr).replace(/pcscd|USB|CARD0001/g, ''), /[A-Za-z]/, sr);
          assert.not.match(sr, /[.,] *[.,]|undefined|null/);
        }
        assert.match(found.en, /^[A-Z].*\.$/);
        assert.match(action.en, /^[A-Z].*(\.|pin|CARD0001|company -|'"[a-z]+"')$/);
        // The certificate's own words, such as the name of the shop, stay as they are.
        assert.not.match(`${found.en} ${action.en}`.replace(card.identity.organisation, ''), /[А-Яа-я]|undefined|null/);
      }
    }
  }
  assert.ok(spoken > 80);
});

test('a card that is ready and well needs no words', ({ card }) => {
  assert.equal(cardFindings(ready(ending(card)), END - 31 * DAY_MS, 'sandbox'), []);
  assert.equal(cardFindings(ready({ ...ending(card), amount: null }), END - 31 * DAY_MS, 'sandbox'), []);
});

test('the loss of a reader says what to do about it', () => {
  const about = (loss: CardLoss): string => readerText(loss).found.en;
  for (const loss of ['no reader', 'reader gone', 'closed'] as const)
    assert.is(about(loss), 'No card reader is connected.');
  for (const loss of ['late', 'protocol', 'mute', 'removed', 'no card', 'too long'] as const)
    assert.is(about(loss), 'The card reader does not respond.');
  const others = (
    ['off', 'left to pcscd', 'busy', 'denied', 'driver', 'unsupported', 'late', 'no reader'] as const
  ).map(about);
  assert.is(new Set(others).size, others.length);
});

test('in its last 30 days a new card is asked for, and then it has ended', ({ card }) => {
  const said = (left: number): readonly CardFinding[] =>
    cardFindings(ready(ending(card)), END - left, 'sandbox').filter(({ found }) => found.en.includes('certificate'));
  assert.equal(said(30 * DAY_MS + 1), []);
  for (const left of [30 * DAY_MS, DAY_MS, 1]) {
    assert.equal(english(said(left)), ['The certificate of the card expires on 2027-03-01.']);
    assert.is(said(left)[0]?.state, 'warning');
    assert.is(said(left)[0]?.found.sr, 'Сертификат картице истиче 01.03.2027.');
  }
  for (const left of [0, -DAY_MS]) {
    assert.equal(english(said(left)), ['The certificate of the card expired on 2027-03-01.']);
    assert.is(said(left)[0]?.state, 'failure');
  }
});

test('who is asked whether a card is the shop’s is told at once that it is of no use', ({ card }) => {
  const fault = { kind: 'refused', word: 0x6a82, meaning: 'not found' } as const;
  const poor: CardReport = { ...ending(card), client: { ok: false, error: fault } };
  const said = (standing: (typeof STANDINGS)[number]): string[] =>
    english(cardFindings({ kind: 'stranger', card: poor, standing, isNamesake: false }, END, 'sandbox')).slice(1);
  const [ended = '', noKey = ''] = said('needs confirmation');
  assert.is(ended, 'The certificate of the card expired on 2027-03-01.');
  assert.match(noKey, "The card's key for the V-PFR cannot be read");
  assert.equal(said('other shop'), [], 'a card that is none of the shop’s');
});

test('a clock for which nobody vouches ends no certificate', ({ card }) => {
  for (const notAfter of [END, 0, DAY_MS])
    assert.equal(cardFindings(ready(ending(card, notAfter)), null, 'sandbox'), []);
});

test('an empty reader asks for a card, and a silent card is reported as silent', () => {
  assert.equal(english(cardFindings({ kind: 'no card' }, null, 'sandbox')), ['There is no card in the reader.']);
  assert.equal(english(cardFindings({ kind: 'mute', loss: 'mute' }, null, 'sandbox')), ['The card does not respond.']);
});

test('a warning has no code of the processor, which a client expects as null', ({ card }) => {
  const [soon] = cardFindings(ready(ending(card)), END - DAY_MS, 'sandbox');
  assert.is(soon?.state, 'warning');
  assert.is(soon?.code, null);
});

test('a card without a TIN is described with a question mark in its place', ({ card }) => {
  const without: CardReport = { ...card, identity: { ...card.identity, tin: null } };
  const state: CardState = { kind: 'stranger', card: without, standing: 'needs confirmation', isNamesake: false };
  assert.match(english(cardFindings(state, null, 'sandbox')).join(), /CARD0001: Пекара Зора, TIN \?/);
});

test('with a V-PFR that uses its key the amount on the card frightens nobody', ({ card }) => {
  const rules = { ...SHOP, environment: 'sandbox' } as const;
  for (const sum of [80n, 100n])
    assert.equal(judged(ready(using(ending(card), sum)), { now: null, rules, isKeyUsed: true }), []);
});

test('a card that another authority made, and one that cannot be read, are told apart', () => {
  const fault = { word: 0x6a82, meaning: 'not found' } as const;
  const said = (kind: 'foreign' | 'refused') =>
    cardFindings({ kind: 'unknown card', fault: { kind, ...fault } }, null, 'sandbox')[0]?.found.en;
  assert.is(said('foreign'), 'This is not a card of the tax authority.');
  assert.is(said('refused'), "The tax authority's card cannot be read (refused: not found (6A82)).");
});

test('from 75 % of its amount on the card is spoken of, and at 100 % it signs no more', ({ card }) => {
  const far = END - 300 * DAY_MS;
  const said = (sum: bigint, limit = 1000n): string[] =>
    english(cardFindings(ready(using(ending(card), sum, limit)), far, 'sandbox'));
  assert.equal(said(749n), []);
  assert.match(said(750n).join(), /^The card has used 75 % of its allowed amount/);
  assert.match(said(999n).join(), /^The card has used 99 % of its allowed amount/);
  for (const sum of [1000n, 5000n]) assert.match(said(sum).join(), /it signs no more until an audit\.$/);
  assert.equal(said(5n, 0n), [], 'a card without a limit');
  const largest = 2n ** 56n - 1n;
  assert.is(usedPercent({ amount: { sum: largest, limit: largest } }), 100);
  assert.is(usedPercent({ amount: { sum: largest, limit: 1n } }), Number(largest * 100n));
  assert.is(usedPercent({ amount: null }), null);
});

test('the PIN is asked for with the tries that are left, where the card tells them', ({ card }) => {
  const far = END - 300 * DAY_MS;
  const said = (pin: (typeof PIN_KINDS)[number], pki: number | null): CardFinding | undefined =>
    cardFindings(ready({ ...ending(card), triesLeft: { element: 5, pki } }, pin), far, 'sandbox')[0];
  assert.equal(said('needed', 3)?.found, {
    sr: 'Картица чека ПИН. Преостало покушаја: 3.',
    en: 'The card is waiting for its PIN. Tries remaining: 3.',
  });
  assert.is(said('needed', null)?.found.sr, 'Картица чека ПИН.');
  assert.is(said('needed', 3)?.action.en, 'Enter the PIN under Settings, page “Card” (kasirbox card pin).');
  assert.is(said('blocked', 0)?.found.en, 'The card is permanently blocked after wrong PINs.');
  assert.is(said('accepted', 3), undefined);
});

test('of several things the one that no other can mend stands first', ({ card }) => {
  const fault = { ok: false, error: { kind: 'malformed', what: 'a certificate' } } as const;
  const worst = { ...using(ending(card), 100n), client: fault };
  const found = (pin: (typeof PIN_KINDS)[number]): string[] =>
    english(cardFindings(ready(worst, pin), END, 'sandbox')).map((text) => text.split(' ').slice(0, 5).join(' '));
  assert.equal(found('blocked'), [
    'The card is permanently blocked',
    'The certificate of the card',
    "The card's key for the",
    'The card has used its',
  ]);
  assert.equal(found('needed'), found('accepted'), 'a key that cannot be read needs no PIN');
});

test('whose card it is, is said of a stranger', ({ card }) => {
  const said = (
    standing: (typeof STANDINGS)[number],
    environment: 'sandbox' | 'production',
    isNamesake = false,
    companyTin: string | null = SHOP.companyTin,
  ): string => {
    const [{ found, action } = { found: { en: '' }, action: { en: '' } }] = cardFindings(
      { kind: 'stranger', card, standing, isNamesake },
      0,
      environment,
      companyTin,
    );
    return `${found.en} ${action.en}`;
  };
  assert.match(
    said('needs confirmation', 'sandbox'),
    /CARD0001: Пекара Зора, TIN 100000049.*card accept CARD0001\)\.$/,
  );
  assert.match(
    said('needs confirmation', 'sandbox', true),
    /CARD0001 \(Пекара Зора.*does not have the certificate of the confirmed card.*it was renewed, or it is a different card.*card accept CARD0001\)/,
  );
  assert.match(said('other shop', 'sandbox'), /another shop: Пекара Зора, TIN 100000049.*card of this shop/);
  assert.match(said('other shop', 'sandbox'), /The settings have TIN 101670560; if it is wrong/);
  assert.match(said('other shop', 'sandbox', false, null), /Cards confirmed earlier have a different TIN/);
  assert.match(said('needs confirmation', 'sandbox', false, null), /there is no TIN to compare with/);
  assert.match(said('other environment', 'production'), /for the sandbox, but the box issues real receipts/);
  assert.match(said('other environment', 'sandbox'), /for production, but the box is set to the sandbox/);
});

test.run();
