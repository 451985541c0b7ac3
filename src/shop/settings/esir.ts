import { isRecord, NO_ESIR_NUMBER } from '../../base/index.js';
import { record, type Setting } from './setting.js';

/** The cash register software as registered by the tax authority; printed as `number/version`. */
export interface EsirSetting {
  /** Number of the approval; counts only where the build has none of its own. */
  readonly number: string;
  /** Version for which a person has confirmed the approval; `0`: none. Receipts have the version of the program. */
  readonly version: string;
}

/** As `version`: a person has confirmed none. */
export const NO_VERSION = '0';

const ESIR = '^[A-Za-z0-9.-]+$';

export const esirSetting: Setting<EsirSetting> = {
  reach: 'box',
  schema: record({
    number: { type: 'string', maxLength: 30, pattern: ESIR },
    version: { type: 'string', maxLength: 29, pattern: ESIR },
  }),
  // Who gives a number alone has confirmed no version of it.
  normalized: (given) => (isRecord(given) ? { version: NO_VERSION, ...given } : given),
  patternWords: {
    [ESIR]: {
      sr: 'може имати само латинична слова, цифре, тачке и цртице',
      en: 'may have Latin letters, digits, dots and hyphens only',
    },
  },
  defaultValue: () => ({ number: NO_ESIR_NUMBER, version: NO_VERSION }),
};
