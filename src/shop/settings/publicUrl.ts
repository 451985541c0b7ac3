import { defineMessages } from '../../base/index.js';
import type { Setting } from './setting.js';

const MESSAGES = defineMessages('publicUrl', {
  notAnAddress: { en: 'publicUrl: {url} is not an address.', sr: '{url} није адреса.' },
});

/** The box serves HTTPS only. No user name and password, no path (RFC 3986). */
const ORIGIN = '^https://[^\\s/\\\\?#@]+$';

/** Origin under which customers reach the box; null: derived from the listening address. */
export const publicUrlSetting: Setting<string | null> = {
  reach: 'box',
  schema: { type: ['string', 'null'], maxLength: 200, pattern: ORIGIN },
  patternWords: {
    [ORIGIN]: {
      sr: 'мора бити https адреса без путање, као https://kasa.local:8443',
      en: 'must be an https address without a path, like https://kasa.local:8443',
    },
  },
  defaultValue: () => null,
  // The pattern also matches some texts that are not addresses, such as one with port 99999.
  fault: (url) => (url === null || URL.canParse(url) ? undefined : MESSAGES.notAnAddress({ url })),
};
