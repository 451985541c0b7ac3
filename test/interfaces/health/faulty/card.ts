import type { CardState } from '../../../../src/processors/card/cardState.js';
import { cardReport, readyCard } from '../../../kit/card/states.js';
import { DAY_MS, NOON } from '../../../kit/ledger.js';
import type { Bench, Fault } from './bench.js';

const RULES = { knownCards: [], companyTin: '100000049', environment: 'sandbox' } as const;

/** By default, a box whose processor uses the key of the card. */
const withCard =
  (state: () => CardState | Promise<CardState>, isNeeded = true): Fault['make'] =>
  async ({ deps }: Bench) => {
    const seen = { state: await state(), isNeeded, rules: RULES, ofProcessor: null } as const;
    return { ...deps, card: () => seen };
  };

const fault = (what: string, state: () => CardState | Promise<CardState>, words: Pick<Fault, 'sr' | 'en'>): Fault => ({
  ...{ check: 'card', what, state: 'failure', make: withCard(state) },
  ...words,
});

export const CARD_FAULTS: readonly Fault[] = [
  fault('no reader', () => ({ kind: 'no reader', loss: 'no reader' }), {
    sr: [/Читач картице није прикључен\./, /Прикључите читач картице на (?:УСБ|USB)/],
    en: [/No card reader is connected\./, /Connect a card reader to USB/],
  }),
  fault('a reader that another program has', () => ({ kind: 'no reader', loss: 'busy' }), {
    sr: [/Читач картице држи други програм/, /pcscd/],
    en: [/Another program is using the card reader/, /kasirbox settings set cardReader/],
  }),
  fault('an empty reader', () => ({ kind: 'no card' }), {
    sr: [/У читачу нема картице/, /Ставите картицу у читач/],
    en: [/There is no card in the reader/, /chip first/],
  }),
  fault('a card that lies upside down', () => ({ kind: 'mute', loss: 'mute' }), {
    sr: [/Картица не одговара/, /окрените је/],
    en: [/The card does not respond/, /turn it over/],
  }),
  fault('a card that is being read', () => ({ kind: 'reading' }), {
    sr: [/Картица се чита/, /Сачекајте/],
    en: [/The card is being read/, /Wait a few seconds/],
  }),
  fault(
    'a card of somebody else',
    () => ({ kind: 'unknown card', fault: { kind: 'foreign', word: 0x6a82, meaning: 'not found' } }),
    {
      sr: [/Ово није картица Пореске управе/, /Ставите картицу ове радње/],
      en: [/not a card of the tax authority/, /Insert the card of this shop/],
    },
  ),
  fault(
    'a new card',
    async () => ({ kind: 'stranger', card: await cardReport(), standing: 'needs confirmation', isNamesake: false }),
    {
      sr: [/Нова картица CARD0001/, /потврдите је/],
      en: [/New card CARD0001/, /kasirbox card accept CARD0001/],
    },
  ),
  fault(
    'a card of a name that is known with another certificate',
    async () => ({
      kind: 'stranger',
      card: await cardReport(),
      standing: 'needs confirmation',
      isNamesake: true,
    }),
    {
      sr: [/CARD0001 .*нема исти сертификат/, /Пореска управа обновила.*потврдите је.*не уносите ПИН/],
      en: [/CARD0001 .*does not have the certificate/, /kasirbox card accept CARD0001.*do not enter a PIN/],
    },
  ),
  fault(
    'a card of another shop',
    async () => ({ kind: 'stranger', card: await cardReport(), standing: 'other shop', isNamesake: false }),
    {
      sr: [/припада другој радњи/, /Ставите картицу ове радње/],
      en: [/belongs to another shop/, /Insert the card of this/],
    },
  ),
  fault('a card without its PIN', async () => ({ ...(await readyCard()), pin: 'needed' }), {
    sr: [/Картица чека ПИН\. Преостало покушаја: 5/, /Унесите ПИН/],
    en: [/The card is waiting for its PIN\. Tries remaining: 5/, /kasirbox card pin/],
  }),
  fault('a blocked card', async () => ({ ...(await readyCard()), pin: 'blocked' }), {
    sr: [/Картица је закључана/, /Затражите нови безбедносни елемент/],
    en: [/The card is permanently blocked/, /Request a new secure element from the tax authority/],
  }),
  {
    ...fault(
      'a card that ends in ten days',
      async () => {
        const { card } = await readyCard();
        return {
          ...(await readyCard()),
          card: { ...card, identity: { ...card.identity, notAfter: NOON + 10 * DAY_MS } },
        };
      },
      {
        sr: [/Сертификат картице истиче 01\.12\.2026\./, /Затражите нови/],
        en: [
          /The certificate of the card expires on 2026-12-01/,
          /Request a new secure element from the tax authority/,
        ],
      },
    ),
    state: 'warning',
  },
  {
    ...fault('a card near its limit', () => readyCard({ amount: { sum: 9n, limit: 10n } }), {
      sr: [/искористила 90 % дозвољеног износа/, /Ако овом картицом потписује Л-ПФР, повежите га/],
      en: [/has used 90 % of its allowed amount/, /If an L-PFR signs with this card, connect it/],
    }),
    state: 'warning',
    // A V-PFR that uses its key signs with an element of its own.
    make: withCard(() => readyCard({ amount: { sum: 9n, limit: 10n } }), false),
  },
];
