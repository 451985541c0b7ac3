import { COMPANY, type CasesOfSettings } from './checking.js';

const FINGERPRINT = Array.from({ length: 32 }, () => 'AB').join(':');
const QUEUE = { enabled: true, maxCount: 200, maxAgeHours: 48, printSlip: true };
const NOT_IN_VAT = { label: 'А', name: 'Није у ПДВ', rate: 0, active: true };
const LABEL = { label: 'Ђ', name: 'О-ПДВ', rate: 20, active: true };

/** Of the shop, its queue, its cards and its cashiers. */
export const SHOP_CASES = {
  company: {
    good: [
      COMPANY,
      ...['160-123456-54', '160-0000000123456-54', '160000000012345654', '840-955845-10'].map((bankAccount) => ({
        ...COMPANY,
        bankAccount,
      })),
      { ...COMPANY, registrationNumber: '07007965' },
      ...['011/123-4567', '+381 11 123 45 67, лок. 5'].map((phone) => ({ ...COMPANY, phone })),
      ...['pekara@example.rs', 'zora@пекара.срб'].map((email) => ({ ...COMPANY, email })),
      ...['pekara.rs', 'https://www.pekara.rs/meni?a=1', 'пекара.срб', 'http://pekara.rs:8080/'].map((web) => ({
        ...COMPANY,
        web,
      })),
    ],
    bad: [
      [{ ...COMPANY, tin: '12345678' }, /tin must be 9 digits/],
      ...['Пекара', '123456-Пекара', '12345678-Пекара', '1234567Пекара', '1234567-', '1234567- '].map(
        (location) => [{ ...COMPANY, location }, /location must be 7 digits, a hyphen and a name/] as const,
      ),
      [{ ...COMPANY, name: ' ' }, /name must not be blank/],
      [{ ...COMPANY, address: 'a\nb' }, /address holds a control/],
      [{ ...COMPANY, district: undefined }, /needs the member "district"/],
      [{ ...COMPANY, fax: '1' }, /may not have a member "fax"/],
      ...[
        '',
        '160',
        '160-123456',
        '160 123456 54',
        '160-12345678901234-54',
        '160-123456-54\n',
        'RS35160000000012345654',
      ].map(
        (bankAccount) =>
          [
            { ...COMPANY, bankAccount },
            /bankAccount must be a Serbian bank account, like 160-123456-54 or its 18/,
          ] as const,
      ),
      ...['160-123456-55', '160-123465-54', '160000000012345655'].map(
        (bankAccount) => [{ ...COMPANY, bankAccount }, /^company: bankAccount 160[-\d]+ has a wrong digit/] as const,
      ),
      [{ ...COMPANY, bankAccount: 160 }, /bankAccount must be a text/],
      ...['0700796', '070079655', '0700796A', '٠٧٠٠٧٩٦٥'].map(
        (registrationNumber) => [{ ...COMPANY, registrationNumber }, /registrationNumber must be 8 digits/] as const,
      ),
      [{ ...COMPANY, phone: ' ' }, /phone must not be blank/],
      [{ ...COMPANY, phone: '1\n2' }, /phone holds a control/],
      [{ ...COMPANY, phone: '1'.repeat(51) }, /phone may have at most 50 characters/],
      ...['pekara', 'a@b.rs, c@d.rs', 'Пекара <a@b.rs>', 'пекара@b.rs'].map(
        (email) => [{ ...COMPANY, email }, /^company: email must be one address, like/] as const,
      ),
      [{ ...COMPANY, email: `${'a'.repeat(100)}@b.rs` }, /email may have at most 100 characters/],
      ...[
        'pekara',
        'javascript:alert(1).rs',
        'ftp://pekara.rs',
        'pekara.rs x',
        'https://a@b.rs',
        '//pekara.rs',
        '',
      ].map((web) => [{ ...COMPANY, web }, /web must (?:be a web site address, like|not be blank)/] as const),
      [{ ...COMPANY, web: 'pekara.rs\n' }, /web (?:must be an address|holds a control)/],
      [{ ...COMPANY, name: 'ж'.repeat(101) }, /name may have at most 100 characters/],
    ],
  },
  esir: {
    good: [{ number: '742', version: '1.3' }],
    bad: [
      [{ number: '742' }, /needs the member "version"/],
      [{ number: '7/2', version: '1' }, /number may have Latin letters/],
      [{ number: 742, version: '1' }, /number must be a text/],
    ],
  },
  taxLabels: {
    good: [[LABEL], [LABEL, { ...LABEL, label: 'Е', rate: 10.25 }], [{ ...LABEL, active: false }, NOT_IN_VAT]],
    bad: [
      [[], /must have at least 1 entries/],
      [[LABEL, LABEL], /Ђ is given twice/],
      ...['ЂЂ', '', 'F', 'E', '\u0110', 'Ω', '1', '\u0483', 'Ђ\n'].map(
        (label) => [[{ ...LABEL, label }], /label must be one Cyrillic letter/] as const,
      ),
      [[{ ...LABEL, active: false }], /at least one label must be active/],
      [[{ ...LABEL, rate: -1 }], /rate must be at least 0/],
      [[{ ...LABEL, rate: 19.995 }], /the rate of Ђ may have two decimals at most/],
      [[{ ...LABEL, rate: 1e-7 }], /two decimals/],
      [[{ ...LABEL, active: 1 }], /active must be true or false/],
    ],
  },
  scaleLabels: {
    good: [
      [],
      [{ prefix: '2', itemDigits: 5, valueDigits: 5, value: 'weight' }],
      [
        { prefix: '27', itemDigits: 5, valueDigits: 5, value: 'price' },
        { prefix: '28', itemDigits: 4, valueDigits: 6, value: 'pieces' },
        { prefix: '02', itemDigits: 4, valueDigits: 5, value: 'price', decimals: 0 },
      ],
    ],
    bad: [
      [
        [{ prefix: '3', itemDigits: 5, valueDigits: 5, value: 'weight' }],
        /prefix must be 1 to 4 digits that begin with 2/,
      ],
      [[{ prefix: '2', itemDigits: 5, valueDigits: 5, value: 'length' }], /value must be one of/],
      [[{ prefix: '2', itemDigits: 1, valueDigits: 5, value: 'weight' }], /itemDigits must be at least 2/],
      [
        [{ prefix: '2012', itemDigits: 5, valueDigits: 5, value: 'price' }],
        /^scaleLabels: prefix 2012, item and value together/,
      ],
      [
        [
          { prefix: '27', itemDigits: 5, valueDigits: 5, value: 'price' },
          { prefix: '27', itemDigits: 5, valueDigits: 5, value: 'weight' },
        ],
        /^scaleLabels: the prefix 27 is given twice/,
      ],
    ],
  },
  simplifiedCash: {
    good: [true, false],
    bad: [
      ['true', /must be true or false/],
      [null, /must be true or false/],
    ],
  },
  offlineQueue: {
    good: [QUEUE, { ...QUEUE, maxCount: 1000, maxAgeHours: 720, printReceipts: false }],
    bad: [
      [null, /must be an object in braces/],
      [{ enabled: true }, /needs the member "maxCount"/],
      [{ ...QUEUE, enabled: 'yes' }, /must be true or false/],
      [{ ...QUEUE, maxCount: 0 }, /must be at least 1/],
      [{ ...QUEUE, maxCount: 1001 }, /must be at most 1000/],
      [{ ...QUEUE, maxAgeHours: 721 }, /must be at most 720/],
      [{ ...QUEUE, maxAge: 1 }, /may not have a member "maxAge"/],
    ],
  },
  cashierTraining: {
    good: [true, false],
    bad: [
      [null, /must be/],
      ['true', /must be/],
    ],
  },
  cashierSession: {
    good: [5, 720, 1440],
    bad: [
      [4, /must be at least 5/],
      [1441, /must be at most 1440/],
      ['720', /must be a whole number/],
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
      [true, /must be a text|must be one of/],
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
      [[{ uid: 'AB12CD34', tin: 'RS1', environment: 'other', fingerprint: FINGERPRINT }], /tin must be 1 to 20 digits/],
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
  setupNotNeeded: {
    good: [[], ['printer'], ['processor', 'printer', 'tablet', 'cashiers']],
    bad: [
      [null, /must be a list in brackets/],
      [['company'], /must be one of processor, printer/],
      [['printer', 'printer'], /may name each entry only once/],
    ],
  },
} satisfies CasesOfSettings;
