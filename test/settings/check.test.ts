import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkSetting } from '../../src/settings/check.js';
import { defaultSettings, SETTING_NAMES, type SettingName } from '../../src/settings/registry.js';
import type { InstalledCertificates } from '../../src/settings/setting.js';

const FINGERPRINT = Array.from({ length: 32 }, () => 'AB').join(':');
const PIN = 'sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
const QUEUE = { enabled: true, maxCount: 200, maxAgeHours: 48, printSlip: true };

const DEFAULTS = defaultSettings('1.0');
const COMPANY = { name: 'Пекара', tin: '100000049', location: '1234567-Пекара', address: 'Немањина 4', district: 'Б' };
const NOT_IN_VAT = { label: 'А', name: 'Није у ПДВ', rate: 0, active: true };
const LABEL = { label: 'Ђ', name: 'О-ПДВ', rate: 20, active: true };
const BOT = { kind: 'bot', token: '123456:ABC-def_1', chat: -1001234567890 };
const HOOK = { kind: 'webhook', url: 'https://hooks.example.rs/services/T0/B1?wait=true' };
const MAIL = { host: 'mail.example', port: 465, secure: true, user: 'u', password: 'p', from: 'kasa@example.rs' };

/** Values of each setting that are good, and values that are not, with what must be said about them. */
const CASES: Readonly<Record<SettingName, { good: readonly unknown[]; bad: readonly (readonly [unknown, RegExp])[] }>> =
  {
    environment: {
      good: ['sandbox', 'production'],
      bad: [
        ['test', /must be one of sandbox, production/],
        ['Sandbox', /must be one of/],
        [null, /must be string/],
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
        ['demo', /must be object/],
        [{}, /required property 'mode'/],
        [{ mode: 'x' }, /mode must be one of demo, lpfr, vpfr/],
        [{ mode: 'lpfr' }, /required property 'url'/],
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
        [{ mode: 'vpfr', tls: 1.2 }, /tls must be string/],
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
          (pin) =>
            [{ mode: 'lpfr', url: 'https://a', pin }, /pin must be sha256\/ and 44 characters of Base64/] as const,
        ),
        [{ mode: 'lpfr', url: 'http://a', pin: PIN }, /a pin is for an https address/],
        [{ mode: 'lpfr', url: 'https://a', pin: [PIN] }, /pin must be string/],
        [{ mode: 'vpfr', url: 'https://a', pin: PIN }, /may not have a member "pin"/],
        [{ mode: 'lpfr', url: 'http://a', tls: '1.2' }, /may not have a member "tls"/],
        [{ mode: 'lpfr', url: 'http://a', timeout: 0 }, /timeout must be >= 1/],
        [{ mode: 'lpfr', url: 'http://a', timeout: 1.5 }, /timeout must be integer/],
        [{ mode: 'vpfr', timeout: 121 }, /timeout must be <= 120/],
        [{ mode: 'lpfr', url: 'http://a', signingLimit: 0 }, /signingLimit must be >= 1/],
        [{ mode: 'lpfr', url: 'http://a', signingLimit: 1.5 }, /signingLimit must be integer/],
        [{ mode: 'vpfr', signingLimit: 601 }, /signingLimit must be <= 600/],
        [{ mode: 'demo', signingLimit: 60 }, /may not have a member "signingLimit"/],
        [{ mode: 'vpfr', url: 'https://a', pac: '(hidden)' }, /pac must be given itself/],
      ],
    },
    'pfr.production': {
      good: [{ mode: 'vpfr', url: 'https://vsdc.suf.purs.gov.rs', pac: 'AB12CD' }],
      bad: [[{}, /mode/]],
    },
    company: {
      good: [COMPANY],
      bad: [
        [{ ...COMPANY, tin: '12345678' }, /tin must be 9 digits/],
        ...['Пекара', '123456-Пекара', '12345678-Пекара', '1234567Пекара', '1234567-', '1234567- '].map(
          (location) => [{ ...COMPANY, location }, /location must be 7 digits, a hyphen and a name/] as const,
        ),
        [{ ...COMPANY, name: ' ' }, /name must not be blank/],
        [{ ...COMPANY, address: 'a\nb' }, /address holds a control/],
        [{ ...COMPANY, district: undefined }, /required property 'district'/],
        [{ ...COMPANY, phone: '1' }, /may not have a member "phone"/],
        [{ ...COMPANY, name: 'ж'.repeat(101) }, /name must NOT have more than 100 characters/],
      ],
    },
    esir: {
      good: [{ number: '742', version: '1.3' }],
      bad: [
        [{ number: '742' }, /required property 'version'/],
        [{ number: '7/2', version: '1' }, /number may have Latin letters/],
        [{ number: 742, version: '1' }, /number must be string/],
      ],
    },
    taxLabels: {
      good: [[LABEL], [LABEL, { ...LABEL, label: 'Е', rate: 10.25 }], [{ ...LABEL, active: false }, NOT_IN_VAT]],
      bad: [
        [[], /must NOT have fewer than 1 items/],
        [[LABEL, LABEL], /Ђ stands there twice/],
        ...['ЂЂ', '', 'F', 'E', '\u0110', 'Ω', '1', '\u0483', 'Ђ\n'].map(
          (label) => [[{ ...LABEL, label }], /label must be one Cyrillic letter/] as const,
        ),
        [[{ ...LABEL, active: false }], /at least one label must be active/],
        [[{ ...LABEL, rate: -1 }], /rate must be >= 0/],
        [[{ ...LABEL, rate: 19.995 }], /the rate of Ђ may have two decimals at most/],
        [[{ ...LABEL, rate: 1e-7 }], /two decimals/],
        [[{ ...LABEL, active: 1 }], /active must be boolean/],
      ],
    },
    metrics: {
      good: [true, false],
      bad: [
        ['on', /must be boolean/],
        [null, /must be boolean/],
      ],
    },
    simplifiedCash: {
      good: [true, false],
      bad: [
        ['true', /must be boolean/],
        [null, /must be boolean/],
      ],
    },
    mail: {
      good: [
        null,
        MAIL,
        { host: 'h', port: 25, secure: false, from: 'a@b.rs' },
        { ...MAIL, host: '192.168.1.5', from: 'Пекара „Код Пере”, Београд <kasa@пекара.срб>' },
        { host: 'h', port: 587, secure: false, from: 'a@b.rs', password: 'p' },
        { ...MAIL, host: '2001:db8::25', from: 'kasa@localhost' },
      ],
      bad: [
        [{ ...MAIL, port: 0 }, /port must be >= 1/],
        [{ ...MAIL, host: '' }, /host must not be blank/],
        [{ ...MAIL, password: '(hidden)' }, /password must be given itself/],
        ['smtp://h', /must be object,null/],
        [{ ...MAIL, host: 'mail.example:465' }, /host must be a name or an address without a port/],
        [{ ...MAIL, host: 'smtp://mail.example' }, /host must be a name/],
        [{ ...MAIL, host: '[::1]' }, /host must be a name/],
        [{ ...MAIL, host: `${'a'.repeat(64)}.rs` }, /host must be a name/],
        [{ ...MAIL, from: 'Пекара' }, /from must be an address/],
        [{ ...MAIL, from: 'a@b.rs, c@d.rs' }, /from must be an address/],
        [{ ...MAIL, from: 'A <a@b.rs>, C <c@d.rs>' }, /from must be an address/],
        [{ ...MAIL, from: '"A" <a@b.rs>' }, /from must be an address/],
        [{ ...MAIL, from: 'a@b.rs\r\nBcc: c@d.rs' }, /from holds a control or invisible character/],
        [{ ...MAIL, from: 'A\nBcc: c@d.rs <a@b.rs>' }, /from holds a control or invisible character/],
        [{ host: 'h', port: 25, secure: false, from: 'a@b.rs', user: 'u' }, /must have property password/],
      ],
    },
    publicUrl: {
      good: [null, 'https://kasa.local', 'https://10.0.0.1:8443', 'https://[::1]:8443'],
      bad: [
        ['kasa.local', /address without a path/],
        ['http://kasa.local', /must be an https address/],
        ['HTTPS://kasa.local', /must be an https address/],
        ['https://kasa.local/', /address without a path/],
        ['https://kasa.local?x', /address without a path/],
        ['https://a:99999', /is not an address/],
        ['https://a b', /address without a path/],
        ['', /address without a path/],
      ],
    },
    printers: {
      good: [[], [{ name: 'kasa', address: 'tcp://192.168.1.50', width: 80, dpi: 203, mode: 'raster' }]],
      bad: [
        [{}, /must be array/],
        [['x'], /must be object/],
        [[{ name: 'kasa' }], /required property 'address'/],
      ],
    },
    backup: {
      good: [null, { folder: '/media/kasirbox' }, { folder: '/mnt/Резерва/', everyHours: 1, keep: 1 }],
      bad: [
        [{}, /required property 'folder'/],
        [{ folder: 'media' }, /must be an absolute path/],
        [{ folder: '/media/../etc' }, /must be an absolute path/],
        [{ folder: '/' }, /must be an absolute path/],
        [{ folder: '/media', everyHours: 0 }, /must be >= 1/],
        [{ folder: '/media', keep: 101 }, /must be <= 100/],
        [{ folder: '/media', every: 1 }, /may not have a member "every"/],
      ],
    },
    offlineQueue: {
      good: [QUEUE, { ...QUEUE, maxCount: 1000, maxAgeHours: 720, printReceipts: false }],
      bad: [
        [null, /must be object/],
        [{ enabled: true }, /required property 'maxCount'/],
        [{ ...QUEUE, enabled: 'yes' }, /must be boolean/],
        [{ ...QUEUE, maxCount: 0 }, /must be >= 1/],
        [{ ...QUEUE, maxCount: 1001 }, /must be <= 1000/],
        [{ ...QUEUE, maxAgeHours: 721 }, /must be <= 720/],
        [{ ...QUEUE, maxAge: 1 }, /may not have a member "maxAge"/],
      ],
    },
    flashBudget: {
      good: [100, 1500, 20_000],
      bad: [
        [99, /must be >= 100/],
        [20_001, /must be <= 20000/],
        [150.5, /must be integer/],
        [null, /must be integer/],
        ['1500', /must be integer/],
      ],
    },
    cardReader: {
      good: ['auto', 'usb', 'pcsc', 'off'],
      bad: [['ccid', /must be one of auto, usb, pcsc, off/]],
    },
    cardPin: {
      good: ['ask', 'keep'],
      bad: [
        ['yes', /must be one of ask, keep/],
        [true, /must be string|must be one of/],
      ],
    },
    cards: {
      good: [
        [],
        [{ uid: 'AB12CD34', tin: '100000049', environment: 'sandbox', fingerprint: FINGERPRINT }],
        [{ uid: 'AB12CD34', tin: null, environment: 'other', fingerprint: FINGERPRINT }],
      ],
      bad: [
        [
          [{ uid: 'ab', tin: null, environment: 'other', fingerprint: FINGERPRINT }],
          /uid must be 8 upper-case letters or digits/,
        ],
        [
          [{ uid: 'AB12CD34', tin: 'RS1', environment: 'other', fingerprint: FINGERPRINT }],
          /tin must be 1 to 20 digits/,
        ],
        [[{ uid: 'AB12CD34', tin: null, environment: 'other' }], /fingerprint/],
        [
          [{ uid: 'AB12CD34', tin: null, environment: 'other', fingerprint: 'AB:CD' }],
          /fingerprint must be 32 bytes in hex with colons between them/,
        ],
        [
          Array.from({ length: 21 }, () => ({
            ...{ uid: 'AB12CD34', tin: null, environment: 'other', fingerprint: FINGERPRINT },
          })),
          /20/,
        ],
      ],
    },
    cashierSession: {
      good: [5, 720, 1440],
      bad: [
        [4, /must be >= 5/],
        [1441, /must be <= 1440/],
        ['720', /must be integer/],
      ],
    },
    helperPort: {
      good: [null, 1, 80, 65_535],
      bad: [
        [0, /must be >= 1/],
        [65_536, /must be <= 65535/],
        ['80', /must be integer/],
      ],
    },
    setupNotNeeded: {
      good: [[], ['printer'], ['processor', 'printer', 'tablet', 'cashiers']],
      bad: [
        [null, /must be array/],
        [['company'], /must be one of processor, printer/],
        [['printer', 'printer'], /must NOT have duplicate items/],
      ],
    },
    notify: {
      good: [
        null,
        BOT,
        { ...BOT, chat: '@pekara', url: 'http://127.0.0.1:8081', receipts: false, alarms: true },
        HOOK,
        { ...HOOK, secret: `whsec_${Buffer.alloc(24, 7).toString('base64')}`, quietMinutes: 1, maxAgeHours: 720 },
        { ...HOOK, secret: `whsec_${Buffer.alloc(64, 7).toString('base64')}` },
        ...['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.20:8123', '169.254.1.1', 'localhost'].map(
          (host) => ({
            ...HOOK,
            url: `http://${host}/kasa`,
          }),
        ),
        ...['[::1]:81', '[fd00::5]', '[fe80::5]'].map((host) => ({ ...HOOK, url: `http://${host}/` })),
      ],
      bad: [
        ['telegram', /must be object,null/],
        [{}, /required property 'kind'/],
        [{ kind: 'sms' }, /kind must be one of bot, webhook/],
        [{ kind: 'bot', token: 'a' }, /required property 'chat'/],
        [{ ...BOT, token: 'a/../b' }, /token must be a token like/],
        [{ ...BOT, token: '(hidden)' }, /token must be given itself/],
        [{ ...BOT, chat: 'pekara' }, /chat must be the number of a chat/],
        [{ ...BOT, chat: 1.5 }, /chat must be string,integer/],
        [{ ...BOT, secret: 'x' }, /may not have a member "secret"/],
        [{ ...BOT, url: 'http://192.168.1.20' }, /url of a bot must begin with https/],
        [{ kind: 'webhook' }, /required property 'url'/],
        [{ ...HOOK, url: 'https://hooks.example.rs/(hidden)' }, /url must be given itself/],
        [{ ...HOOK, url: 'https://user:word@hooks.example.rs/' }, /url must be an address/],
        [{ ...HOOK, url: 'https://a:99999/' }, /url is not an address/],
        [{ ...HOOK, url: 'https://a/#b' }, /url must be an address/],
        ...['example.rs', 'kasa.local', '8.8.8.8', '172.32.0.1', '[2001:db8::1]', '127.evil.rs'].map(
          (host) => [{ ...HOOK, url: `http://${host}/` }, /http:\/\/ is for a private address/] as const,
        ),
        [{ ...HOOK, secret: 'whsec_c2hvcnQ=' }, /secret must NOT have fewer than 38 characters/],
        [{ ...HOOK, secret: `whsec_${'!'.repeat(32)}` }, /secret must be whsec_ and 24 to 64 random bytes/],
        [{ ...HOOK, token: 'x' }, /may not have a member "token"/],
        [{ ...HOOK, quietMinutes: 0 }, /quietMinutes must be >= 1/],
        [{ ...HOOK, maxAgeHours: 721 }, /maxAgeHours must be <= 720/],
        [{ ...HOOK, receipts: 'yes' }, /receipts must be boolean/],
      ],
    },
  };

