import {
  type Bilingual,
  type Environment,
  failed,
  type Log,
  ok,
  type RemoteMode,
  type Result,
} from '../../base/index.js';
import type { ProcessorClient } from './processorClient.js';
import { PIN_TEXTS, pinRefused } from './pinTexts.js';
import { unreached } from './texts.js';
import { readPinAnswer } from './wire/pin.js';

interface PinEntry {
  readonly result: Result<void, Bilingual>;
  /** True when the processor answered. The state of its card may have changed then. */
  readonly hasAnswered: boolean;
}

interface PinEntryParts {
  readonly mode: RemoteMode;
  readonly environment: Environment;
  readonly log: Log;
}

/** Sends a PIN of 4 digits to the card in a processor, once. It is never retried, since each wrong PIN counts. */
export async function enterPin(client: ProcessorClient, pin: string, parts: PinEntryParts): Promise<PinEntry> {
  const { environment, mode, log } = parts;
  const exchanged = await client.sendPin(pin);
  if (exchanged.kind !== 'answered') {
    const { found } = exchanged.kind === 'unsent' ? unreached(exchanged.reason, mode) : { found: PIN_TEXTS.unknown };
    return { result: failed(found), hasAnswered: false };
  }
  const answer = readPinAnswer(exchanged.status, client.read(exchanged));
  const isTaken = answer === 'ok';
  log('pfr.pin', { environment, ok: isTaken, codes: isTaken ? '' : answer.codes.join(' ') });
  return { result: isTaken ? ok(undefined) : failed(pinRefused(answer, environment)), hasAnswered: true };
}
