import { record, type Setting } from './setting.js';

/** The cash register software as registered by the tax authority; printed as `number/version`. */
export interface EsirSetting {
  readonly number: string;
  readonly version: string;
}

const ESIR = '^[A-Za-z0-9.-]+$';

export const esirSetting: Setting<EsirSetting> = {
  reach: 'box',
  schema: record({
    number: { type: 'string', maxLength: 30, pattern: ESIR },
    version: { type: 'string', maxLength: 29, pattern: ESIR },
  }),
  patternWords: { [ESIR]: 'may have Latin letters, digits, dots and hyphens only' },
  defaultValue: (version) => ({ number: '0', version }),
};
