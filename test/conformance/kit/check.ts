import type { SmtpServer } from '../../kit/smtp/server.js';
import type { SentenceId } from '../sentences/index.js';
import type { Client } from './client.js';
import type { Operator } from './operator.js';
import { hasPrograms } from './programs.js';
import type { Till } from './till.js';

/** Thrown by a check that the installation gives no occasion for, as for a label that it does not have. */
export class NoOccasion extends Error {}

/** The operator's side of a run: commands, and the kit's own mail server. */
export interface OperatorTools {
  readonly operator: Operator;
  readonly mailServer: SmtpServer;
}

/** Everything that a check works with. */
export class Tools {
  /** A key whose requests of a window are used up, and the installation's second in which that window began. */
  usedUp: { readonly key: string; readonly opened: number } | undefined;

  constructor(
    readonly client: Client,
    readonly till: Till,
    private readonly operators: OperatorTools | undefined,
    /** Where receipts may be sent, when the caller has named an address. */
    private readonly mailTo: string | undefined,
  ) {}

  /** The operator's commands; there for every check of a sentence that needs them. */
  get operator(): Operator {
    return this.operated.operator;
  }

  get mailServer(): SmtpServer {
    return this.operated.mailServer;
  }

  get hasOperator(): boolean {
    return this.operators !== undefined;
  }

  get hasPrograms(): boolean {
    return hasPrograms(process.env['PATH'] ?? '');
  }

  get hasMail(): boolean {
    return this.hasOperator || this.mailTo !== undefined;
  }

  /** Works while receipts can be sent to the address that `work` is given: to the kit's own server where it can. */
  readonly whileMailing = async (work: (to: string) => Promise<void>): Promise<void> => {
    const to = this.mailTo ?? 'kupac@example.com';
    if (this.operators === undefined) return work(to);
    const { port } = this.mailServer;
    const setting = { host: '127.0.0.1', port, secure: false, from: 'kasa@example.com' };
    await this.operator.during('mail', setting, () => work(to));
  };

  /** Works while the PFR of the sandbox cannot be reached. */
  readonly whileUnreachable = (work: () => Promise<void>): Promise<void> =>
    this.operator.during('pfr.sandbox', { mode: 'lpfr', url: NOBODY }, work);

  private get operated(): OperatorTools {
    if (this.operators === undefined) throw new Error('this check needs the operator');
    return this.operators;
  }
}

/** An address without a server (RFC 863 is not served anywhere any more). */
export const NOBODY = 'http://127.0.0.1:9';

/** Proves some sentences of the contract: resolves when they hold, throws `Broken` when one does not. */
export interface Check {
  readonly proves: readonly SentenceId[];
  readonly run: (tools: Tools) => Promise<void>;
}

export function check(proves: SentenceId | readonly SentenceId[], run: Check['run']): Check {
  return { proves: typeof proves === 'string' ? [proves] : proves, run };
}
