import { english, isRecord, type Message, type Result } from '../../src/base/index.js';

/** A value with every message in it as its English text, for comparison. */
export function inEnglish(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inEnglish);
  if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  if (isMessage(value)) return english(value);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inEnglish(inner)]));
}

export function isMessage(value: unknown): value is Message {
  return isRecord(value) && 'code' in value && 'text' in value && 'params' in value;
}

/** Why a question to a box failed, in English; undefined is no answer. */
export function faultOf(reply: Result<unknown, Message> | undefined): string {
  if (reply === undefined) return 'nobody answers';
  return reply.ok ? 'no fault' : english(reply.error);
}
