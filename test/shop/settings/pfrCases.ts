import type { CasesOfSettings } from './checking.js';

const PIN = 'sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

/** Of the environment and its processors. */
export const PFR_CASES = {
  environment: {
    good: ['sandbox', 'production'],
    bad: [
      ['test', /must be one of sandbox, production/],
      ['Sandbox', /must be one of/],
      [null, /must be a text/],
    ],
  },
  'pfr.sandbox': {
    good: [
      { mode: 'demo' },
      { mode: 'lpfr', url: 'http://192.168.1.20:7555/token/' },
      { mode: 'vpfr', url: 'https://vsdc.sandbox.suf.purs.gov.rs', pac: '12AB56' },
      { mode: 'vpfr', url: 'https://127.0.0.1:9' },
      { mode: 'vpfr' },
      { mode: 'vpfr', tls: '1.3', timeout: 1 },
      { mode: 'lpfr', url: 'http://a', pinBody: 'object', timeout: 120 },
      { mode: 'lpfr', url: 'http://a', signingLimit: 1 },
      { mode: 'lpfr', url: 'https://192.168.1.20:8443/token', pin: PIN },
      { mode: 'vpfr', signingLimit: 600 },
      { mode: 'vpfr', key: 'card' },
    ],
    bad: [
      ['demo', /must be an object in braces/],
      [{}, /needs the member "mode"/],
      [{ mode: 'x' }, /mode must be one of demo, lpfr, vpfr/],
      [{ mode: 'lpfr' }, /needs the member "url"/],
      [{ mode: 'demo', url: 'http://a' }, /may not have a member "url"/],
      [{ mode: 'lpfr', url: 'http://a', pac: 'x' }, /may not have a member "pac"/],
      [{ mode: 'lpfr', url: 'a:1' }, /url must be an address like/],
      [{ mode: 'lpfr', url: 'ftp://a' }, /url must be an address like/],
      [{ mode: 'lpfr', url: 'http://user:word@a' }, /url must be an address like/],
      [{ mode: 'lpfr', url: 'http://a:99999' }, /is not an address/],
      [{ mode: 'vpfr', url: 'http://a' }, /url must be an https address like/],
      ...['', 'x', '12ab56', '12AB567', '12AB5Ж', '12AB5\n'].map(
        (pac) => [{ mode: 'vpfr', pac }, /pac must be 6 upper-case letters or digits/] as const,
      ),
      [{ mode: 'vpfr', key: 'file' }, /key/],
      [{ mode: 'vpfr', key: 'card', tls: '1.3' }, /the key of a card is for TLS 1\.2/],
      [{ mode: 'vpfr', tls: '1.1' }, /tls must be one of 1\.2, 1\.3/],
      [{ mode: 'vpfr', tls: 1.2 }, /tls must be a text/],
      [{ mode: 'vpfr', pinBody: 'text' }, /may not have a member "pinBody"/],
      [{ mode: 'lpfr', url: 'http://a', pinBody: 'xml' }, /pinBody must be one of text, number, json, object/],
      ...[
        '',
        PIN.slice(7),
        `sha1/${PIN.slice(7)}`,
        `${PIN}=`,
        PIN.toUpperCase(),
        `${PIN.slice(0, -2)}B=`,
        `${PIN}\n`,
      ].map(
        (pin) => [{ mode: 'lpfr', url: 'https://a', pin }, /pin must be sha256\/ and 44 characters of Base64/] as const,
      ),
      [{ mode: 'lpfr', url: 'http://a', pin: PIN }, /a pin is for an https address/],
      [{ mode: 'lpfr', url: 'https://a', pin: [PIN] }, /pin must be a text/],
      [{ mode: 'vpfr', url: 'https://a', pin: PIN }, /may not have a member "pin"/],
      [{ mode: 'lpfr', url: 'http://a', tls: '1.2' }, /may not have a member "tls"/],
      [{ mode: 'lpfr', url: 'http://a', timeout: 0 }, /timeout must be at least 1/],
      [{ mode: 'lpfr', url: 'http://a', timeout: 1.5 }, /timeout must be a whole number/],
      [{ mode: 'vpfr', timeout: 121 }, /timeout must be at most 120/],
      [{ mode: 'lpfr', url: 'http://a', signingLimit: 0 }, /signingLimit must be at least 1/],
      [{ mode: 'lpfr', url: 'http://a', signingLimit: 1.5 }, /signingLimit must be a whole number/],
      [{ mode: 'vpfr', signingLimit: 601 }, /signingLimit must be at most 600/],
      [{ mode: 'demo', signingLimit: 60 }, /may not have a member "signingLimit"/],
      [{ mode: 'vpfr', url: 'https://a', pac: '(hidden)' }, /pac must be given in full/],
    ],
  },
  'pfr.production': {
    good: [{ mode: 'vpfr', url: 'https://vsdc.suf.purs.gov.rs', pac: 'AB12CD' }],
    bad: [[{}, /mode/]],
  },
} satisfies CasesOfSettings;
