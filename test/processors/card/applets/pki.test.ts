import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createHash, verify, X509Certificate } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Result } from '../../../../src/base/result.js';
import type { CardFault } from '../../../../src/processors/card/applets/fault.js';
import { PkiApplet } from '../../../../src/processors/card/applets/pki.js';
import type { CardLink } from '../../../../src/processors/card/link.js';
import { cardCredentials, newCard } from '../../../kit/card/cards.js';
import { ChipReader } from '../../../kit/card/chipReader.js';
import { CARD_VERSIONS } from '../../../kit/card/elementApplet.js';
import { containerRecord, packed } from '../../../kit/card/gidsFiles.js';
import type { TaxCard } from '../../../kit/card/taxCard.js';
import { eachLost, meddled } from './meddled.js';

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

const WAY_OF_THE_MAKER = '00cba010075c0002df020400';
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
  assert.ok(card.seen.some((command) => command.toString('hex') === WAY_OF_THE_MAKER));
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

/** An applet that does all this after it was selected; the first failure ends it. */
const working =
  (...steps: readonly ((applet: PkiApplet) => Promise<Result<unknown, CardFault>>)[]) =>
  async (link: CardLink): Promise<Result<unknown, CardFault>> => {
    const applet = await PkiApplet.select(link);
    if (!applet.ok) return applet;
    let last: Result<unknown, CardFault> = applet;
    for (const step of steps) if (last.ok) last = await step(applet.value);
    return last;
  };
const signing = working(
  (applet) => applet.verify('1234'),
  (applet) => applet.sign(DIGEST_INFO),
);

test('a card that is lost at any command is lost, and is asked nothing more', async () => {
  const withoutFiles = async (): Promise<TaxCard> => {
    const card = await newCard();
    card.spoil = (answer, { data }) =>
      data.toString('hex') === '5c02df1f' ? { ...answer, data: Buffer.alloc(5) } : answer;
    return card;
  };
  for (const [made, work] of [
    [newCard, working((applet) => applet.tries())],
    [newCard, working((applet) => applet.certificate())],
    [withoutFiles, working((applet) => applet.certificate())],
    [newCard, signing],
  ] as const)
    await eachLost(made, work, (outcome, left, at) => {
      assert.equal(outcome, { ok: false, error: { kind: 'lost', loss: 'removed' } }, `command ${at}`);
      assert.is(left, 0, `after command ${at}`);
    });
});

test('what refuses the PIN or the key ends a signature, and each word of a PIN has its meaning', async () => {
  const card = await newCard();
  const { link, asked } = await meddled(card, -1, 'removed');
  assert.ok((await signing(link)).ok);
  const first = asked.length - 3;
  for (const [at, word, outcome] of [
    [first, '63c0', { ok: true, value: { kind: 'blocked' } }],
    [first, '63c2', { ok: true, value: { kind: 'wrong', triesLeft: 2 } }],
    [first, '6983', { ok: true, value: { kind: 'blocked' } }],
    [first, '6302', { ok: false, error: { kind: 'refused', word: 0x6302, meaning: 'unknown status word 6302' } }],
  ] as const) {
    const tried = await meddled(await newCard(), at, word);
    assert.equal(await working((applet) => applet.verify('1234'))(tried.link), outcome, word);
  }
  for (const at of [first + 1, first + 2]) {
    const refused = await meddled(await newCard(), at, '6302');
    const error = { kind: 'refused', word: 0x6302, meaning: 'unknown status word 6302' };
    assert.equal(await signing(refused.link), { ok: false, error });
    assert.is(refused.asked.length, at + 1);
  }
  const longest = working(
    (applet) => applet.verify('1234'),
    (applet) => applet.sign(Buffer.alloc(245)),
  );
  const lengths = await meddled(card, -1, 'removed');
  await longest(lengths.link);
  assert.match(lengths.asked.at(-1) ?? '', /^002a9e9af5/);
  const before = lengths.asked.length;
  const tooLong = await working((applet) => applet.sign(Buffer.alloc(246)))(lengths.link);
  assert.equal(tooLong, { ok: false, error: { kind: 'malformed', what: 'a DigestInfo that fits the key' } });
  assert.is(lengths.asked.slice(before).filter((command) => !command.startsWith('00a4')).length, 0);
});

