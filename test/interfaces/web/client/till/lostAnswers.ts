import type { Reply } from '../../../../../src/interfaces/web/client/net/reply.js';
import type { Invoice } from '../../../../../src/contract/fiscal.js';
import type { IssuingResponse, KeyState } from '../../../../../src/interfaces/web/client/till/tillAnswers.js';
import type { Persistence, Loaded } from '../../../../../src/interfaces/web/client/till/model.js';
import type { SaleCalls } from '../../../../../src/interfaces/web/client/till/saleOutcome.js';
import type { Pending, TillState } from '../../../../../src/interfaces/web/client/till/tillState.js';
import type { Random } from '../../../../kit/random.js';

/** A box that signs once under each key, between a till and a network that loses questions and answers. */
export class FakeBox {
  /** Receipts by the key that they were issued under. */
  readonly receipts = new Map<string, { readonly body: string; readonly uuid: string }>();
  /** Keys of which the outcome is not known, with what it will turn out to be. */
  private readonly open = new Map<string, { readonly body: string; readonly isSigned: boolean }>();

  constructor(
    private readonly random: Random,
    /** Does everything work from now on? */
    private readonly isCalm: () => boolean,
  ) {}

  readonly calls: SaleCalls = {
    send: async (pending) => this.overNetwork(() => this.issue(pending)),
    keyState: async (key) => this.overNetwork(() => answer(this.stateOf(key))),
    invoice: async (uuid) => this.overNetwork(() => answer(invoice(uuid))),
  };

  /** The running numbers resolve all open orders, whether or not a client asks. */
  settleOpen(): void {
    for (const [key, { body, isSigned }] of this.open)
      if (isSigned) this.receipts.set(key, { body, uuid: `of-${key}` });
    this.open.clear();
  }

  private issue({ key, body }: Pending): Reply<IssuingResponse> {
    const content = JSON.stringify(body);
    const open = this.open.get(key);
    if (open !== undefined) {
      if (!this.isCalm() && !this.random.oneIn(3)) return fault(409, 'pfr_error');
      this.open.delete(key);
      if (open.isSigned) this.receipts.set(key, { body: open.body, uuid: `of-${key}` });
    }
    const receipt = this.receipts.get(key);
    if (receipt !== undefined) {
      return receipt.body === content ? answer(invoice(receipt.uuid)) : fault(422, 'validation');
    }
    if (!this.isCalm()) {
      if (this.random.oneIn(5)) return fault(422, 'validation');
      if (this.random.oneIn(5)) return fault(409, 'pfr_error');
      if (this.random.oneIn(6)) return fault(500, 'server_error');
      if (this.random.oneIn(6)) return fault(429, 'rate_limited');
      if (this.random.oneIn(8)) return fault(401, 'signed_out');
      if (this.random.oneIn(4)) {
        this.open.set(key, { body: content, isSigned: this.random.oneIn(2) });
        return fault(409, 'pfr_error');
      }
    }
    this.receipts.set(key, { body: content, uuid: `of-${key}` });
    return answer(invoice(`of-${key}`));
  }

  private stateOf(key: string): KeyState {
    if (this.open.has(key)) return { state: 'open', uuid: null, number: null };
    const uuid = this.receipts.get(key)?.uuid ?? null;
    return { state: uuid === null ? 'free' : 'issued', uuid, number: null };
  }

  private overNetwork<T>(work: () => Reply<T>): Reply<T> {
    if (!this.isCalm() && this.random.oneIn(6)) return fault(0, 'offline');
    const reply = work();
    return !this.isCalm() && this.random.oneIn(4) ? fault(0, 'offline') : reply;
  }
}

/** Keeps what it was given as a browser does: a copy. */
export class MemoryStorage {
  kept: TillState | undefined;
  load = async (): Promise<Loaded> => ({ isWhole: true, state: structuredClone(this.kept) });
  save = async (state: TillState): Promise<Persistence> => {
    this.kept = structuredClone(state);
    return 'all';
  };
}

export function answer<T>(value: T): Reply<T> {
  return { ok: true, value, status: 201, headers: new Headers() };
}

export function fault(status: number, code: string): Reply<never> {
  return { ok: false, error: { status, code, message: `answered ${status}` } };
}

export function invoice(uuid: string): Invoice {
  return {
    ...{ uuid, invoiceType: 'Normal', transactionType: 'Sale', cashier: 'Ана', total: 150, payments: [], items: [] },
    ...{ taxItems: [], buyerId: null, referentDocumentNumber: null, referentDocumentDT: null },
    pfr: {
      ...{ mode: 'lpfr', environment: 'sandbox', fiscal: false, demo: false },
      ...{ requestedBy: 'AAAAAAAA', signedBy: 'AAAAAAAA', invoiceNumber: 'AAAAAAAA-AAAAAAAA-1' },
      ...{ invoiceCounter: '1/1ПП', sdcDateTime: '2026-11-23 10:00:00', verificationUrl: 'https://example.com/v' },
      verificationQRCode: null,
    },
    ...{ clientRequestId: null, journal: 'paper', createdAt: '2026-11-23 10:00:00' },
  };
}
