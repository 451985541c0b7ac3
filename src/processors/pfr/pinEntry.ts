import { type Bilingual, failed, type Log, ok, type Result } from '../../base/index.js';
import type { Environment, RemoteMode } from '../../contract/index.js';
import type { ProcessorClient } from './processorClient.js';
import { unreached } from './pfrTexts.js';
import { refusalText } from './wire/pfrCodes.js';
import { type PinFailure, readPinAnswer } from './wire/pin.js';

/** Why a PIN was not sent, or why it is not known whether it was accepted. */
export const PIN_TEXTS = {
  none: {
    sr: 'В-ПФР нема ПИН: његов безбедносни елемент је код Пореске управе.',
    en: 'A V-PFR has no PIN: its secure element is held by the tax authority.',
  },
  busy: {
    sr: 'Фискални процесор је заузет рачуном; ПИН није послат. Поновите мало касније.',
    en: 'The processor is busy with a receipt; the PIN was not sent. Try again a little later.',
  },
  unknown: {
    sr: 'Процесор није јасно одговорио: можда је ПИН примљен. Погледајте стање пре новог покушаја (kasirbox pfr status).',
    en: 'The processor gave no clear answer: it may have received the PIN. Check the state before another try (kasirbox pfr status).',
  },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** Why the processor of an environment did not accept a PIN. */
export function pinRefused({ codes, isFormWrong }: PinFailure, environment: Environment): Bilingual {
  if (isFormWrong) {
    return {
      sr: `Процесор не чита ПИН у овом облику; овај покушај се не рачуна. Изаберите други облик ПИН-а у „Подешавања”, на страници „Процесор и окружење” (kasirbox settings set pfr.${environment} …).`,
      en: `The processor does not read a PIN in this format; the try did not count. Choose another PIN format under Settings, page “Processor and environment”, or set pinBody to text, number, json or object: kasirbox settings set pfr.${environment} …`,
    };
  }
  return codes.length === 0 ? PIN_TEXTS.unknown : refusalText(codes, null);
}

interface PinEntry {
  readonly result: Result<void, Bilingual>;
  /** True when the processor answered. The state of its card may have changed then. */
  readonly hasAnswered: boolean;
}

interface PinEntryDeps {
  readonly mode: RemoteMode;
  readonly environment: Environment;
  readonly log: Log;
}

/** Sends a PIN of 4 digits to the card in a processor, once. It is never retried, since each wrong PIN counts. */
export async function enterPin(client: ProcessorClient, pin: string, deps: PinEntryDeps): Promise<PinEntry> {
  const { environment, mode, log } = deps;
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
