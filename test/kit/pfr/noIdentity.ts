import type { ProcessorDeps } from '../../../src/processors/pfr/processors.js';

/** Of processors that have neither a certificate nor a card. */
export const NO_IDENTITY: Pick<ProcessorDeps, 'tlsOf' | 'caOf' | 'card'> = {
  tlsOf: () => undefined,
  caOf: () => undefined,
  card: {
    client: () => undefined,
    obstacle: () => ({
      ...{ code: '1300', blocks: true },
      found: { sr: 'У читачу нема картице.', en: 'There is no card in the reader.' },
      action: { sr: 'Ставите картицу у читач.', en: 'Put the card in.' },
    }),
  },
};