/** Why a value is refused; what is accepted fails the test. */
function refusal(name: string, value: unknown): string {
  const checked = checkSetting(name, value, DEFAULTS);
  if (checked.ok) throw new Error(`${name} took ${JSON.stringify(value)}`);
  return checked.error;
}

test('every setting takes its good values and is otherwise refused with its name and the reason', () => {
  assert.equal(Object.keys(CASES).sort(), [...SETTING_NAMES].sort());
  for (const [name, { good, bad }] of Object.entries(CASES)) {
    for (const value of good) {
      const checked = checkSetting(name, value, DEFAULTS);
      assert.ok(checked.ok, checked.ok ? '' : checked.error);
      assert.equal(checked.value.values, { ...DEFAULTS, [name]: value });
    }
    for (const [value, words] of bad) {
      const error = refusal(name, value);
      assert.ok(error.startsWith(`${name}: `), `${name} ${JSON.stringify(value)}`);
      assert.match(error, words);
    }
  }
});

test('every default is a good value', () => {
  for (const [name, value] of Object.entries(DEFAULTS)) assert.ok(checkSetting(name, value, DEFAULTS).ok, name);
});

test('an unknown name is refused with the names that there are', () => {
  for (const name of ['Environment', 'environment ', '', '__proto__', 'toString', 'pfr']) {
    assert.match(refusal(name, 'x'), /^There is no setting ".*"\. Settings: environment, pfr\.sandbox/);
  }
});

