import type { Draft, PfrMode, Signature, TaxLabel } from '../../src/contract/fiscal.js';
import type { UtcMs } from '../../src/base/time.js';
import { demoKey, signDemoLink } from '../../src/processors/pfr/demo/linkSignature.js';
import { buildVerificationUrl } from '../../src/paper/journal/verificationLink.js';
import { taxItems } from '../../src/paper/journal/journalRows.js';
import { composeJournal } from '../../src/paper/journal/journal.js';
import { counterLetters, DEMO_SENTENCE } from '../../src/paper/journal/receiptTexts.js';
import { defaultSettings } from '../../src/shop/settings/registry.js';

/** Where customers check receipts of a real processor. */
const TAX_AUTHORITY = 'https://suf.purs.gov.rs';
const { company: DEMO_COMPANY } = defaultSettings();
const COMPANY = {
  name: 'СТР ПЕКАРА И БАКАЛНИЦА ЗОРА',
  tin: '101234567',
  location: '1023456-ЗОРА 2',
  address: 'БУЛЕВАР ОСЛОБОЂЕЊА 112',
  district: 'Нови Сад',
};

/** A signer that counts, and writes journals and links of the real length. Its signatures prove nothing. */
export class Card {
  private total = 0;
  private readonly byType = new Map<string, number>();
  private readonly key: Buffer;

  /** @param boxId also the secret of its links: those of a demo processor are then as the box's own would be */
  constructor(
    readonly jid: string,
    readonly mode: PfrMode,
    boxId: Buffer,
    private readonly esirNumber: string,
  ) {
    this.key = demoKey(boxId);
  }

  /** PFR number of its last receipt, '' before the first. */
  get lastNumber(): string {
    return this.total === 0 ? '' : this.number(this.total);
  }

  sign(draft: Draft, taxLabels: readonly TaxLabel[], time: UtcMs): Signature {
    const taxes = taxItems(draft.lines, taxLabels);
    if (!taxes.ok) throw new Error(`no tax label ${taxes.error}`);
    const { invoiceType, transactionType, total, buyerId } = draft;
    const isDemo = this.mode === 'demo';
    const numbers = this.count(counterLetters(invoiceType, transactionType));
    const jids = { requestedBy: this.jid, signedBy: this.jid };
    const company = isDemo ? DEMO_COMPANY : COMPANY;
    const invoiceNumber = this.number(numbers.totalCounter);
    const letters = counterLetters(invoiceType, transactionType);
    const invoiceCounter = `${numbers.typeCounter}/${numbers.totalCounter}${letters}`;
    const link = { ...jids, ...numbers, total, time, invoiceType, transactionType, buyerId };
    return {
      ...jids,
      ...numbers,
      invoiceNumber,
      invoiceCounter,
      time,
      verificationUrl: buildVerificationUrl(isDemo ? 'https://localhost' : TAX_AUTHORITY, signDemoLink(link, this.key)),
      verificationQRCode: null,
      journal: composeJournal({
        ...{ draft, company, taxItems: taxes.value, time, invoiceNumber, invoiceCounter, esirNumber: this.esirNumber },
        ...(isDemo && { demoSentence: DEMO_SENTENCE }),
      }),
      taxItems: taxes.value,
      company,
    };
  }

  private number(total: number): string {
    return `${this.jid}-${this.jid}-${total}`;
  }

  private count(letters: string): { readonly totalCounter: number; readonly typeCounter: number } {
    this.total += 1;
    const typeCounter = (this.byType.get(letters) ?? 0) + 1;
    this.byType.set(letters, typeCounter);
    return { totalCounter: this.total, typeCounter };
  }
}
