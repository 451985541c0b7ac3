import type { KeyUse } from '../../../shop/access/index.js';
import { type Bilingual, localTime, receiptTime } from '../../../base/index.js';
import { defineCheck, warning } from '../check.js';

interface Parts {
  /** Every API key with the data for judging its use. */
  readonly keyUses: () => readonly KeyUse[];
}

/** Maximum number of addresses listed; a key may have been used from more. */
const MAX_NAMED = 3;

/** An API key that is used from another address than before: a tablet with a new address, or a copied key. */
export const keyAddressCheck = defineCheck({
  name: 'key-address',
  consequence: 'misuse',
  alarmAfterPolls: 2,
  run({ keyUses }: Parts) {
    return keyUses()
      .filter(({ newAddresses }) => newAddresses.length > 0)
      .map((use) => warning(TEXTS.used(use), TEXTS.judge(use)));
  },
});

const TEXTS = {
  used({ key: { id, label }, newAddresses }: KeyUse): Bilingual {
    const since = Math.min(...newAddresses.map(({ firstAt }) => firstAt));
    const isOne = newAddresses.length === 1;
    const names = newAddresses.slice(0, MAX_NAMED).map(({ address }) => address);
    const from = [...names, ...(newAddresses.length > MAX_NAMED ? ['…'] : [])].join(', ');
    return {
      sr: `API кључ ${id} („${label}”) се од ${receiptTime(since)} користи са ${isOne ? 'нове адресе' : 'нових адреса'}: ${from}.`,
      en: `API key ${id} ("${label}") is used from ${isOne ? 'a new address' : 'new addresses'} since ${localTime(since)}: ${from}.`,
    };
  },
  judge: ({ key: { id } }: KeyUse): Bilingual => ({
    sr: `Ако је то ваш уређај, не морате ништа да радите (упозорење се одмах уклања дугметом „У реду је” у „Стање”, или са: kasirbox keys accept ${id}). Ако није, опозовите кључ: kasirbox keys revoke ${id}`,
    en: `If it is your device, nothing is to be done (or run: kasirbox keys accept ${id}). If not, run: kasirbox keys revoke ${id}`,
  }),
} as const;
