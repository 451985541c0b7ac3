import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ClockTrust } from '../../../../src/base/clockTrust.js';
import { CARD_MODES, cardMode, type CardState, MODE_TEXTS } from '../../../../src/processors/card/cardState.js';
import { cardFamilies, exposition } from '../../../../src/interfaces/health/metrics.js';
import { runChecks } from '../../../../src/interfaces/health/checks.js';
import { cardCheck } from '../../../../src/interfaces/health/checks/card.js';
import { cardReport, readyCard } from '../../../kit/card/states.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { healthDeps } from '../../../kit/health.js';
import { DAY_MS, NOON, openLedger } from '../../../kit/ledger.js';

const RULES = { knownCards: [], companyTin: '100000049', environment: 'sandbox' } as const;

function look(state: CardState | undefined, isNeeded = true, trust: ClockTrust = 'network', now = NOON) {
  const seen = state && ({ state, isNeeded, rules: RULES, ofProcessor: null } as const);
  return cardCheck.run({ card: () => seen, now: () => now, clockTrust: () => trust });
}

const states = (...given: Parameters<typeof look>): string[] => look(...given).map(({ state }) => state);

/** Each state of which there is a word. */
async function everyMode(): Promise<CardState[]> {
  const card = await cardReport();
  const ready = await readyCard();
  const fault = { kind: 'malformed', what: 'a certificate' } as const;
  return [
    { kind: 'no reader', loss: 'busy' },
    { kind: 'no card' },
    { kind: 'mute', loss: 'busy' },
    { kind: 'mute', loss: 'denied' },
    { kind: 'mute', loss: 'mute' },
    { kind: 'reading' },
    { kind: 'unknown card', fault },
    { kind: 'stranger', card, standing: 'needs confirmation', isNamesake: false },
    { kind: 'stranger', card, standing: 'other shop', isNamesake: false },
    { kind: 'stranger', card, standing: 'other environment', isNamesake: false },
    { ...ready, card: { ...card, identity: { ...card.identity, notAfter: NOON } } },
    { ...ready, card: { ...card, client: { ok: false, error: fault } } },
    { ...ready, pin: 'needed' },
    { ...ready, pin: 'blocked' },
    ready,
  ];
}

test('where no reader is there and none is needed nothing is said', () => {
  assert.equal(look(undefined), []);
});

test('a card that is ready is well, and says so with figures for a technician', async () => {
  const [found] = look(await readyCard());
  assert.is(found?.state, 'ok');
  assert.is(found?.proof?.en, 'ready, CARD0001, tries left 5, amount used 0 %');
});

test('why a card, or its key, was not read stands in the proof', async () => {
  const error = { kind: 'refused', word: 0x6f00, meaning: 'the card gives no reason' } as const;
  const [unread] = look({ kind: 'unknown card', fault: error });
  assert.is(unread?.proof?.en, 'unknown card, refused: the card gives no reason (6F00)');
  const [keyless] = look(await readyCard({ client: { ok: false, error } }));
  assert.match(keyless?.proof?.en ?? '', /, key: refused: the card gives no reason \(6F00\)$/);
});

test('whatever stands against the card stops receipts where its key is used, and nothing where it is not', async () => {
  for (const state of await everyMode()) {
    const isReady = cardMode(state, NOON) === 'ready';
    const [used] = look(state);
    assert.equal([used?.state, used?.blocks], isReady ? ['ok', false] : ['failure', true], cardMode(state, NOON));
    assert.equal(states(state, false), ['ok'], cardMode(state, NOON));
  }
});

test('without what speaks TLS with its key, no card is of use to a processor that wants one', async () => {
  const keyFault = { code: null, blocks: true, found: { sr: 'нема', en: 'no GnuTLS' }, action: { sr: '', en: 'apt' } };
  for (const state of [await readyCard(), { kind: 'no card' } as const]) {
    for (const isNeeded of [true, false]) {
      const seen = { state, isNeeded, rules: RULES, ofProcessor: null, keyFault } as const;
      const [found] = cardCheck.run({ card: () => seen, now: () => NOON, clockTrust: () => 'network' });
      assert.equal([found?.state, found?.found.en === 'no GnuTLS'], isNeeded ? ['failure', true] : ['ok', false]);
    }
  }
});

test('a card that signs many connections is a warning where its key is used, with the number', async () => {
  const state = await readyCard();
  const stateWith = (lately: number, isNeeded = true): string[] => {
    const signatures = { total: 1000, lately };
    const seen = { state, isNeeded, rules: RULES, ofProcessor: null, signatures } as const;
    const found = cardCheck.run({ card: () => seen, now: () => NOON, clockTrust: () => 'network' });
    return found.map(({ state: how, found: words }) => `${how} ${/\d+/.exec(words.en)?.[0] ?? ''}`.trim());
  };
  assert.equal([stateWith(20), stateWith(21), stateWith(21, false)], [['ok'], ['warning 21'], ['ok']]);
});

