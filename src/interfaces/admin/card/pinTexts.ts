import { type Bilingual, defineMessages, type Message } from '../../../base/index.js';
import type { PinOutcome } from '../../../processors/card/index.js';

const MESSAGES = defineMessages('card', {
  noService: {
    en: 'The service is not running, so the PIN cannot be stored. Start it: {command}',
    sr: 'Сервис не ради, па нема ко да запамти ПИН. Покрените га: {command}',
    srOnPage: 'Уређај не ради, па нема ко да запамти ПИН. Покрените га.',
    enOnPage: 'The box is not running, so the PIN cannot be stored. Start it.',
  },
});

const left = (tries: number | null): Bilingual =>
  tries === null
    ? { sr: 'Картица не каже колико је покушаја преостало.', en: 'The card does not report how many tries remain.' }
    : { sr: `Преостало покушаја: ${tries}.`, en: `Tries remaining: ${tries}.` };

/**
 * Refusal without a service: a command that ends would forget the PIN at once. `start`: command that starts the
 * service.
 */
export const noService = (start: string): Message => MESSAGES.noService({ command: start });

/** Warning before a try that may be the last, or among the last. */
export function fewTries(tries: number | null): Bilingual {
  if (tries === null) {
    return {
      sr: 'Картица не каже колико је покушаја преостало. Можда је ово последњи: ако је ПИН погрешан, картица се тада закључава заувек.',
      en: 'The card does not report how many tries remain. This may be the last one: if the PIN is wrong, the card is blocked permanently.',
    };
  }
  if (tries === 1) {
    return {
      sr: 'Ово је последњи покушај. Ако је ПИН погрешан, картица се закључава заувек и мора се тражити нова од Пореске управе.',
      en: 'This is the last try. If the PIN is wrong, the card is blocked permanently, and you must request a new one from the tax authority.',
    };
  }
  return {
    sr: `${left(tries).sr} Када их не буде више, картица се закључава заувек.`,
    en: `${left(tries).en} When none remain, the card is blocked permanently.`,
  };
}

/** The card was not ready within the time that a person waits. */
export const STILL_READ: Bilingual = {
  sr: 'Картица се још чита; ПИН није послат. Сачекајте, па поново.',
  en: 'The card is still being read; the PIN was not sent. Wait, then try again.',
};

/** Whether the PIN was stored over a restart; `off`: the owner does not want it. */
export type Keeping = 'off' | 'kept' | 'not kept';

const ACCEPTED: Readonly<Record<Keeping, Bilingual>> = {
  off: { sr: 'ПИН је прихваћен.', en: 'The PIN was accepted.' },
  kept: {
    sr: 'ПИН је прихваћен и сачуван: после поновног покретања уређај га не тражи.',
    en: 'The PIN was accepted and stored: the box will not ask for it after a restart.',
  },
  'not kept': {
    sr: 'ПИН је прихваћен, али није сачуван: после поновног покретања унесите га опет (kasirbox doctor).',
    en: 'The PIN was accepted but could not be stored: enter it again after a restart (kasirbox doctor).',
  },
};

/** Messages about the outcome of a PIN entry. */
export const PIN_OUTCOMES: Readonly<
  Record<PinOutcome['kind'], (triesLeft: number | null, keeping: Keeping) => Bilingual>
> = {
  accepted: (_, keeping) => ACCEPTED[keeping],
  wrong: (tries) => ({
    sr: `ПИН није тачан. ${left(tries).sr} Када их не буде више, картица се закључава заувек.`,
    en: `The PIN is wrong. ${left(tries).en} When none remain, the card is blocked permanently.`,
  }),
  blocked: () => ({
    sr: 'Картица је закључана заувек. Затражите нову од Пореске управе (портал еПорези).',
    en: 'The card is blocked permanently. Request a new one from the tax authority (portal ePorezi).',
  }),
  confirm: (tries) => ({
    sr: `ПИН није послат картици. ${fewTries(tries).sr} Ако сте сигурни, потврдите ${tries === null ? 'то' : 'тај број'}.`,
    en: `The PIN was not sent to the card. ${fewTries(tries).en} If you are sure, confirm ${tries === null ? 'that' : 'that number'}.`,
  }),
  busy: () => ({
    sr: 'Картица још проверава претходни ПИН; овај није послат.',
    en: 'The card is still checking the previous PIN; this one was not sent.',
  }),
  gone: () => ({
    sr: 'Нико више није чекао одговор; ПИН није послат картици.',
    en: 'The request was cancelled; the PIN was not sent to the card.',
  }),
  form: () => ({
    sr: 'ПИН су четири цифре; ништа није послато картици.',
    en: 'A PIN is 4 digits; nothing was sent to the card.',
  }),
  'not ready': () => ({
    sr: 'У читачу нема картице ове радње; ПИН није послат (kasirbox card info).',
    en: 'There is no card of this shop in the reader; the PIN was not sent (kasirbox card info).',
  }),
  'other card': () => ({
    sr: 'У читачу је сада друга картица; ПИН није послат. Погледајте која је, па унесите њен ПИН (kasirbox card info).',
    en: 'A different card is now in the reader; the PIN was not sent. Check which card it is, then enter its PIN (kasirbox card info).',
  }),
  'no key': () => ({
    sr: 'Кључ картице за В-ПФР не може да се прочита, па јој ПИН не користи; није послат. Извадите картицу и вратите је; ако квар остане, позовите сервисера (kasirbox card info).',
    en: "The card's key for the V-PFR cannot be read, so a PIN does not help; it was not sent. Remove the card and insert it again; if it persists, call a technician (kasirbox card info).",
  }),
  failed: () => ({
    sr: 'Картица није јасно одговорила, па је покушај можда потрошен. Погледајте колико их је преостало пре него што поново унесете ПИН (kasirbox card info).',
    en: 'The card gave no clear answer, so a try may have been used. Check how many remain before entering the PIN again (kasirbox card info).',
  }),
};