/** What is said when both environments get these processors, in either order; undefined: both were taken. */
function shared(sandbox: object, production: object): string | undefined {
  const refusals = (['pfr.sandbox', 'pfr.production'] as const).map((last) => {
    const both = { ...DEFAULTS, 'pfr.sandbox': sandbox, 'pfr.production': production } as typeof DEFAULTS;
    const checked = checkSetting(last, both[last], { ...both, [last]: DEFAULTS[last] });
    return checked.ok ? undefined : checked.error;
  });
  assert.is(refusals[0], refusals[1]);
  return refusals[0];
}

/** The kinds of processor that can have this address. */
const modesOf = (url: string): readonly string[] => (url.startsWith('https:') ? ['lpfr', 'vpfr'] : ['lpfr']);

test('the same processor for both environments is refused, however its address is written', () => {
  const url = 'http://192.168.1.20:7555/token';
  for (const [one, other] of [
    [url, url],
    [url, `${url}/`],
    [url, 'http://192.168.1.20:7555/./token//'],
    [url, 'https://192.168.1.20:07555/token'],
    ['https://lpfr.local', 'https://LPFR.local.:443/'],
    ['http://lpfr.local', 'http://lpfr%2Elocal:80'],
    ['https://lpfr.local', 'http://lpfr.local:443'],
  ] as const) {
    for (const first of modesOf(one)) {
      for (const second of modesOf(other)) {
        const error = shared({ mode: first, url: one }, { mode: second, url: other });
        assert.match(error ?? 'accepted', /^pfr\.sandbox and pfr\.production: .*same address/, `${one} ${other}`);
      }
    }
  }
});

