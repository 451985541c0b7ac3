import { type Bilingual, localTime, receiptTime } from '../../../base/index.js';
import type { KeyUse } from '../../../shop/access/index.js';
import { defineCheck, good, warning } from '../check.js';

interface KeysDeps {
  /** Number of API keys that are not revoked. */
  readonly activeKeys: () => number;
}

/** Without a key no client can sell through the API, but the owner only has to create one. */
export const keysCheck = defineCheck({
  name: 'keys',
  consequence: 'receipts',
  alarmAfterPolls: null,
  guide: {
    symptom: { sr: 'Таблет или програм добија 401', en: 'A tablet or program gets 401' },
    cause: { sr: 'нема API кључа', en: 'there is no API key' },
    command: 'kasirbox keys create --label NAME',
  },
  run({ activeKeys }: KeysDeps) {
    const active = activeKeys();
    return [active > 0 ? good(KEYS_TEXTS.good(active)) : warning(KEYS_TEXTS.none(), KEYS_TEXTS.create())];
  },
});

const KEYS_TEXTS = {
  good: (count: number): Bilingual => ({ sr: `Активних API кључева: ${count}.`, en: `Active API keys: ${count}.` }),
  none: (): Bilingual => ({ sr: 'Нема ниједног активног API кључа.', en: 'There is no active API key.' }),
  create: (): Bilingual => ({
    sr: 'Направите API кључ (kasirbox keys create --label NAME).',
    en: 'Create an API key (kasirbox keys create --label NAME).',
  }),
} as const;

interface KeyAddressDeps {
  /** Every API key with the data for judging its use. */
  readonly keyUses: () => readonly KeyUse[];
}

/** Maximum number of addresses listed; a key may have been used from more. */
const MAX_NAMED = 3;

/** An API key that is used from another address than before: a tablet with a new address, or a copied key. */
export const keyAddressCheck = defineCheck({
  name: 'key-address',
  consequence: 'security',
  alarmAfterPolls: 2,
  guide: {
    symptom: { sr: 'Упозорење key-address', en: 'Warning key-address' },
    cause: { sr: 'кључ се користи са нове адресе', en: 'a key is used from a new address' },
    command: 'kasirbox keys list',
  },
  run({ keyUses }: KeyAddressDeps) {
    return keyUses()
      .filter(({ newAddresses }) => newAddresses.length > 0)
      .map((use) => warning(KEY_ADDRESS_TEXTS.used(use), KEY_ADDRESS_TEXTS.judge(use)));
  },
});

const KEY_ADDRESS_TEXTS = {
  used({ key: { id, label }, newAddresses }: KeyUse): Bilingual {
    const since = Math.min(...newAddresses.map(({ firstAt }) => firstAt));
    const isOne = newAddresses.length === 1;
    const names = newAddresses.slice(0, MAX_NAMED).map(({ address }) => address);
    const from = [...names, ...(newAddresses.length > MAX_NAMED ? ['…'] : [])].join(', ');
    return {
      sr: `API кључ ${id} („${label}”) се од ${receiptTime(since)} користи са ${isOne ? 'нове адресе' : 'нових адреса'}: ${from}.`,
      en: `API key ${id} ("${label}") has been used from ${isOne ? 'a new address' : 'new addresses'} since ${localTime(since)}: ${from}.`,
    };
  },
  judge: ({ key: { id } }: KeyUse): Bilingual => ({
    sr: `Ако је то ваш уређај, не морате ништа да радите (упозорење се одмах уклања дугметом „У реду је” у „Стање”, или са: kasirbox keys accept ${id}). Ако није, опозовите кључ: kasirbox keys revoke ${id}`,
    en: `If it is your device, you need not do anything (to clear the warning at once, press “Accept” on the page Status, or run: kasirbox keys accept ${id}). If not, revoke the key: kasirbox keys revoke ${id}`,
  }),
} as const;

interface KeyRefundsDeps {
  /** Every API key with the data for judging its use. */
  readonly keyUses: () => readonly KeyUse[];
}

/** An API key with far more refunds than before: it may be used to take money from the till. */
export const keyRefundsCheck = defineCheck({
  name: 'key-refunds',
  consequence: 'security',
  alarmAfterPolls: 2,
  guide: {
    symptom: { sr: 'Упозорење key-refunds', en: 'Warning key-refunds' },
    cause: { sr: 'кључем је издато необично много рефундација', en: 'a key issued unusually many refunds' },
    command: 'kasirbox keys list',
  },
  run({ keyUses }: KeyRefundsDeps) {
    return keyUses().flatMap(({ key: { id, label }, unusualRefunds }) => {
      if (unusualRefunds === undefined) return [];
      const { refunds, usual, isNew } = unusualRefunds;
      const found = (isNew ? KEY_REFUNDS_TEXTS.manyOfNew : KEY_REFUNDS_TEXTS.many)(id, label, refunds);
      return [warning(found, KEY_REFUNDS_TEXTS.judge(id), KEY_REFUNDS_TEXTS.usual(usual))];
    });
  },
});

/** Without amounts, because technicians read this too. `kasirbox keys list` shows them. */
const KEY_REFUNDS_TEXTS = {
  usual: (refunds: number | null): Bilingual =>
    refunds === null
      ? { sr: 'нема ранијих дана за поређење', en: 'no earlier days to compare with' }
      : {
          sr: `ранијих дана у просеку ${refunds.toFixed(1).replace('.', ',')}`,
          en: `earlier days: ${refunds.toFixed(1)} refunds on average`,
        },
  many: (id: number, label: string, count: number): Bilingual => ({
    sr: `API кључем ${id} („${label}”) у последња 24 сата издате су рефундације: ${count}. То је много више него раније.`,
    en: `API key ${id} ("${label}") has issued ${count} refunds in the last 24 hours, far more than before.`,
  }),
  manyOfNew: (id: number, label: string, count: number): Bilingual => ({
    sr: `API кључем ${id} („${label}”) у последња 24 сата издате су рефундације: ${count}. То је необично много за нов кључ.`,
    en: `API key ${id} ("${label}") has issued ${count} refunds in the last 24 hours. That is unusually many for a new key.`,
  }),
  judge: (id: number): Bilingual => ({
    sr: `Погледајте те рачуне. Ако су ваши, притисните „У реду је” у „Стање”, или: kasirbox keys accept ${id}. Ако нису, опозовите кључ: kasirbox keys revoke ${id}`,
    en: `Check these receipts. If they are yours, press “Accept” on the page Status, or run: kasirbox keys accept ${id}. If not, revoke the key: kasirbox keys revoke ${id}`,
  }),
} as const;
