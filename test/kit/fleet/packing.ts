import { deflateSync, inflateSync } from 'node:zlib';
import { DICTIONARY } from '../../../src/outward/delivery/stream/streamMessage.js';

/** What a box puts into a message: an object as JSON, or text as it is. */
export function packed(content: unknown): Buffer {
  return deflateSync(typeof content === 'string' ? content : JSON.stringify(content), { dictionary: DICTIONARY });
}

/** The JSON of a message. */
export function unpacked(message: Uint8Array): unknown {
  return JSON.parse(inflateSync(message, { dictionary: DICTIONARY }).toString());
}
