import { setImmediate as turn } from 'node:timers/promises';
import type { JsMsg } from '@nats-io/jetstream';
import { type ReadMessage, readMessage } from '../message/message.js';
import type { Batch } from './takeIn.js';

/** Most unpacked characters of messages that are processed together. It limits the memory. */
const MOST_CHARACTERS = 4 * 1024 * 1024;

/** A message with its content. */
export interface Received {
  readonly message: JsMsg;
  readonly read: ReadMessage;
}

/**
 * Reads messages and yields them in parts, each to be processed as a whole. The event loop runs in between, so that
 * queries to PostgreSQL proceed.
 */
export async function* inParts(messages: readonly JsMsg[]): AsyncGenerator<readonly Received[]> {
  let part: Received[] = [];
  let size = 0;
  for (const message of messages) {
    const { subject, data } = message;
    const read = readMessage({ subject, data, header: headerOf(message) });
    part.push({ message, read });
    size += read.told.ok ? read.told.value.bytes : data.length;
    if (size >= MOST_CHARACTERS) {
      yield part;
      [part, size] = [[], 0];
    }
    await turn();
  }
  if (part.length > 0) yield part;
}

/** The server passes on malformed headers; the client parses them here, and throws. */
function headerOf(message: JsMsg): ((name: string) => string) | undefined {
  try {
    const { headers } = message;
    return (name) => headers?.get(name) ?? '';
  } catch {
    return undefined;
  }
}

/** The data of messages to be written. */
export function batchOf(part: readonly Received[]): Batch {
  const records: Batch['records'][number][] = [];
  const states: Batch['states'][number][] = [];
  const malformed: Batch['malformed'][number][] = [];
  for (const { message, read } of part) {
    const { sender, told } = read;
    const storedAt = message.time.getTime();
    if (!told.ok || sender === undefined) {
      const reason = told.ok ? 'nobody sends it' : told.error;
      malformed.push({ sender, subject: message.subject, data: message.data, reason });
    } else if (told.value.kind === 'state') {
      states.push({ ...sender, storedAt, state: told.value.state });
    } else {
      for (const record of told.value.records) records.push({ ...sender, storedAt, record });
    }
  }
  return { records, states, malformed, boxes: [] };
}