test('a card that no longer answers to its name is asked by each of the others once', async () => {
  const card = await newCard();
  const { link, asked } = await meddled(card, -1, 'removed');
  await value(PkiApplet.select(link));
  const known = asked.at(-1) ?? '';
  for (const [isRefused, isFound] of [
    [() => true, false],
    [(name: string) => known.endsWith(`0b${name}00`), true],
  ] as const) {
    card.spoil = (answer, { ins, data }) =>
      ins === 0xa4 && isRefused(data.toString('hex')) ? { data: Buffer.alloc(0), word: 0x6a82 } : answer;
    const before = asked.length;
    const found = await PkiApplet.select(link);
    const tried = asked.slice(before);
    assert.equal([found.ok, tried.length, new Set(tried).size, tried[0]], [isFound, 3, 3, known]);
  }
});

test('where the list of files is of another version, or all that a card has is no list, nothing breaks', async () => {
  const card = await newCard();
  card.spoil = (answer, { data }) =>
    data.toString('hex') === '5c02df1f' ? { ...answer, data: Buffer.from('df1f0102', 'hex') } : answer;
  assert.match((await value((await selected(card)).certificate())).subject, 'CARD0001');
  card.spoil = (answer, { ins }) => (ins === 0xcb ? { ...answer, data: Buffer.from('9702', 'hex') } : answer);
  const found = await (await selected(card)).certificate();
  assert.equal(found, { ok: false, error: { kind: 'malformed', what: 'a certificate' } });
});

test('the certificate is that of the key of the first container in use, in the folder of such keys', async () => {
  const { element, pki } = await cardCredentials();
  const [own, other] = [pki, element].map(({ certificate }) => packed(new X509Certificate(certificate).raw));
  if (own === undefined || other === undefined) throw new Error('there are no certificates');
  const container = (exchangeBits: number): Buffer => {
    const record = containerRecord('x');
    record.writeUInt16LE(exchangeBits, 84);
    return record;
  };
  const unused = Buffer.alloc(86);
  for (const [what, map, contents] of [
    ['for key exchange', container(2048), { kxc00: own, ksc00: other }],
    ['for key exchange, without one for signatures', container(2048), { kxc00: own }],
    ['for key exchange, where only that for signatures is there', container(2048), { ksc00: own }],
    ['for signatures', container(0), { kxc00: other, ksc00: own }],
    ['for signatures, where only the other is there', container(0), { kxc00: own }],
    ['the second container', Buffer.concat([unused, container(2048)]), { kxc00: other, kxc01: own }],
    ['no container', unused, { kxc00: other, ksc00: own }],
    ['no whole container', Buffer.alloc(3), { kxc00: other, ksc00: own }],
    ['a name in capitals', container(2048), { KXC00: own }],
    ['another folder', container(2048), { 'x/kxc00': other, kxc00: own }],
  ] as const) {
    const card = await newCard();
    const before = card.pki.files.filter(({ name }) => name !== 'kxc00' && name !== 'cmapfile');
    const places = [['cmapfile', map] as const, ...Object.entries<Buffer>(contents)].map(([path, content], at) => ({
      ...{ directory: path.includes('/') ? 'x' : 'mscp', name: path.replace('x/', '') },
      ...{ ef: 0xa010, object: 0xdf23 + at, content },
    }));
    card.pki.files = [...before, ...places];
    const found = await value((await selected(card)).certificate());
    assert.ok(found.raw.equals(new X509Certificate(pki.certificate).raw), what);
    assert.not.ok(
      card.seen.some((command) => command.toString('hex') === WAY_OF_THE_MAKER),
      what,
    );
  }
});

test.run();
