import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { constants, createHash, publicDecrypt, verify, X509Certificate } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { cardAuthority, cardCredentials, newCard } from './cards.js';
import { ELEMENT_AID } from './elementApplet.js';
import type { TaxCard } from './taxCard.js';

const SELECT_ELEMENT = `00a4040010${ELEMENT_AID.toString('hex')}00`;
const SELECT_PKI = '00a404000ba00000039742544659000900';
const VERIFY = '8811040004';

function ask(card: TaxCard, hex: string): string {
  return card.transmit(Buffer.from(hex, 'hex')).toString('hex');
}

function word(card: TaxCard, hex: string): string {
  return ask(card, hex).slice(-4);
}

test('a card as it was captured: certificate, version, amounts', async () => {
  const card = await newCard({ version: '1.1.0' });
  assert.is(ask(card, '8809040000'), '6d00', 'nothing is selected');
  assert.is(ask(card, SELECT_ELEMENT), '9000');
  assert.is(ask(card, '8808000000'), '6d00');
  assert.is(ask(card, '8809040000'), '0000000100000001000000009000');
  assert.is(ask(card, '8814040000'), '000000000000000000174876e8009000');
  const { element } = await cardCredentials();
  const certificate = new X509Certificate(element.certificate);
  assert.is(ask(card, '88040400000000'), `${certificate.raw.toString('hex')}9000`);
  assert.ok(certificate.raw.length > 1_200 && certificate.raw.length < 1_700, String(certificate.raw.length));
  const authority = await cardAuthority();
  assert.ok(certificate.verify(new X509Certificate(authority.pem).publicKey));
  assert.equal(certificate.keyUsage, ['1.3.6.1.4.1.49952.5.8.3.3']);
});

test('a long answer to a short command comes in pieces', async () => {
  const card = await newCard();
  ask(card, SELECT_ELEMENT);
  const pieces: string[] = [];
  let answer = ask(card, '8804040000');
  while (answer.slice(-4, -2) === '61') {
    pieces.push(answer.slice(0, -4));
    answer = ask(card, `00c00000${answer.slice(-2)}`);
  }
  assert.is(answer.slice(-4), '9000');
  pieces.push(answer.slice(0, -4));
  assert.ok(pieces.length > 4);
  assert.is(`${pieces.join('')}9000`, ask(card, '88040400000000'));
});

test('five wrong PINs block an applet for good, over resets, and leave the other alone', async () => {
  const card = await newCard();
  ask(card, SELECT_ELEMENT);
  assert.is(word(card, `${VERIFY}01020304`), '9000');
  assert.is(word(card, '881104000301020300'), '6303');
  for (const left of [4, 3, 2, 1]) {
    assert.is(word(card, `${VERIFY}09090909`), '6302');
    card.reset();
    ask(card, SELECT_ELEMENT);
    assert.is(ask(card, '8816040000'), `0${left}9000`);
  }
  assert.is(word(card, `${VERIFY}09090909`), '6310');
  card.reset();
  ask(card, SELECT_ELEMENT);
  assert.is(word(card, `${VERIFY}01020304`), '6310', 'also the right one');
  ask(card, SELECT_PKI);
  assert.is(ask(card, '00cb3fff045c027f7100'), '7f71069701059301059000');
  assert.is(word(card, '002000800439393939'), '63c4');
  assert.is(word(card, '002000800431323334'), '9000');
});

test('features come with the version', async () => {
  const words = async (version: '1.1.0' | '3.1.0' | '3.2.5' | '3.2.8') => {
    const card = await newCard({ version });
    ask(card, SELECT_ELEMENT);
    const own = ['8808000000', '8809040000', '8816040000', '8833000000'].map((hex) => word(card, hex));
    return [...own, word(card, '00a404000ba00000039742544659020100'), word(card, SELECT_PKI)].join(' ');
  };
  assert.is(await words('1.1.0'), '6d00 9000 6d00 6d00 9000 6a82');
  assert.is(await words('3.1.0'), '9000 6d00 6d00 6d00 9000 6a82');
  assert.is(await words('3.2.5'), '9000 6d00 9000 6d00 6a82 9000');
  assert.is(await words('3.2.8'), '9000 6d00 9000 9000 6a82 9000');
});

test('the key for TLS signs after its PIN, and its certificate is compressed in a file', async () => {
  const card = await newCard();
  ask(card, '00a4040009a0000003974254465900');
  const { pki } = await cardCredentials();
  const certificate = new X509Certificate(pki.certificate);
  const file = Buffer.from(ask(card, '00cba0100000045c02df240000'), 'hex');
  const stream = file.subarray(file.indexOf(Buffer.from([0x78, 0x9c])), -2);
  assert.ok(inflateSync(stream).equals(certificate.raw));
  const digest = createHash('sha256').update('x').digest();
  const info = Buffer.concat([Buffer.from('3031300d060960864801650304020105000420', 'hex'), digest]);
  const sign = `002a9e9a${info.length.toString(16)}${info.toString('hex')}00`;
  assert.is(word(card, sign), '6985');
  assert.is(word(card, '002241b606800157840181'), '9000');
  assert.is(word(card, sign), '6982');
  assert.is(word(card, '002000800431323334'), '9000');
  const answer = Buffer.from(ask(card, sign), 'hex');
  const signature = answer.subarray(0, -2);
  assert.is(signature.length, 256);
  assert.ok(verify('sha256', Buffer.from('x'), certificate.publicKey, signature));
  const opened = publicDecrypt({ key: certificate.publicKey, padding: constants.RSA_PKCS1_PADDING }, signature);
  assert.ok(opened.equals(info));
});

test.run();