test('where the L-PFR has a card, too, it is said which is where', async () => {
  const state = await readyCard();
  const seen = { state, isNeeded: false, rules: RULES, ofProcessor: 'LPFR0001' } as const;
  const [found] = cardCheck.run({ card: () => seen, now: () => NOON, clockTrust: () => 'network' });
  assert.is(found?.state, 'ok');
  assert.match(found?.found.en ?? '', /CARD0001 is in the reader of this box; the L-PFR signs with the card LPFR0001/);
});

test('a card that ends soon is a warning also where its key is not used, but not by a clock that guesses', async () => {
  const ready = await readyCard({ amount: { sum: 8n, limit: 10n } });
  const at = NOON + 290 * DAY_MS;
  for (const isNeeded of [true, false]) {
    const ofAmount = isNeeded ? [] : ['warning'];
    assert.equal(states(ready, isNeeded, 'network', at), ['warning', ...ofAmount]);
    assert.equal(states(ready, isNeeded, 'guess', at), isNeeded ? ['ok'] : ofAmount, 'that of the amount');
  }
  assert.equal(states(ready, true, 'network', NOON + 301 * DAY_MS), ['failure']);
  assert.equal(states(ready, true, 'guess', NOON + 301 * DAY_MS), ['ok']);
});

test('a processor whose card is missing says no more than that', async () => {
  const disk = new MemoryDisk();
  const namesWith = async (isNeeded: boolean): Promise<string[]> => {
    const seen = { state: { kind: 'no card' }, isNeeded, rules: RULES, ofProcessor: null } as const;
    const checks = await runChecks(healthDeps(disk, await openLedger(new MemoryDisk()), { card: () => seen }));
    return checks.map(({ name }) => name).filter((name) => name === 'card' || name === 'pfr');
  };
  assert.equal(await namesWith(true), ['card']);
  assert.equal(await namesWith(false), ['card', 'pfr']);
});

test('each word for how it stands fits into a row of paper and is met by a state', async () => {
  assert.equal(
    (await everyMode()).map((state) => cardMode(state, NOON)),
    CARD_MODES,
  );
  for (const words of Object.values(MODE_TEXTS)) assert.match(words, new RegExp('^[а-яђјљњћџА-Я -]{4,30}$'));
  assert.is(new Set(Object.values(MODE_TEXTS)).size, CARD_MODES.length);
});

test('metrics show its state, tries, time and amount, and omit unknown values', async () => {
  const text = (state: CardState | undefined, trust: ClockTrust = 'network'): string[] =>
    exposition(cardFamilies({ card: () => state && { state }, now: () => NOON, clockTrust: () => trust }))
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#') && !/^kasirbox_card_state.* 0$/.test(line));
  assert.equal(text(undefined), []);
  assert.equal(text({ kind: 'no card' }), ['kasirbox_card_state{state="no card"} 1']);
  const known = [
    'kasirbox_card_state{state="ready"} 1',
    'kasirbox_card_tries_left{applet="element"} 5',
    'kasirbox_card_tries_left{applet="key"} 5',
  ];
  const counted = { state: { kind: 'no card' }, signatures: { total: 7, lately: 1 } } as const;
  const lines = exposition(cardFamilies({ card: () => counted, now: () => NOON, clockTrust: () => 'network' }));
  assert.match(lines, /^# TYPE kasirbox_card_signatures_total counter\nkasirbox_card_signatures_total 7$/m);
  const amount = { sum: 1n, limit: 4n };
  assert.equal(text(await readyCard({ amount })), [
    ...known,
    `kasirbox_card_certificate_left_seconds ${300 * 86_400}`,
    'kasirbox_card_amount_used_ratio 0.25',
  ]);
  assert.equal(text(await readyCard({ amount: null }), 'guess'), known);
  assert.equal(
    text(await readyCard({ amount: { sum: 1n, limit: 0n }, triesLeft: { element: null, pki: 0 } }), 'guess'),
    ['kasirbox_card_state{state="ready"} 1', 'kasirbox_card_tries_left{applet="key"} 0'],
  );
  const all = exposition(
    cardFamilies({ card: () => ({ state: { kind: 'no card' } }), now: () => 0, clockTrust: () => 'rtc' }),
  );
  assert.is(all.match(/^kasirbox_card_state\{/gm)?.length, CARD_MODES.length, 'an alarm rule sees the end of a state');
});

test.run();
