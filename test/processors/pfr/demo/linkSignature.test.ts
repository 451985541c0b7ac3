import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ENVIRONMENTS } from '../../../../src/contract/fiscal.js';
import { decodeLink } from '../../../../src/paper/journal/verificationLink.js';
import { encodeLink } from '../../../kit/links.js';
import type { VerificationLink } from '../../../../src/paper/journal/verificationLink.js';
import {
  demoJid,
  demoKey,
  signDemoLink,
  verifyDemoPayload,
} from '../../../../src/processors/pfr/demo/linkSignature.js';
import { seededRandom } from '../../../kit/random.js';

const random = seededRandom();
const BOX = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
const OTHER_BOX = Buffer.from('00112233445566778899aabbccddeefe', 'hex');

const LINK: VerificationLink = {
  requestedBy: 'DEMOAAAA',
  signedBy: 'DEMOAAAA',
  totalCounter: 5,
  typeCounter: 3,
  total: 123_456,
  time: Date.UTC(2026, 10, 21),
  invoiceType: 'Normal',
  transactionType: 'Sale',
  buyerId: null,
};

test('a JID is DEMO and four characters, another one for each box and environment', () => {
  const jids = [BOX, OTHER_BOX].flatMap((box) => ENVIRONMENTS.map((environment) => demoJid(box, environment)));
  for (const jid of jids) assert.match(jid, /^DEMO[A-Z2-9]{4}$/);
  assert.is(new Set(jids).size, 4);
  assert.is(demoJid(BOX, 'sandbox'), demoJid(Buffer.from(BOX), 'sandbox'));
});

test('a demo link has the length of a real one', () => {
  assert.is(signDemoLink(LINK, demoKey(BOX)).length, 572);
  assert.is(signDemoLink({ ...LINK, buyerId: '10:100000049' }, demoKey(BOX)).length, 584);
});

test('a box knows its own links', () => {
  for (const buyerId of [null, '10:100000049', 'x'.repeat(20)]) {
    const link = { ...LINK, buyerId };
    const payload = signDemoLink(link, demoKey(BOX));
    assert.equal(verifyDemoPayload(payload, BOX), decodeLink(payload));
    assert.is(verifyDemoPayload(payload, BOX)?.total, LINK.total);
  }
});

test('a box does not take the links of another one for its own', () => {
  assert.is(verifyDemoPayload(signDemoLink(LINK, demoKey(OTHER_BOX)), BOX), undefined);
});

test('a changed link with a right MD5 is not taken', () => {
  const payload = signDemoLink(LINK, demoKey(BOX));
  for (let i = 0; i < 500; i++) {
    const body = Buffer.from(payload.subarray(0, -16));
    const at = random.int(0, body.length - 1);
    body.writeUInt8(body.readUInt8(at) ^ random.int(1, 255), at);
    const forged = Buffer.concat([body, createHash('md5').update(body).digest()]);
    assert.is(verifyDemoPayload(forged, BOX), undefined, `byte ${at}`);
  }
});

test('a real link, also of the longer form, is not taken for a demo one', () => {
  for (const length of [256, 512]) {
    const payload = encodeLink({ ...LINK, internalData: random.bytes(length), signature: random.bytes(256) });
    assert.is(verifyDemoPayload(payload, BOX), undefined);
  }
});

test.run();
