import type { Bilingual } from '../../base/index.js';
import type { PinOutcome } from '../../card/index.js';

const left = (tries: number | null): Bilingual =>
  tries === null
    ? { sr: 'Картица не каже колико је покушаја преостало.', en: 'The card does not tell how many tries are left.' }
    : { sr: `Преостало покушаја: ${tries}.`, en: `Tries left: ${tries}.` };

/** What a person is told of a PIN that was entered. */
export const PIN_OUTCOMES: Readonly<Record<PinOutcome['kind'], (triesLeft: number | null) => Bilingual>> = {
  accepted: () => ({ sr: 'ПИН је прихваћен.', en: 'The PIN is accepted.' }),
  wrong: (tries) => ({
    sr: `ПИН није тачан. ${left(tries).sr} Када се потроше, картица је закључана заувек.`,
    en: `The PIN is wrong. ${left(tries).en} When none is left, the card is blocked for good.`,
  }),
  blocked: () => ({
    sr: 'Картица је закључана. Затражите нову од Пореске управе.',
    en: 'The card is blocked. Ask the tax authority for a new one.',
  }),
  confirm: (tries) => ({
    sr: `ПИН није послат картици. ${left(tries).sr} Ако сте сигурни, потврдите тај број.`,
    en: `The PIN was not given to the card. ${left(tries).en} If you are sure, confirm that number.`,
  }),
  form: () => ({
    sr: 'ПИН су четири цифре; ништа није послато картици.',
    en: 'A PIN is 4 digits; nothing was given to the card.',
  }),
  'not ready': () => ({
    sr: 'У читачу нема картице ове радње; ништа није послато.',
    en: 'There is no card of this shop in the reader; nothing was given to it. See: kasirbox card info',
  }),
  failed: () => ({
    sr: 'Картица није јасно одговорила. Погледајте колико је покушаја преостало, па унесите ПИН поново.',
    en: 'The card gave no clear answer. Look at the tries left before another try: kasirbox card info',
  }),
};
