import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Environment } from '../../base/fiscal.js';
import { decodeLink, encodeLinkHead, sealLink } from '../link.js';
import type { DecodedLink, Link } from '../link.js';

/** What stands in a demo link where a real one has 256 bytes of internal data and 256 of an RSA signature. */
const PROOF_BYTES = 512;
const MD5_BYTES = 16;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The JID of a box's demo processor: `DEMO` and 4 characters (RFC 4648 Base32) that depend on box and environment. */
export function demoJid(boxId: Buffer, environment: Environment): string {
  const digest = createHash('sha256').update(boxId).update(environment).digest();
  const letters = [...digest.subarray(0, 4)].map((byte) => BASE32.charAt(byte & 31));
  return `DEMO${letters.join('')}`;
}

/** The secret with which this box marks its demo links as its own. */
export function demoKey(boxId: Buffer): Buffer {
  return createHmac('sha256', boxId).update('kasirbox demo signature v1').digest();
}

/** A payload of the real layout and length, with a demo signature by `key` of {@link demoKey}. */
export function sealDemoLink(link: Link, key: Buffer): Buffer {
  const head = encodeLinkHead(link);
  return sealLink(head, demoProof(head, key));
}

/** What a link of this box's demo processor says; undefined when the payload is damaged or not of its making. */
export function verifyDemoPayload(payload: Buffer, boxId: Buffer): DecodedLink | undefined {
  const link = decodeLink(payload);
  if (link === undefined) return undefined;
  const proofAt = payload.length - MD5_BYTES - PROOF_BYTES;
  const proof = Buffer.concat([link.internalData, link.signature]);
  if (proof.length !== PROOF_BYTES) return undefined;
  return timingSafeEqual(proof, demoProof(payload.subarray(0, proofAt), demoKey(boxId))) ? link : undefined;
}

/** SHAKE256 cannot be lengthened from outside, so that a key before the text makes a sound keyed function (FIPS 202). */
function demoProof(head: Buffer, key: Buffer): Buffer {
  return createHash('shake256', { outputLength: PROOF_BYTES }).update(key).update(head).digest();
}
