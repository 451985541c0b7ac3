import { type Bilingual, failed, type Finding, type Result, type UtcMs } from '../../../base/index.js';
import {
  type Company,
  counterType,
  type Environment,
  type InvoiceType,
  type RunningNumbers,
  type TaxItem,
  type TaxLabel,
  type TransactionType,
} from '../../../contract/index.js';
import {
  buildVerificationUrl,
  composeJournal,
  counterLetters,
  DEMO_SENTENCE,
  taxItems,
} from '../../../paper/journal/index.js';
import { finding } from '../accessTexts.js';
import type {
  CounterBaseline,
  FindOutcome,
  Pfr,
  PfrStatus,
  Refusal,
  Signature,
  SignOutcome,
  SignRequest,
} from '../port.js';
import { refusalBy } from '../refusals.js';
import { demoJid, demoKey, signDemoLink } from './linkSignature.js';

interface DemoOptions {
  readonly environment: Environment;
  /** The box's random identity, from which the demo signature is derived. */
  readonly boxId: Buffer;
  readonly company: () => Company;
  readonly taxLabels: () => readonly TaxLabel[];
  /** Origin of the box's public verification page, without a trailing slash. */
  readonly publicUrl: () => string;
  readonly now: () => UtcMs;
  /** Restored from the ledger. */
  readonly counters: RunningNumbers;
}

/** In production only a real processor issues receipts. */
const NO_PROCESSOR: Finding = {
  ...finding(
    {
      sr: 'Фискални процесор (ПФР) није подешен: рачун се не може издати.',
      en: 'No fiscal processor (PFR) is set: no receipt can be issued.',
    },
    {
      sr: 'Подесите га у „Подешавања”, на страници „Процесор и окружење”; ако не знате како, позовите сервисера.',
      en: 'Set it under “Settings”, on the page “Processor and environment”; if you do not know how, call a technician.',
    },
  ),
  command: "kasirbox settings set pfr.production '{…}'",
};

/** PFR code "Invalid tax labels". */
const INVALID_TAX_LABELS = '2310';

/**
 * The built-in simulator. It issues receipts like those of a real processor, without fiscal validity, in the sandbox
 * only. It answers at once and stores nothing. Its counters come from the ledger's records.
 */
export class DemoPfr implements Pfr {
  readonly mode = 'demo';
  readonly environment: Environment;
  readonly mutex = null;
  readonly signingLimit = 0;
  readonly lookUpTime = 0;
  readonly overdueAfter = 0;
  readonly reach = 'answers';
  readonly quirks = [];
  readonly #options: DemoOptions;
  readonly #jid: string;
  readonly #key: Buffer;
  readonly #typeCounters: Map<string, number>;
  #totalCounter: number;
  /** For {@link find}: like a real processor, it remembers only the last receipt. */
  #last: { readonly requestId: string; readonly signature: Signature } | undefined;

  constructor(options: DemoOptions) {
    this.environment = options.environment;
    this.#options = options;
    this.#jid = demoJid(options.boxId, options.environment);
    this.#key = demoKey(options.boxId);
    this.#totalCounter = options.counters.total;
    this.#typeCounters = new Map(Object.entries(options.counters.byType));
  }

  status(): PfrStatus {
    const words = {
      sr: 'Демо процесор је спреман. Рачуни немају фискалну важност.',
      en: 'The demo processor is ready. Its receipts are not fiscal.',
    };
    const { mode, environment } = this;
    const common = { mode, environment, uid: this.#jid, ratesAge: null, fields: {} } as const;
    if (environment === 'production') {
      return { ...common, ok: false, words: NO_PROCESSOR.found, findings: [NO_PROCESSOR] };
    }
    return { ...common, ok: true, words, findings: [] };
  }

  async refresh(): Promise<boolean> {
    return true;
  }

  async ready(): ReturnType<Pfr['ready']> {
    if (this.environment === 'production') return refusalBy(NO_PROCESSOR);
    return { kind: 'ready', counterBaseline: this.#counterBaseline() };
  }

  taxLabels(): readonly TaxLabel[] {
    return this.#options.taxLabels();
  }

  /** Awaits nothing, so concurrent calls get consecutive numbers in the order of the calls. */
  async sign(request: SignRequest): Promise<SignOutcome> {
    if (this.environment === 'production') return refusalBy(NO_PROCESSOR);
    const taxes = taxItems(request.draft.lines, request.taxLabels);
    if (!taxes.ok) {
      return {
        kind: 'refused',
        code: INVALID_TAX_LABELS,
        about: 'receipt',
        message: `Пореска ознака ${taxes.error} није активна.`,
        messageEn: `The tax label ${taxes.error} is not active.`,
      };
    }
    const signature = this.#signature(request, taxes.value);
    this.#last = { requestId: request.requestId, signature };
    return { kind: 'signed', signature };
  }

  async explain(refusal: Refusal): Promise<Refusal> {
    return refusal;
  }

  async find({ requestId }: SignRequest): Promise<FindOutcome> {
    if (this.#last?.requestId === requestId) return { kind: 'signed', signature: this.#last.signature };
    return { kind: 'absent' };
  }

  async counters(): Promise<CounterBaseline> {
    return this.#counterBaseline();
  }

  async enterPin(): Promise<Result<void, Bilingual>> {
    return failed({ sr: 'Демо процесор нема картицу.', en: 'The demo processor has no card.' });
  }

  #counterBaseline(): CounterBaseline {
    const jid = this.#jid;
    const lastNumber = this.#totalCounter === 0 ? '' : `${jid}-${jid}-${this.#totalCounter}`;
    return { uid: jid, lastNumber, time: this.#options.now() };
  }

  #signature({ draft, esirNumber }: SignRequest, taxes: readonly TaxItem[]): Signature {
    const { invoiceType, transactionType, total, buyerId } = draft;
    const numbers = this.#count(invoiceType, transactionType);
    const { totalCounter, typeCounter } = numbers;
    const time = this.#options.now();
    const company = this.#options.company();
    const jids = { requestedBy: this.#jid, signedBy: this.#jid };
    const link = { ...jids, ...numbers, total, time, invoiceType, transactionType, buyerId };
    const invoiceNumber = `${this.#jid}-${this.#jid}-${totalCounter}`;
    const invoiceCounter = `${typeCounter}/${totalCounter}${counterLetters(invoiceType, transactionType)}`;
    return {
      ...jids,
      ...numbers,
      invoiceNumber,
      invoiceCounter,
      time,
      verificationUrl: buildVerificationUrl(this.#options.publicUrl(), signDemoLink(link, this.#key)),
      verificationQRCode: null,
      journal: composeJournal({
        draft,
        company,
        esirNumber,
        taxItems: taxes,
        time,
        invoiceNumber,
        invoiceCounter,
        demoSentence: DEMO_SENTENCE,
      }),
      taxItems: taxes,
      company,
    };
  }

  #count(invoiceType: InvoiceType, transactionType: TransactionType): { totalCounter: number; typeCounter: number } {
    const key = counterType({ invoiceType, transactionType });
    const typeCounter = (this.#typeCounters.get(key) ?? 0) + 1;
    this.#typeCounters.set(key, typeCounter);
    this.#totalCounter += 1;
    return { totalCounter: this.#totalCounter, typeCounter };
  }
}
