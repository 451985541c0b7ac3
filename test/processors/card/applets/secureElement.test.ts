import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SecureElement } from '../../../../src/processors/card/applets/secureElement.js';
import { statusWordName } from '../../../../src/processors/card/applets/statusWords.js';
import type { CardLink } from '../../../../src/processors/card/link.js';
import { newCard } from '../../../kit/card/cards.js';
import { ChipReader } from '../../../kit/card/chipReader.js';
import { CARD_VERSIONS } from '../../../kit/card/elementApplet.js';
import type { TaxCard } from '../../../kit/card/taxCard.js';
import { eachLost } from './meddled.js';
import { ScriptedLink } from './scripted.js';

async function linkTo(card: TaxCard, isExtended = true): Promise<CardLink> {
  const reader = new ChipReader();
  reader.isExtended = isExtended;
  reader.insert(card);
  const link = await reader.connect();
  if (!link.ok) throw new Error(link.error);
  return link.value;
}

async function selected(card: TaxCard, isExtended = true): Promise<SecureElement> {
  const element = await SecureElement.select(await linkTo(card, isExtended));
  if (!element.ok) throw new Error(element.error.kind);
  return element.value;
}

async function value<T>(work: Promise<{ ok: true; value: T } | { ok: false; error: unknown }>): Promise<T> {
  const result = await work;
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

test('a card of every version tells what that version can', async () => {
  for (const version of CARD_VERSIONS) {
    for (const isExtended of [true, false]) {
      const card = await newCard({ version });
      card.wantsExactLength = !isExtended;
      card.element.amounts = { sum: 7_500_0000n, limit: 10_000_0000n };
      const element = await selected(card, isExtended);
      assert.is(element.version?.join('.'), version);
      assert.match((await value(element.certificate())).subject, /serialNumber=CARD0001/);
      assert.equal(await value(element.amountStatus()), { sum: 7_500_0000n, limit: 10_000_0000n });
      assert.is(await value(element.triesLeft()), ['3.2.5', '3.2.8'].includes(version) ? 5 : null);
      assert.is((await value(element.parameters()))?.uid, version === '3.2.8' ? 'CARD0001' : undefined);
      assert.not(
        card.seen.some((command) => command[1] === 0x11 || command[1] === 0x20),
        'no PIN was tried',
      );
    }
  }
});

test('commands are sent byte for byte as cards were seen to take them', async () => {
  const card = await newCard({ version: '3.2.8' });
  const element = await selected(card);
  await element.certificate();
  await element.parameters();
  await element.triesLeft();
  await element.amountStatus();
  await element.lastInvoice();
  await element.verify('1234');
  assert.equal(
    card.seen.map((command) => command.toString('hex')),
    [
      '00a4040010a000000748464a492d546178436f726500',
      '8808000000',
      '88040400000000',
      '8833000000',
      '8816040000',
      '8814040000',
      '88150400000000',
      '881104000401020304',
    ],
  );
});

test('a card that answers neither question for its version is the oldest', async () => {
  const card = await newCard();
  card.spoil = (answer, { ins }) => (ins === 8 || ins === 9 ? { data: Buffer.alloc(3), word: 0x9000 } : answer);
  const element = await selected(card);
  assert.is(element.version, null);
  assert.is(await value(element.triesLeft()), null);
  assert.is(await value(element.parameters()), null);
});

test('wrong PINs are counted, and the last blocks', async () => {
  const card = await newCard();
  const element = await selected(card);
  for (const left of [4, 3, 2, 1]) {
    assert.equal(await value(element.verify('9999')), { kind: 'wrong', triesLeft: null });
    assert.is(await value(element.triesLeft()), left);
  }
  assert.equal(await value(element.verify('9999')), { kind: 'blocked' });
  assert.equal(await value(element.verify('1234')), { kind: 'blocked' });
  assert.is(await value(element.triesLeft()), 0);
  const fresh = await selected(await newCard());
  assert.equal(await value(fresh.verify('1234')), { kind: 'right' });
});

test('the last invoice is read in one piece or in several', async () => {
  for (const isExtended of [true, false]) {
    const card = await newCard();
    const element = await selected(card, isExtended);
    const none = await element.lastInvoice();
    assert.ok(!none.ok && none.error.kind === 'refused');
    card.element.lastInvoice = Buffer.concat([Buffer.alloc(577)]);
    assert.is((await value(element.lastInvoice())).signature.length, 256);
  }
});

test('what is no card of the tax authority is refused, and odd answers are named', async () => {
  const other = await SecureElement.select(new ScriptedLink(() => '6a82'));
  assert.equal(other, { ok: false, error: { kind: 'foreign', word: 0x6a82, meaning: 'not found' } });
  const card = await newCard();
  const element = await selected(card);
  card.spoil = () => ({ data: Buffer.alloc(0), word: 0x6fcd });
  const odd = await element.verify('1234');
  assert.equal(odd, { ok: false, error: { kind: 'refused', word: 0x6fcd, meaning: 'unknown status word 6FCD' } });
  card.spoil = ({ data }) => ({ data: data.subarray(1), word: 0x9000 });
  assert.equal(await element.amountStatus(), { ok: false, error: { kind: 'malformed', what: 'an amount status' } });
  assert.equal(await element.triesLeft(), { ok: false, error: { kind: 'malformed', what: 'tries left' } });
  assert.equal(await element.certificate(), { ok: false, error: { kind: 'malformed', what: 'a certificate' } });
});

test('a card that is lost at any command is lost, and is asked nothing more', async () => {
  const works: readonly ((element: SecureElement) => Promise<unknown>)[] = [
    (element) => element.certificate(),
    (element) => element.parameters(),
    (element) => element.triesLeft(),
    (element) => element.amountStatus(),
    (element) => element.lastInvoice(),
    (element) => element.verify('1234'),
  ];
  for (const work of works) {
    const selectAnd = async (link: CardLink): Promise<unknown> => {
      const element = await SecureElement.select(link);
      return element.ok ? work(element.value) : element;
    };
    await eachLost(
      () => newCard({ version: '3.2.8' }),
      selectAnd,
      (outcome, left, at) => {
        assert.equal(outcome, { ok: false, error: { kind: 'lost', loss: 'removed' } }, `command ${at}`);
        assert.is(left, 0, `after command ${at}`);
      },
    );
  }
});

test('what is refused is told by the words of this applet, and what has another form by what was asked for', async () => {
  const card = await newCard({ version: '3.2.8' });
  const element = await selected(card);
  const error = { kind: 'refused', word: 0x6303, meaning: statusWordName('element', 0x6303) };
  card.spoil = () => ({ data: Buffer.alloc(0), word: 0x6303 });
  assert.equal(await element.verify('1234'), { ok: false, error });
  assert.equal(await element.amountStatus(), { ok: false, error });
  const foreign = await SecureElement.select(new ScriptedLink(() => '6303'));
  assert.equal(foreign, { ok: false, error: { ...error, kind: 'foreign' } });
  card.spoil = () => ({ data: Buffer.alloc(3), word: 0x9000 });
  assert.equal(await element.parameters(), { ok: false, error: { kind: 'malformed', what: 'certificate parameters' } });
  assert.equal(await element.lastInvoice(), { ok: false, error: { kind: 'malformed', what: 'an invoice' } });
});

test.run();
