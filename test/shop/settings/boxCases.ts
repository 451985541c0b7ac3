import { type CasesOfSettings, MAIL } from './checking.js';

const BOT = { kind: 'bot', token: '123456:ABC-def_1', chat: -1001234567890 };
const STREAM = {
  url: 'tls://nats.example.rs:4222',
  credentials: 'SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY',
  subject: 'kasirbox.novi-sad-1',
};
const HOOK = { kind: 'webhook', url: 'https://hooks.example.rs/services/T0/B1?wait=true' };

const secretOf = (bytes: number): string => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;
const SHOP = { name: 'web-shop', url: 'https://shop.example.rs/kasa?key=1', secret: secretOf(32) };

/** Of the box, its addresses, and whom it writes to. */
export const BOX_CASES = {
  repeatPrints: {
    good: [true, false],
    bad: [
      [null, /must be true or false/],
      ['да', /must be true or false/],
    ],
  },
  metrics: {
    good: [true, false],
    bad: [
      ['on', /must be true or false/],
      [null, /must be true or false/],
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
      [{ ...MAIL, port: 0 }, /port must be at least 1/],
      [{ ...MAIL, host: '' }, /host must not be blank/],
      [{ ...MAIL, password: '(hidden)' }, /password must be given in full/],
      ['smtp://h', /must be an object in braces, or null/],
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
      [{}, /must be a list in brackets/],
      [['x'], /must be an object in braces/],
      [[{ name: 'kasa' }], /needs the member "address"/],
    ],
  },
  backup: {
    good: [null, { folder: '/media/kasirbox' }, { folder: '/mnt/Резерва/', everyHours: 1, keep: 1 }],
    bad: [
      [{}, /needs the member "folder"/],
      [{ folder: 'media' }, /must be an absolute path/],
      [{ folder: '/media/../etc' }, /must be an absolute path/],
      [{ folder: '/' }, /must be an absolute path/],
      [{ folder: '/media', everyHours: 0 }, /must be at least 1/],
      [{ folder: '/media', keep: 101 }, /must be at most 100/],
      [{ folder: '/media', every: 1 }, /may not have a member "every"/],
    ],
  },
  refundGuard: {
    good: ['warn', 'refuse'],
    bad: [
      ['ask', /must be (one|equal)/],
      [null, /must be/],
      [true, /must be/],
    ],
  },
  strict: {
    good: [true, false],
    bad: [
      [null, /must be/],
      ['true', /must be/],
    ],
  },
  flashBudget: {
    good: [100, 1500, 20_000],
    bad: [
      [99, /must be at least 100/],
      [20_001, /must be at most 20000/],
      [150.5, /must be a whole number/],
      [null, /must be a whole number/],
      ['1500', /must be a whole number/],
    ],
  },
  helperPort: {
    good: [null, 1, 80, 65_535],
    bad: [
      [0, /must be at least 1/],
      [65_536, /must be at most 65535/],
      ['80', /must be a whole number/],
    ],
  },
  webhooks: {
    good: [
      [],
      [SHOP],
      [24, 25, 26, 62, 63, 64].slice(0, 5).map((bytes) => ({ ...SHOP, name: `n${bytes}`, secret: secretOf(bytes) })),
      [{ ...SHOP, secret: secretOf(64), events: ['invoice.*', 'problem.began'] }],
      [{ ...SHOP, name: 'A-9', url: 'http://192.168.1.20:8123/kasa' }],
      [{ ...SHOP, url: 'http://[::1]:81/', events: ['print-job.*', 'order.*', 'problem.*', 'ledger.*'] }],
    ],
    bad: [
      [null, /must be a list in brackets/],
      [SHOP, /must be a list in brackets/],
      [['https://shop.example.rs'], /\[0\] must be an object in braces/],
      [[{ ...SHOP, url: undefined }], /must have property url|needs the member "url"/],
      [[{ name: 'a', url: SHOP.url }], /needs the member "secret"/],
      [[{ ...SHOP, token: 'x' }], /may not have a member "token"/],
      [[{ ...SHOP, name: '-a' }], /name must be 1 to 30 letters a to z, digits or hyphens/],
      [[{ ...SHOP, name: 'a.b' }], /name must be 1 to 30 letters/],
      [[{ ...SHOP, name: 'a'.repeat(31) }], /name must be 1 to 30 letters/],
      [[SHOP, { ...SHOP, url: 'https://b.example.rs' }], /the name web-shop is given twice/],
      [['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ ...SHOP, name })), /may have at most 5 entries/],
      [[{ ...SHOP, url: 'http://shop.example.rs/kasa' }], /web-shop: url must begin with https:\/\/; http:\/\/ is for/],
      [[{ ...SHOP, url: 'https://a:99999/' }], /web-shop: url is not an address/],
      [[{ ...SHOP, url: 'https://user:word@shop.example.rs/' }], /url must be an address/],
      [[{ ...SHOP, url: 'https://shop.example.rs/(hidden)' }], /web-shop\.url must be given in full/],
      [[{ ...SHOP, secret: '(hidden)' }], /web-shop\.secret must be given in full/],
      ...['tajna', 'whsec_', secretOf(23), secretOf(65), secretOf(66), `${secretOf(32)}x`, secretOf(32).slice(6)].map(
        (secret) => [[{ ...SHOP, secret }], /secret must be whsec_ and 24 to 64 random bytes .*: echo whsec_/] as const,
      ),
      [[{ ...SHOP, events: [] }], /events must have at least 1 entries/],
      ...['invoice', 'invoice.*.x', 'inv.*', '*', 'toString.*'].map(
        (type) =>
          [[{ ...SHOP, events: [type] }], /events\/?\[?0.* must be one of invoice\.issued, .*invoice\.\*/] as const,
      ),
      [[{ ...SHOP, events: ['order.*', 'order.*'] }], /events may name each entry only once/],
    ],
  },
  group: {
    good: [null, { name: 'kiosks' }, { name: 'K-1_a', catalogue: 'follow', settings: 'offer' }],
    bad: [
      ['kiosks', /must be an object in braces, or null/],
      [{ name: 'a.b' }, /name must be 1 to 40 letters/],
      [{ name: '*' }, /name must be 1 to 40 letters/],
      [{ catalogue: 'follow' }, /needs the member "name"/],
      [{ name: 'a', catalogue: 'always' }, /catalogue must be one of follow, offer, ignore/],
      [{ name: 'a', prices: 'follow' }, /may not have a member "prices"/],
    ],
  },
  stream: {
    good: [
      null,
      STREAM,
      { ...STREAM, url: 'tls://192.168.1.5', subject: 'kasirbox.A_9', personalData: false, recordsPerSecond: 100_000 },
    ],
    bad: [
      ['tls://nats.example.rs', /must be an object in braces, or null/],
      [{ url: STREAM.url, subject: STREAM.subject }, /needs the member "credentials"/],
      [{ ...STREAM, token: 'x' }, /may not have a member "token"/],
      ...['nats://nats.example.rs', 'tls://a@nats.example.rs', 'tls://nats.example.rs/x', 'nats.example.rs:4222'].map(
        (url) => [{ ...STREAM, url }, /url must be an address like tls:/] as const,
      ),
      [{ ...STREAM, url: 'tls://nats.example.rs:99999' }, /url must be an address like tls:/],
      ...['UA', STREAM.credentials.slice(1), `${STREAM.credentials}A`, STREAM.credentials.toLowerCase()].map(
        (credentials) => [{ ...STREAM, credentials }, /credentials must be the seed of a user/] as const,
      ),
      [{ ...STREAM, credentials: STREAM.credentials.replace('CSSL', 'CSLS') }, /credentials are mistyped/],
      [{ ...STREAM, credentials: '(hidden)' }, /credentials must be given in full/],
      ...[
        'kasirbox',
        'kasirbox.',
        'kasirbox.a.b',
        'kasirbox.>',
        'kasirbox.*',
        'other.a',
        `kasirbox.${'a'.repeat(41)}`,
      ].map((subject) => [{ ...STREAM, subject }, /subject must be kasirbox\. and a name/] as const),
      [{ ...STREAM, ca: 'trust me' }, /ca must be the certificate of an authority as PEM/],
      [
        { ...STREAM, ca: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n' },
        /stream: ca must be a certificate as PEM/,
      ],
      [{ ...STREAM, recordsPerSecond: 0 }, /recordsPerSecond must be at least 1/],
      [{ ...STREAM, personalData: 'no' }, /personalData must be true or false/],
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
      ...['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.20:8123', '169.254.1.1', 'localhost'].map((host) => ({
        ...HOOK,
        url: `http://${host}/kasa`,
      })),
      ...['[::1]:81', '[fd00::5]', '[fe80::5]'].map((host) => ({ ...HOOK, url: `http://${host}/` })),
    ],
    bad: [
      ['telegram', /must be an object in braces, or null/],
      [{}, /needs the member "kind"/],
      [{ kind: 'sms' }, /kind must be one of bot, webhook/],
      [{ kind: 'bot', token: 'a' }, /needs the member "chat"/],
      [{ ...BOT, token: 'a/../b' }, /token must be a token like/],
      [{ ...BOT, token: '(hidden)' }, /token must be given in full/],
      [{ ...BOT, chat: 'pekara' }, /chat must be the number of a chat/],
      [{ ...BOT, chat: 1.5 }, /chat must be a text, or a whole number/],
      [{ ...BOT, secret: 'x' }, /may not have a member "secret"/],
      [{ ...BOT, url: 'http://192.168.1.20' }, /url of a bot must begin with https/],
      [{ kind: 'webhook' }, /needs the member "url"/],
      [{ ...HOOK, url: 'https://hooks.example.rs/(hidden)' }, /url must be given in full/],
      [{ ...HOOK, url: 'https://user:word@hooks.example.rs/' }, /url must be an address/],
      [{ ...HOOK, url: 'https://a:99999/' }, /url is not an address/],
      [{ ...HOOK, url: 'https://a/#b' }, /url must be an address/],
      ...['example.rs', 'kasa.local', '8.8.8.8', '172.32.0.1', '[2001:db8::1]', '127.evil.rs'].map(
        (host) => [{ ...HOOK, url: `http://${host}/` }, /http:\/\/ is for a private address/] as const,
      ),
      [{ ...HOOK, secret: 'whsec_c2hvcnQ=' }, /secret must be whsec_ and 24 to 64 random bytes/],
      [{ ...HOOK, secret: `whsec_${'!'.repeat(32)}` }, /secret must be whsec_ and 24 to 64 random bytes/],
      [{ ...HOOK, token: 'x' }, /may not have a member "token"/],
      [{ ...HOOK, quietMinutes: 0 }, /quietMinutes must be at least 1/],
      [{ ...HOOK, maxAgeHours: 721 }, /maxAgeHours must be at most 720/],
      [{ ...HOOK, receipts: 'yes' }, /receipts must be true or false/],
    ],
  },
} satisfies CasesOfSettings;