test('the same certificate for both environments is refused, without a word of its secret', () => {
  const vpfr = (url: string, pac: string): object => ({ mode: 'vpfr', url, pac });
  const error = shared(vpfr('https://10.0.0.1', 'SECRET'), vpfr('https://10.0.0.2', 'SECRET')) ?? 'accepted';
  assert.match(error, /^pfr\.sandbox and pfr\.production: .*same certificate/);
  assert.not.match(error, /SECRET/);
});

test('two processors, two cards of one processor, and the demo twice are accepted', () => {
  const lpfr = (url: string): object => ({ mode: 'lpfr', url });
  assert.is(shared({ mode: 'demo' }, { mode: 'demo' }), undefined);
  assert.is(shared(lpfr('http://10.0.0.1:7555'), lpfr('http://10.0.0.1:7556')), undefined);
  assert.is(shared(lpfr('http://10.0.0.1:7555/a'), lpfr('http://10.0.0.1:7555/b')), undefined);
  const vpfr = { mode: 'vpfr', url: 'https://10.0.0.1' };
  assert.is(shared({ ...vpfr, pac: 'AAAAAA' }, { ...vpfr, url: 'https://10.0.0.2', pac: 'BBBBBB' }), undefined);
  assert.is(shared(vpfr, { ...vpfr, url: 'https://10.0.0.2' }), undefined, 'no pac twice');
});

