import type { Setting } from './setting.js';

/** The box serves HTTPS only. No name and password, no path (RFC 3986). */
const ORIGIN = '^https://[^\\s/\\\\?#@]+$';

/** Origin under which customers reach the box; null: found out from the address it listens on. */
export const publicUrlSetting: Setting<string | null> = {
  reach: 'box',
  schema: { type: ['string', 'null'], maxLength: 200, pattern: ORIGIN },
  patternWords: { [ORIGIN]: 'must be an https address without a path, like https://kasa.local:8443' },
  defaultValue: () => null,
  // The pattern lets through what is no address all the same, as a port of 99999.
  fault: (url) => (url === null || URL.canParse(url) ? undefined : `publicUrl: ${url} is not an address.`),
};
