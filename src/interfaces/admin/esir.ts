import { failed, NO_ESIR_NUMBER, ok, type Result, defineMessages, type Message } from '../../base/index.js';
import { text } from './fields.js';
import { type AdminParts, operation } from './operation.js';

const MESSAGES = defineMessages('esir', {
  noApproval: {
    en: 'There is no approval. Set its number: kasirbox settings set esir -',
    sr: 'Одобрење није унето. Унесите његов број: kasirbox settings set esir -',
    srOnPage: 'Одобрење није унето. Унесите његов број: „Подешавања”, страница „Фирма”.',
  },
  otherNumber: {
    en: 'Receipts carry the ESIR number {esirNumber}. See: kasirbox doctor',
    sr: 'На рачунима је ЕСИР број {esirNumber}. Погледајте: kasirbox doctor',
    srOnPage: 'На рачунима је ЕСИР број {esirNumber}.',
  },
});

/**
 * Records that the approval of the tax authority covers the running version. `esirNumber`: the number that a person has
 * compared with the approval.
 */
export const acceptEsir = operation({
  permission: 'settings',
  ask: { esirNumber: text },
  async run(
    { settings }: Pick<AdminParts, 'settings'>,
    { esirNumber: given },
  ): Promise<Result<{ readonly esirNumber: string }, Message>> {
    const { approval, esirNumber } = settings;
    if (approval.number === NO_ESIR_NUMBER) return failed(MESSAGES.noApproval);
    if (given.trim() !== esirNumber) return failed(MESSAGES.otherNumber({ esirNumber }));
    const stored = await settings.change('esir', ({ esir }) => ok({ ...esir, version: approval.version }));
    return stored.ok ? ok({ esirNumber }) : failed(stored.error);
  },
});