const wrongSide = (environment: 'sandbox' | 'production', url: string): string => {
  const checked = checkSetting(`pfr.${environment}`, { mode: 'lpfr', url }, DEFAULTS);
  return checked.ok ? 'accepted' : checked.error;
};

/** Ways to write a host that a connection takes for the same. */
const DISGUISES: readonly ((host: string) => string)[] = [
  (host) => `https://${host}`,
  (host) => `http://${host}:8888/token/path`,
  (host) => `https://${host.toUpperCase()}`,
  (host) => `https://${host}.`,
  (host) => `https://${host}.:443/`,
  (host) => `https://${host}../`,
  (host) => `https://api.new.${host}/`,
  (host) => `https://${host.replaceAll('.', '%2E')}/`,
  (host) => `https://${host.replace('suf', 's%75f')}/`,
  (host) => `https://${host.replaceAll('.', '。')}/`,
  (host) => `https://${host.replace('purs', 'ｐｕｒｓ')}/`,
  (host) => `https://${host.replace('purs', 'p\u00adurs')}/`,
];

test('the application refuses to point production at a test address or the reverse, however it is written', () => {
  for (const disguise of DISGUISES) {
    for (const host of ['sandbox.suf.purs.gov.rs', 'vsdc.sandbox.suf.purs.gov.rs']) {
      assert.match(wrongSide('production', disguise(host)), /^pfr\.production: .*test system/, disguise(host));
      assert.is(wrongSide('sandbox', disguise(host)), 'accepted', disguise(host));
    }
    for (const host of ['suf.purs.gov.rs', 'vsdc.suf.purs.gov.rs']) {
      assert.match(wrongSide('sandbox', disguise(host)), /^pfr\.sandbox: .*production system/, disguise(host));
      assert.is(wrongSide('production', disguise(host)), 'accepted', disguise(host));
    }
  }
});

