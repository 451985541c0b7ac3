import { type Environment, ENVIRONMENTS } from '../../contract/index.js';
import { record, type Setting } from './setting.js';

/**
 * How the box accesses card readers. `auto`: by USB and pcscd when a processor uses the key of the card; otherwise by
 * USB, and only without pcscd. `usb`, `pcsc`: only this backend. `off`: the box does not access readers.
 */
const CARD_READER_WAYS = ['auto', 'usb', 'pcsc', 'off'] as const;
export type CardReaderSetting = (typeof CARD_READER_WAYS)[number];

export const cardReaderSetting: Setting<CardReaderSetting> = {
  reach: 'box',
  schema: { type: 'string', enum: CARD_READER_WAYS },
  defaultValue: () => 'auto',
};

/**
 * After a restart, a person enters the PIN of the card (`ask`), or the box stores it encrypted in the data folder
 * (`keep`).
 */
const CARD_PINS = ['ask', 'keep'] as const;
export type CardPinSetting = (typeof CARD_PINS)[number];

export const cardPinSetting: Setting<CardPinSetting> = {
  reach: 'PIN',
  schema: { type: 'string', enum: CARD_PINS },
  defaultValue: () => 'ask',
};

/** A card that a person has confirmed as this shop's. */
export interface KnownCardSetting {
  /** 8 upper-case letters and digits, as on the card. */
  readonly uid: string;
  /** Digits; null when its certificate has none. */
  readonly tin: string | null;
  readonly environment: Environment | 'other';
  /** SHA-256 of the certificate of its secure element, hex with colons. */
  readonly fingerprint: string;
}

const UID = '^[0-9A-Z]{8}$';
/** Format of a TIN in a certificate. */
const TIN = '^[0-9]{1,20}$';
const FINGERPRINT = '^[0-9A-F]{2}(:[0-9A-F]{2}){31}$';
/** More cards than a shop has in ten years. */
export const MAX_CARDS = 20;

/** Cards of this shop; `kasirbox card accept` adds to them. */
export const cardsSetting: Setting<readonly KnownCardSetting[]> = {
  reach: 'box',
  schema: {
    type: 'array',
    maxItems: MAX_CARDS,
    items: record({
      uid: { type: 'string', pattern: UID },
      tin: { type: ['string', 'null'], pattern: TIN },
      environment: { type: 'string', enum: [...ENVIRONMENTS, 'other'] },
      fingerprint: { type: 'string', pattern: FINGERPRINT },
    }),
  },
  patternWords: {
    [UID]: { sr: 'мора бити 8 великих слова или цифара', en: 'must be 8 upper-case letters or digits' },
    [TIN]: { sr: 'мора имати од 1 до 20 цифара', en: 'must be 1 to 20 digits' },
    [FINGERPRINT]: {
      sr: 'мора бити 32 бајта хексадецимално, са двотачкама између',
      en: 'must be 32 bytes in hex with colons between them',
    },
  },
  defaultValue: () => [],
};
