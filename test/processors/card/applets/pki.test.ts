import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createHash, verify } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { PkiApplet } from '../../../../src/processors/card/applets/pki.js';
import { newCard } from '../../../kit/card/cards.js';
import { ChipReader } from '../../../kit/card/chipReader.js';
import { CARD_VERSIONS } from '../../../kit/card/elementApplet.js';
import type { TaxCard } from '../../../kit/card/taxCard.js';

async function selected(card: TaxCard, isExtended = true): Promise<PkiApplet> {
  const reader = new ChipReader();
  reader.isExtended = isExtended;
  reader.insert(card);
  const link = await reader.connect();
  if (!link.ok) throw new Error(link.error);
  const applet = await PkiApplet.select(link.value);
  if (!applet.ok) throw new Error(JSON.stringify(applet.error));
  return applet.value;
}

async function value<T>(work: Promise<{ ok: true; value: T } | { ok: false; error: unknown }>): Promise<T> {
  const result = await work;
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

const DIGEST_INFO = Buffer.concat([
  Buffer.from('3031300d060960864801650304020105000420', 'hex'),
  createHash('sha256').update('text').digest(),
]);

test('the name to which a card has answered is the first that it is asked by afterwards', async () => {
  for (const version of CARD_VERSIONS) {
    const card = await newCard({ version });
    const reader = new ChipReader();
    reader.insert(card);
    const link = await reader.connect();
    if (!link.ok) throw new Error(link.error);
    await value(PkiApplet.select(link.value));
    const before = card.seen.length;
    await value(PkiApplet.select(link.value));
    assert.equal(card.seen.length, before + 1, version);
  }
});

test('cards of every version give the certificate and sign, by either length of command', async () => {
  for (const version of CARD_VERSIONS) {
    for (const isExtended of [true, false]) {
      const card = await newCard({ version });
      card.wantsExactLength = !isExtended;
      const applet = await selected(card, isExtended);
      const { publicKey, keyUsage } = await value(applet.certificate());
      assert.equal(keyUsage, ['1.3.6.1.5.5.7.3.2', '1.3.6.1.4.1.49952.5.8.3.4']);
      assert.is(await value(applet.triesLeft()), 5);
      assert.equal(await value(applet.verify('1234')), { kind: 'right' });
      assert.ok(verify('sha256', Buffer.from('text'), publicKey, await value(applet.sign(DIGEST_INFO))));
    }
  }
});

test('commands are sent byte for byte as other drivers do it', async () => {
  const card = await newCard();
  const applet = await selected(card);
  await applet.triesLeft();
  await applet.certificate();
  await applet.verify('1234');
  await applet.sign(DIGEST_INFO);
  const own = card.seen.map((command) => command.toString('hex')).filter((command) => !command.startsWith('00c0'));
  assert.equal(own, [
    '00a404000ba00000039742544659020100',
    '00a404000ba00000039742544659000900',
    '00cb3fff045c027f7100',
    '00cba000045c02df1f00',
    '00cba010045c02df2300',
    '00cba010045c02df2400',
    '002000800431323334',
    '002241b606800157840181',
    `002a9e9a33${DIGEST_INFO.toString('hex')}00`,
  ]);
});

test('a card with another last number of its name is found by the beginning', async () => {
  const card = await newCard();
  card.spoil = (answer, { ins, data }) =>
    ins === 0xa4 && data.length > 9 ? { data: Buffer.alloc(0), word: 0x6a82 } : answer;
  await selected(card);
  card.spoil = (answer, { ins }) => (ins === 0xa4 ? { data: Buffer.alloc(0), word: 0x6a82 } : answer);
  let refusal = '';
  await selected(card).catch((error: unknown) => (refusal = String(error)));
  assert.match(refusal, '"word":27266');
});

test('wrong PINs are counted by the card, and the fifth blocks', async () => {
  const applet = await selected(await newCard());
  for (const triesLeft of [4, 3, 2, 1]) {
    assert.equal(await value(applet.verify('9999')), { kind: 'wrong', triesLeft });
    assert.is(await value(applet.triesLeft()), triesLeft);
  }
  assert.equal(await value(applet.verify('9999')), { kind: 'blocked' });
  assert.equal(await value(applet.verify('1234')), { kind: 'blocked' });
});

test('tries left stand under one of two tags, or are not told', async () => {
  const card = await newCard();
  const applet = await selected(card);
  const told = (hex: string) => {
    card.spoil = () => ({ data: Buffer.from(hex, 'hex'), word: 0x9000 });
    return value(applet.triesLeft());
  };
  assert.is(await told('7f71049f170103'), 3);
  assert.is(await told('7f71079f170103970102'), 2);
  assert.is(await told('7f710397010f'), 15);
  for (const hex of ['7f7103970110', '7f71039701ff']) assert.is(await told(hex), null, hex);
  for (const hex of ['', '7f7103930105', '7f710497020102', '7f71']) assert.is(await told(hex), null, hex);
  card.spoil = () => ({ data: Buffer.alloc(0), word: 0x6a88 });
  assert.is(await value(applet.triesLeft()), null);
});

test('a certificate of a key for signatures is found as well', async () => {
  const card = await newCard();
  card.pki.files = card.pki.files.map((file) => (file.name === 'kxc00' ? { ...file, name: 'ksc00' } : file));
  assert.match((await value((await selected(card)).certificate())).subject, 'CARD0001');
});

test('where the files are broken, the certificate is found as the maker of the card finds it', async () => {
  const card = await newCard();
  card.spoil = (answer, { data }) =>
    data.toString('hex') === '5c02df1f' ? { ...answer, data: Buffer.alloc(5) } : answer;
  const certificate = await (await selected(card)).certificate();
  assert.match((await value(Promise.resolve(certificate))).subject, 'CARD0001');
  assert.ok(card.seen.some((command) => command.toString('hex') === '00cba010075c0002df020400'));
});

test('a bomb, a certificate cut short or none at all is a fault, never an error', async () => {
  const bomb = Buffer.concat([Buffer.from('0100ffff', 'hex'), deflateSync(Buffer.alloc(5_000_000))]);
  for (const content of [bomb, Buffer.from('0100', 'hex'), Buffer.alloc(0)]) {
    const card = await newCard();
    card.pki.files = card.pki.files.map((file) => (file.name === 'kxc00' ? { ...file, content } : file));
    const found = await (await selected(card)).certificate();
    assert.equal(found, { ok: false, error: { kind: 'malformed', what: 'a certificate' } });
  }
});

test('without a PIN, with odd lengths and too long a digest nothing is signed', async () => {
  const card = await newCard();
  const applet = await selected(card);
  const refused = await applet.sign(DIGEST_INFO);
  assert.equal(refused, { ok: false, error: { kind: 'refused', word: 0x6982, meaning: 'the PIN was not given' } });
  assert.not((await applet.sign(Buffer.alloc(246))).ok);
  await applet.verify('1234');
  card.spoil = (answer, { ins }) => (ins === 0x2a ? { ...answer, data: Buffer.alloc(255) } : answer);
  assert.equal(await applet.sign(DIGEST_INFO), { ok: false, error: { kind: 'malformed', what: 'a signature' } });
});

test.run();
