import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type Environment, counterSeries } from '../../../contract/index.js';
import type { UtcMs } from '../../../base/index.js';
import {
  type DecodedLink,
  decodeLink,
  encodeLinkHead,
  appendLinkProof,
  type VerificationLink,
} from '../../../paper/journal/index.js';

/**
 * Length of the demo signature, bytes. It replaces 256 bytes of internal data and 256 of an RSA signature in a real
 * link.
 */
const PROOF_BYTES = 512;
const MD5_BYTES = 16;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The JID of a box's demo processor: `DEMO` and 4 characters (RFC 4648 Base32) that depend on box and environment. */
export function demoJid(boxId: Buffer, environment: Environment): string {
  const digest = createHash('sha256').update(boxId).update(environment).digest();
  const letters = [...digest.subarray(0, 4)].map((byte) => BASE32.charAt(byte & 31));
  return `DEMO${letters.join('')}`;
}

/** The counter series of a box's demo processor. It signs with the same JID by which it was requested. */
export function demoSeries(boxId: Buffer, environment: Environment): string {
  const jid = demoJid(boxId, environment);
  return counterSeries({ requestedBy: jid, signedBy: jid });
}

/** The secret with which this box signs its demo links. */
export function demoKey(boxId: Buffer): Buffer {
  return createHmac('sha256', boxId).update('kasirbox demo signature v1').digest();
}

/** A payload of the real layout and length, with a demo signature. `key` comes from {@link demoKey}. */
export function signDemoLink(link: VerificationLink, key: Buffer): Buffer {
  const head = encodeLinkHead(link);
  return appendLinkProof(head, demoProof(head, key));
}

/** Decodes a link of this box's demo processor. Undefined when the payload is damaged or was not signed by this box. */
export function verifyDemoPayload(payload: Buffer, boxId: Buffer): DecodedLink | undefined {
  const link = decodeLink(payload);
  if (link === undefined) return undefined;
  const proofAt = payload.length - MD5_BYTES - PROOF_BYTES;
  const proof = Buffer.concat([link.internalData, link.signature]);
  if (proof.length !== PROOF_BYTES) return undefined;
  return timingSafeEqual(proof, demoProof(payload.subarray(0, proofAt), demoKey(boxId))) ? link : undefined;
}

/** SHAKE256 has no length extension, so prefixing the key makes a sound keyed function (FIPS 202). */
function demoProof(head: Buffer, key: Buffer): Buffer {
  return createHash('shake256', { outputLength: PROOF_BYTES }).update(key).update(head).digest();
}

/**
 * Checks that this program can sign a demo link and verify its own signature. It issues no receipt and uses no number.
 */
export function canSignDemo(boxId: Buffer, now: UtcMs): boolean {
  const jid = demoJid(boxId, 'sandbox');
  const by = { requestedBy: jid, signedBy: jid, totalCounter: 1, typeCounter: 1 };
  const sale = { invoiceType: 'Training', transactionType: 'Sale', total: 100, time: now, buyerId: null } as const;
  const payload = signDemoLink({ ...by, ...sale }, demoKey(boxId));
  return verifyDemoPayload(payload, boxId)?.time === now;
}
