import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { X509Certificate } from 'node:crypto';
import { assessCard, cardOf, isComparable, isNamesake } from '../../../src/processors/card/standing.js';
import { readIdentity } from '../../../src/platform/tls/identity.js';
import { cardCredentials, knownCard } from '../../kit/card/cards.js';

type KnownCard = Parameters<typeof assessCard>[0];

const CARD: KnownCard = { uid: 'CARD0001', tin: '100000049', environment: 'sandbox', fingerprint: '0A:0B' };
const RULES = { knownCards: [CARD], companyTin: '100000049', environment: 'sandbox' } as const;

test('a card that a person has confirmed is accepted, any other needs that once', () => {
  assert.is(assessCard(CARD, RULES), 'accepted');
  assert.is(assessCard(CARD, { ...RULES, knownCards: [] }), 'needs confirmation');
  assert.is(assessCard({ ...CARD, uid: 'CARD0002', fingerprint: '0C' }, RULES), 'needs confirmation');
});

test('name, TIN and environment can be forged, so a card is known by its certificate alone', () => {
  const forged = { ...CARD, fingerprint: '0C:0D' };
  assert.is(assessCard(forged, RULES), 'needs confirmation');
  assert.ok(isNamesake(forged, RULES));
  for (const other of [CARD, { ...forged, uid: 'CARD0002' }]) assert.not.ok(isNamesake(other, RULES), other.uid);
  assert.is(assessCard(forged, { ...RULES, knownCards: [CARD, forged] }), 'accepted');
  const { fingerprint: _, ...older } = CARD;
  const stored = { ...RULES, knownCards: [older as KnownCard] };
  assert.is(assessCard(CARD, stored), 'needs confirmation', 'noted before certificates were');
});

test('a card of another taxpayer is refused, also one that was confirmed before', () => {
  assert.is(assessCard(CARD, { ...RULES, companyTin: '101670560' }), 'other shop');
  assert.is(assessCard(CARD, { ...RULES, companyTin: '101670560', knownCards: [] }), 'other shop');
  assert.is(assessCard(CARD, { ...RULES, companyTin: null }), 'accepted');
  assert.is(assessCard(CARD, { ...RULES, companyTin: null, knownCards: [] }), 'needs confirmation');
});

test('until the company is set, the cards that were confirmed before say whose the next is', () => {
  const other = { ...CARD, tin: '101670560', uid: 'CARD0002', fingerprint: '0C' };
  const unset = { ...RULES, companyTin: null };
  assert.is(assessCard(other, unset), 'other shop');
  assert.is(assessCard({ ...other, tin: CARD.tin }, unset), 'needs confirmation');
  assert.is(assessCard({ ...other, tin: null }, unset), 'needs confirmation');
  assert.is(assessCard(other, { ...unset, knownCards: [{ ...CARD, tin: null }] }), 'needs confirmation');
  assert.is(assessCard(other, { ...unset, knownCards: [CARD, other] }), 'accepted', 'a person has said so');
  assert.is(assessCard(other, { ...RULES, companyTin: other.tin }), 'needs confirmation', 'the company counts more');
  const comparable = [RULES, unset, { ...unset, knownCards: [] }].map((rules) => isComparable(other, rules));
  assert.equal(comparable, [true, true, false]);
  assert.not.ok(isComparable({ tin: null }, RULES));
});

test('a card of another environment is refused before all else', () => {
  assert.is(assessCard(CARD, { ...RULES, environment: 'production', companyTin: '101670560' }), 'other environment');
  const production = { ...CARD, environment: 'production', fingerprint: '0E' } as const;
  assert.is(assessCard(production, { ...RULES, knownCards: [production] }), 'other environment');
  assert.is(assessCard(production, { ...RULES, environment: 'production' }), 'needs confirmation');
  assert.is(
    assessCard({ ...CARD, environment: 'other', fingerprint: '0F' }, RULES),
    'needs confirmation',
    'another test system',
  );
  assert.is(
    assessCard({ ...CARD, environment: 'other' }, { ...RULES, environment: 'production' }),
    'other environment',
  );
});

test('what a certificate says is judged, and arc and addresses must name the same environment', async () => {
  const { element } = await cardCredentials();
  const identity = readIdentity(new X509Certificate(element.certificate));
  if (identity === undefined) throw new Error('it is of the authority');
  assert.equal(cardOf(identity), knownCard());
  assert.is(cardOf({ ...identity, environment: 'other' }).environment, 'sandbox', 'by its addresses');
  assert.is(cardOf({ ...identity, environment: 'production' }).environment, 'other', 'a contradiction');
  const silent = { ...identity, vsdcUrl: null, taxCoreUrl: null };
  assert.is(cardOf({ ...silent, environment: 'production' }).environment, 'production');
  assert.is(cardOf({ ...silent, environment: 'other' }).environment, 'other');
});

test.run();
