import type { Setting } from './setting.js';

/** The box serves HTTPS only. No user name and password, no path (RFC 3986). */
const ORIGIN = '^https://[^\\s/\\\\?#@]+$';

/** Origin under which customers reach the box; null: derived from the listening address. */
export const publicUrlSetting: Setting<string | null> = {
  reach: 'box',
  schema: { type: ['string', 'null'], maxLength: 200, pattern: ORIGIN },
  patternWords: { [ORIGIN]: 'must be an https address without a path, like https://kasa.local:8443' },
  defaultValue: () => null,
  // The pattern also matches some texts that are not addresses, such as one with port 99999.
  fault: (url) => (url === null || URL.canParse(url) ? undefined : `publicUrl: ${url} is not an address.`),
};
