import { buyerFault, isBuyerCode, plainTin, type Warning } from '../../../base/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';

/**
 * Warns about a buyer ID that cannot exist: the API contract allows it, the tax authority does not. The seller's own
 * TIN, which a refund to oneself names, is checked by the health checks.
 *
 * @param buyerId `<code>:<value>`; null: no buyer
 * @param ownTin TIN of the company that sells
 */
export function buyerWarnings(buyerId: string | null, ownTin: string): readonly Warning[] {
  const at = buyerId?.indexOf(':') ?? -1;
  if (buyerId === null || at < 0) return [];
  const [code, value] = [buyerId.slice(0, at), buyerId.slice(at + 1)];
  if (!isBuyerCode(code) || value === plainTin(ownTin)) return [];
  const fault = buyerFault(code, value);
  return fault === undefined ? [] : [{ rule: 'invoice.buyer-impossible', ...WORDS[fault](buyerId) }];
}

/** {@link buyerWarnings} for a receipt that was already issued. */
export function buyerWarningsOf({ draft, signature }: IssuedInvoice): readonly Warning[] {
  return buyerWarnings(draft.buyerId, signature.company.tin);
}

const WORDS = {
  tin: (id: string) => ({
    message: `Купац „${id}” има ПИБ који не постоји: контролна цифра није тачна. Проверите га са купцем.`,
    messageEn: `The buyer "${id}" has a TIN (PIB) that cannot exist: its check digit is wrong. Check it with the buyer.`,
  }),
  jmbg: (id: string) => ({
    message: `Купац „${id}” има ЈМБГ који не постоји: датум или контролна цифра није тачна. Проверите га са купцем.`,
    messageEn: `The buyer "${id}" has a personal number (JMBG) that cannot exist: its date or check digit is wrong. Check it with the buyer.`,
  }),
  form: (id: string) => ({
    message: `Вредност купца „${id}” нема облик који прописује његова ознака. Проверите је са купцем.`,
    messageEn: `The value of the buyer "${id}" has not the form that its code prescribes. Check it with the buyer.`,
  }),
} as const satisfies Readonly<Record<string, (id: string) => Omit<Warning, 'rule'>>>;
