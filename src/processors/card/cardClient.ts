import type { Environment } from '../../contract/index.js';
import { failed, type Result, withAnySignal } from '../../base/index.js';
import { faultText } from './applets/fault.js';
import type { CardState, SignFault } from './cardState.js';
import { cardOf } from './standing.js';

/** What a card with an accepted PIN provides for a V-PFR: its certificate, its signature, and the address. */
export interface CardClient {
  /** PEM. */
  readonly cert: string;
  /** The environment that the card is for. */
  readonly environment: Environment | 'other';
  /** Address of the V-PFR in the certificate; null if absent. */
  readonly url: string | null;
  /**
   * Signs a DigestInfo (RFC 8017, 9.2), some 0.3 to 1 s. The error is a reason for the log. Aborted requests are not
   * signed when their turn comes.
   */
  sign(digestInfo: Buffer, signal: AbortSignal): Promise<Result<Buffer, string>>;
  /** Aborted when the card was removed, or needs its PIN again. */
  readonly signal: AbortSignal;
}

/** Provides the client of the current card: the same object as long as the card's state does not change. */
export class CardClients {
  private held: { readonly client: CardClient; readonly over: AbortController } | undefined;

  constructor(
    private readonly sign: (digestInfo: Buffer, unwanted: AbortSignal) => Promise<Result<Buffer, SignFault>>,
  ) {}

  get current(): CardClient | undefined {
    return this.held?.client;
  }

  /** Must be called with every state. */
  follow(state: CardState): void {
    const cert =
      state.kind === 'ready' && state.pin === 'accepted' && state.card.client.ok ? state.card.client.value : undefined;
    const pem = cert?.toString();
    if (pem === this.held?.client.cert) return;
    this.held?.over.abort();
    this.held = undefined;
    if (pem === undefined || state.kind !== 'ready') return;
    const over = new AbortController();
    const client: CardClient = {
      cert: pem,
      environment: cardOf(state.card.identity).environment,
      url: state.card.identity.vsdcUrl,
      signal: over.signal,
      sign: async (digestInfo, signal) => {
        const signed = await withAnySignal([signal, over.signal], (unwanted) => this.sign(digestInfo, unwanted));
        return signed.ok ? signed : failed(nameOf(signed.error));
      },
    };
    this.held = { client, over };
  }
}

function nameOf(fault: SignFault): string {
  switch (fault.kind) {
    case 'not ready':
    case 'pin needed':
    case 'blocked':
      return fault.kind;
    case 'lost':
    case 'refused':
    case 'foreign':
    case 'malformed':
      return faultText(fault);
  }
}
