import { randomBytes } from 'node:crypto';
import type { Company, Environment } from '../../../src/contract/fiscal.js';
import type { Para } from '../../../src/base/money.js';
import type { UtcMs } from '../../../src/base/time.js';
import type { Memory } from './memory.js';
import { RATE_GROUPS, type RateGroup } from './rates.js';
import { type Style, STYLES } from './styles.js';

export interface FakePfrOptions {
  readonly kind: 'lpfr' | 'vpfr';
  readonly environment: Environment;
  /** What the path begins with, such as `/token`; '' for nothing. */
  readonly prefix: string;
  /** Of the card, or of the client's certificate. */
  readonly jid: string;
  /** Of the secure element that signs for a V-PFR at first; an L-PFR signs by its card. */
  readonly signer: string;
  /** The sandbox puts `RS` before the TIN. */
  readonly company: Company;
  readonly groups: readonly RateGroup[];
  readonly now: () => UtcMs;
  /** Number of answers that it stores for look-ups: one is promised, some products have three; 0 for none. */
  readonly kept: number;
  /** Null: no PIN is asked for. */
  readonly pin: string | null;
  /** Of a V-PFR: what comes with the certificate. */
  readonly pac: string;
  readonly style: Style;
  /** For the blocks that only the tax authority can read. */
  readonly random: (bytes: number) => Buffer;
  /** What it has signed before; null: it begins anew with the process. */
  readonly memory: Memory | null;
}

/** A receipt that was signed: this is the truth, whatever was answered. */
export interface SignedReceipt {
  /** '' when none was sent. */
  readonly requestId: string;
  readonly invoiceNumber: string;
  readonly total: Para;
  /** The request as it came in. */
  readonly body: Buffer;
  readonly at: UtcMs;
}

/** An L-PFR of the sandbox as the documents have it. */
export const DEFAULTS: FakePfrOptions = {
  kind: 'lpfr',
  environment: 'sandbox',
  prefix: '',
  jid: 'FAKE7PFR',
  signer: 'FAKESEO0',
  company: {
    name: 'Пекара Клас ДОО',
    tin: '101670560',
    location: '1108934-Пекара Клас',
    address: 'Немањина 11',
    district: 'Београд-Савски Венац',
  },
  groups: RATE_GROUPS,
  now: Date.now,
  kept: 1,
  pin: '1234',
  pac: 'ABC123',
  style: STYLES.spec,
  random: randomBytes,
  memory: null,
};
