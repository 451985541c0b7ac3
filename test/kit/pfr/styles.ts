import type { UtcMs } from '../../../src/base/time.js';
import { assertNever } from '../../../src/base/result.js';
import { localTime } from '../../../src/base/time.js';
import { type Json, jsonReply, type Reply, textReply } from './wire.js';

/** How a product writes a code: `1300`, `"1300"`, a number, or the object of errors with texts or with numbers. */
export const CODE_FORMS = ['text', 'quoted', 'number', 'model', 'model-numbers'] as const;
export type CodeForm = (typeof CODE_FORMS)[number];

/** In what products differ that all claim to speak the same protocol. */
export interface Style {
  readonly codes: CodeForm;
  /** `Message` and `ModelState` in place of `message` and `modelState`. */
  readonly pascalErrors: boolean;
  /** Digits behind the second of `sdcDateTime`. */
  readonly decimals: 0 | 3 | 6 | 7;
  readonly zone: 'offset' | 'Z' | 'none';
  readonly rates: 'object' | 'array';
  readonly groupId: 'number' | 'text';
  /** `drawn` is a GIF of the link; `null` and `missing` are what comes without a picture. */
  readonly qr: 'gif' | 'png' | 'null' | 'missing';
  readonly qrName: 'verificationQRCode' | 'verificationQrCode';
  /** Answer to a look-up of an id that it does not know. */
  readonly unknownId: 'null' | '404' | '400';
  readonly createdStatus: 200 | 201;
  /** HTTP status of code 1500 on an invoice. */
  readonly pinRequiredStatus: 400 | 401;
  /** Base64 of the link as it is, or percent-encoded. */
  readonly link: 'raw' | 'encoded';
  /** Is the buyer id in the link filled up to 20 bytes with zeros on the left? */
  readonly padsBuyer: boolean;
  /** What the PIN may come as: anything with 4 digits, bare digits as text, or a JSON string. */
  readonly pin: 'any' | 'text' | 'json';
  /** Without a card every route answers 400. */
  readonly deadWithoutCard: boolean;
  /** Code of a refusal when the clock is more than 3 minutes behind the last receipt; null: it signs. */
  readonly clockBackCode: string | null;
  /** A code in `gsc` when all is well, in place of 0100. */
  readonly readyCode: string;
}

/** As the official documents have it. */
const spec: Style = {
  codes: 'text',
  pascalErrors: false,
  decimals: 7,
  zone: 'offset',
  rates: 'object',
  groupId: 'number',
  qr: 'gif',
  qrName: 'verificationQRCode',
  unknownId: 'null',
  createdStatus: 200,
  pinRequiredStatus: 400,
  link: 'encoded',
  padsBuyer: false,
  pin: 'any',
  deadWithoutCard: false,
  clockBackCode: null,
  readyCode: '0100',
};

/** Each is a product, or a family of products, that was met in the field. */
export const STYLES = {
  spec,
  /** The tax authority's L-PFR for developers: JSON in both directions. */
  development: { ...spec, codes: 'quoted', decimals: 6, pin: 'json', unknownId: '400' },
  /** A small L-PFR that stops answering without a card, and writes times in UTC. */
  cv: {
    ...spec,
    codes: 'model-numbers',
    decimals: 3,
    zone: 'Z',
    qr: 'png',
    link: 'raw',
    deadWithoutCard: true,
    clockBackCode: '90200',
  },
  /** One that goes by the customs of HTTP. */
  restful: { ...spec, codes: 'model', createdStatus: 201, pinRequiredStatus: 401, unknownId: '404', decimals: 3 },
  /** A device of the family that is sold in the neighbourhood too. */
  ofs: {
    ...spec,
    codes: 'quoted',
    decimals: 0,
    zone: 'none',
    rates: 'array',
    groupId: 'text',
    qr: 'null',
    qrName: 'verificationQrCode',
    padsBuyer: true,
    readyCode: '9999',
  },
  /** Software on the vendor's own web framework. */
  pascal: { ...spec, codes: 'number', pascalErrors: true, pin: 'text', qr: 'missing', unknownId: '404' },
} satisfies Readonly<Record<string, Style>>;

export type StyleName = keyof typeof STYLES;

/** A state or card error. */
export function codeReply(style: Style, status: number, code: string): Reply {
  switch (style.codes) {
    case 'text':
      return textReply(status, code);
    case 'quoted':
      return jsonReply(status, code);
    case 'number':
      return jsonReply(status, Number(code));
    case 'model':
      return errorsReply(style, [{ property: '', errors: [code] }], status);
    case 'model-numbers':
      return errorsReply(style, [{ property: sectionOf(code), errors: [Number(code)] }], status, 'Error');
    default:
      return assertNever(style.codes);
  }
}

/** One fault of a request: codes at a path such as `items[0].labels`, '' without a path. */
export interface Flaw {
  readonly property: string;
  readonly errors: readonly (string | number)[];
}

/** Errors of a request, by property. */
export function errorsReply(
  style: Style,
  errors: readonly Flaw[],
  status = 400,
  message = 'The request is invalid.',
): Reply {
  const [messageName, stateName] = style.pascalErrors ? ['Message', 'ModelState'] : ['message', 'modelState'];
  return jsonReply(status, { [messageName]: message, [stateName]: errors.map((flaw) => ({ ...flaw })) });
}

function sectionOf(code: string): string {
  if (code === '1300' || /^2[12]/.test(code)) return 'SECURE_ELEMENT';
  if (code.length > 4) return 'LOCAL_ERRORS';
  return code.startsWith('1') ? 'WARNINGS_ERRORS' : 'INVOICE_ERRORS';
}

/** ISO 8601 of the style. Digits beyond the millisecond are made up, as a finer clock would have them. */
export function timeText({ decimals, zone }: Pick<Style, 'decimals' | 'zone'>, at: UtcMs): string {
  const local = Date.parse(`${localTime(at).replace(' ', 'T')}Z`);
  const offset = zone === 'Z' ? 0 : Math.round((local - at) / 60_000);
  const iso = new Date(at + offset * 60_000).toISOString();
  const fraction = decimals === 0 ? '' : `.${`${iso.slice(20, 23)}4551`.slice(0, decimals)}`;
  const hours = String(offset / 60).padStart(2, '0');
  const ending = { offset: `+${hours}:00`, Z: 'Z', none: '' }[zone];
  return `${iso.slice(0, 19)}${fraction}${ending}`;
}

/** A value that some products put into a list of one. */
export function listed(style: Style, value: Json): Json {
  return style.rates === 'array' ? [value] : value;
}