test('an address with backslashes or with a name before @ is none, on either side', () => {
  const host = 'vsdc.sandbox.suf.purs.gov.rs';
  for (const url of [
    `https:\\\\${host}`,
    `https://\\${host}`,
    `https://a@${host}`,
    `https://${host}\\.a.rs`,
    `https://a\\@${host}`,
  ]) {
    assert.match(wrongSide('production', url), /must be an address/, url);
    assert.match(wrongSide('sandbox', url), /must be an address/, url);
  }
});

test('hosts that only look like those of the authority are nobody’s', () => {
  for (const host of ['notsuf.purs.gov.rs', 'suf.purs.gov.rs.example.com', 'vsdc-suf-purs-gov-rs.local', '10.0.0.5']) {
    assert.is(wrongSide('production', `https://${host}`), 'accepted');
    assert.is(wrongSide('sandbox', `https://${host}`), 'accepted');
  }
});

test('a company of another TIN than an installed certificate is refused, and one that is not set is not', () => {
  const set = (tin: string, installed: InstalledCertificates): string => {
    const checked = checkSetting('company', { ...COMPANY, tin }, DEFAULTS, installed);
    return checked.ok ? 'accepted' : checked.error;
  };
  const ours = { tin: COMPANY.tin, vsdcUrl: null };
  assert.is(set(COMPANY.tin, { sandbox: ours, production: ours }), 'accepted');
  assert.is(set('000000000', { sandbox: ours }), 'accepted');
  assert.is(set('123456789', { production: { tin: null, vsdcUrl: null } }), 'accepted', 'no TIN to compare with');
  for (const environment of ['sandbox', 'production'] as const) {
    const error = set('123456789', { [environment]: ours });
    assert.match(error, new RegExp(`^company: the certificate .* for ${environment} is of TIN 100000049\\. Give that`));
    assert.match(error, new RegExp(`kasirbox certificate remove --environment ${environment}$`));
  }
  const other = checkSetting(
    'simplifiedCash',
    true,
    { ...DEFAULTS, company: COMPANY },
    { sandbox: { ...ours, tin: '1' } },
  );
  assert.ok(other.ok, 'what has nothing to do with it can be set');
});

test('a vpfr needs an address only where its certificate names none', () => {
  const set = (value: object, vsdcUrl: string | null): string => {
    const checked = checkSetting('pfr.sandbox', value, DEFAULTS, { sandbox: { tin: null, vsdcUrl } });
    return checked.ok ? 'accepted' : checked.error;
  };
  assert.is(set({ mode: 'vpfr' }, 'https://vsdc.sandbox.suf.purs.gov.rs'), 'accepted');
  assert.match(set({ mode: 'vpfr' }, null), /^pfr\.sandbox: the certificate that is installed names no address/);
  assert.is(set({ mode: 'vpfr', url: 'https://127.0.0.1:9' }, null), 'accepted');
  assert.is(set({ mode: 'demo' }, null), 'accepted');
});

test('no error repeats a value, which may be a secret', () => {
  const secret = 'PAC-SECRET-77';
  const values = [
    ['pfr.sandbox', { mode: 'vpfr', url: secret, pac: secret }],
    ['pfr.sandbox', { mode: secret, pac: secret }],
    ['pfr.sandbox', { mode: 'demo', pac: secret }],
    ['pfr.production', { mode: 'vpfr', url: 'https://sandbox.suf.purs.gov.rs', pac: secret }],
    ['mail', { ...MAIL, password: `${secret}\n` }],
    ['mail', { ...MAIL, port: secret, password: secret }],
    ['mail', secret],
  ] as const;
  for (const [name, value] of values) {
    assert.not.ok(refusal(name, value).includes(secret), refusal(name, value));
  }
});

test.run();
