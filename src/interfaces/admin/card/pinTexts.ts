import { type Bilingual, defineMessages, type Message } from '../../../base/index.js';
import type { PinOutcome } from '../../../processors/card/index.js';

const MESSAGES = defineMessages('card', {
  noService: {
    en: 'The service does not run, so nothing can remember the PIN. Start it: {command}',
    sr: 'Сервис не ради, па нема ко да запамти ПИН. Покрените га: {command}',
    srOnPage: 'Уређај не ради, па нема ко да запамти ПИН. Покрените га.',
  },
});

const left = (tries: number | null): Bilingual =>
  tries === null
    ? { sr: 'Картица не каже колико је покушаја преостало.', en: 'The card does not tell how many tries are left.' }
    : { sr: `Преостало покушаја: ${tries}.`, en: `Tries left: ${tries}.` };

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
      en: 'The card does not tell how many tries are left. This may be the last: if the PIN is wrong, the card is then blocked for good.',
    };
  }
  if (tries === 1) {
    return {
      sr: 'Ово је последњи покушај. Ако је ПИН погрешан, картица се закључава заувек и мора се тражити нова од Пореске управе.',
      en: 'This is the last try. If the PIN is wrong, the card is blocked for good, and the tax authority has to be asked for a new one.',
    };
  }
  return {
    sr: `${left(tries).sr} Када их не буде више, картица се закључава заувек.`,
    en: `${left(tries).en} When none is left, the card is blocked for good.`,
  };
}

/** The card was not ready within the time that a person waits. */
export const STILL_READ: Bilingual = {
  sr: 'Картица се још чита; ПИН није послат. Сачекајте, па поново.',
  en: 'The card is still being read; nothing was given to it. Wait, and try again.',
};

/** Whether the PIN was stored over a restart; `off`: the owner does not want it. */
export type Keeping = 'off' | 'kept' | 'not kept';

const ACCEPTED: Readonly<Record<Keeping, Bilingual>> = {
  off: { sr: 'ПИН је прихваћен.', en: 'The PIN is accepted.' },
  kept: {
    sr: 'ПИН је прихваћен и сачуван: после поновног покретања уређај га не тражи.',
    en: 'The PIN is accepted, and kept over a restart.',
  },
  'not kept': {
    sr: 'ПИН је прихваћен, али није сачуван: после поновног покретања унесите га опет (kasirbox doctor).',
    en: 'The PIN is accepted, but could not be kept: enter it again after a restart. See: kasirbox doctor',
  },
};

/** Messages about the outcome of a PIN entry. */
export const PIN_OUTCOMES: Readonly<
  Record<PinOutcome['kind'], (triesLeft: number | null, keeping: Keeping) => Bilingual>
> = {
  accepted: (_, keeping) => ACCEPTED[keeping],
  wrong: (tries) => ({
    sr: `ПИН није тачан. ${left(tries).sr} Када их не буде више, картица се закључава заувек.`,
    en: `The PIN is wrong. ${left(tries).en} When none is left, the card is blocked for good.`,
  }),
  blocked: () => ({
    sr: 'Картица је закључана заувек. Затражите нову од Пореске управе (портал еПорези).',
    en: 'The card is blocked. Ask the tax authority for a new one.',
  }),
  confirm: (tries) => ({
    sr: `ПИН није послат картици. ${fewTries(tries).sr} Ако сте сигурни, потврдите ${tries === null ? 'то' : 'тај број'}.`,
    en: `The PIN was not given to the card. ${fewTries(tries).en} If you are sure, confirm ${tries === null ? 'that' : 'that number'}.`,
  }),
  busy: () => ({
    sr: 'Картица још проверава претходни ПИН; овај није послат.',
    en: 'The card is still at the PIN before; this one was not given to it.',
  }),
  gone: () => ({
    sr: 'Нико више није чекао одговор; ПИН није послат картици.',
    en: 'Nobody waited for the answer any more; the PIN was not given to the card.',
  }),
  form: () => ({
    sr: 'ПИН су четири цифре; ништа није послато картици.',
    en: 'A PIN is 4 digits; nothing was given to the card.',
  }),
  'not ready': () => ({
    sr: 'У читачу нема картице ове радње; ПИН није послат (kasirbox card info).',
    en: 'There is no card of this shop in the reader; nothing was given to it. See: kasirbox card info',
  }),
  'other card': () => ({
    sr: 'У читачу је сада друга картица; ПИН није послат. Погледајте која је, па унесите њен ПИН (kasirbox card info).',
    en: 'Another card is in the reader now; nothing was given to it. See which: kasirbox card info',
  }),
  'no key': () => ({
    sr: 'Кључ картице за В-ПФР не може да се прочита, па јој ПИН не користи; није послат. Извадите картицу и вратите је; ако квар остане, позовите сервисера (kasirbox card info).',
    en: "The card's key for a V-PFR cannot be read, so that a PIN is of no use; nothing was given to it. Take the card out and put it back, then look: kasirbox card info",
  }),
  failed: () => ({
    sr: 'Картица није јасно одговорила, па је покушај можда потрошен. Погледајте колико их је преостало пре него што поново унесете ПИН (kasirbox card info).',
    en: 'The card gave no clear answer. Look at the tries left before another try: kasirbox card info',
  }),
};
