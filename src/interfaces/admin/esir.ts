import { failed, NO_ESIR_NUMBER, ok, type Result } from '../../base/index.js';
import { text } from './fields.js';
import { type AdminParts, operation } from './operation.js';

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
  ): Promise<Result<{ readonly esirNumber: string }, string>> {
    const { approval, esirNumber } = settings;
    if (approval.number === NO_ESIR_NUMBER)
      return failed('There is no approval. Set its number: kasirbox settings set esir -');
    if (given.trim() !== esirNumber)
      return failed(`Receipts carry the ESIR number ${esirNumber}. See: kasirbox doctor`);
    const stored = await settings.change('esir', ({ esir }) => ok({ ...esir, version: approval.version }));
    return stored.ok ? ok({ esirNumber }) : failed(stored.error);
  },
});
