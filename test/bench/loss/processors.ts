import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Credentials } from '../../kit/pfr/certificates.js';
import { adopt } from '../../kit/process.js';
import { RUN_TYPESCRIPT } from '../../kit/typescript.js';

/** Processors of one kind; `lostOneIn`: one in this many answers is lost, 0 for none. */
export interface Wanted {
  readonly kind: 'lpfr' | 'vpfr';
  readonly count: number;
  readonly lostOneIn: number;
  readonly seed: number;
}

/** What is set in a till; a V-PFR comes with the authority to trust, PEM, and the till's certificate. */
export interface Address {
  readonly url: string;
  readonly tls: { readonly authority: string; readonly client: Credentials } | null;
}

/** A processor's own account. Sales go by the name of their first line, which is theirs alone. */
export interface Account {
  /** A name that is here twice was signed twice. */
  readonly signed: readonly { readonly name: string; readonly number: string }[];
  /** `at` by the wall clock, ms. */
  readonly lost: readonly { readonly name: string; readonly way: string; readonly at: number }[];
}

export type Order =
  | { readonly do: 'open'; readonly wanted: Wanted }
  | { readonly do: 'lose'; readonly loses: boolean }
  | { readonly do: 'account' };

/** What each order is answered with. */
export interface Answers {
  readonly open: readonly Address[];
  readonly lose: null;
  readonly account: readonly Account[];
}

/** Stand-ins for processors, in a process of their own. One order at a time. */
export class ProcessorsProcess {
  private readonly child: ChildProcess = fork(join(import.meta.dirname, 'processorsChild.ts'), {
    execArgv: [...RUN_TYPESCRIPT],
  });

  constructor() {
    adopt(this.child);
  }

  order<D extends Order['do']>(order: Extract<Order, { readonly do: D }>): Promise<Answers[D]> {
    return new Promise((resolve, reject) => {
      const ended = (): void => reject(new Error('the processors have died'));
      this.child.once('exit', ended);
      this.child.once('message', (answer) => {
        this.child.removeListener('exit', ended);
        resolve(answer as Answers[D]);
      });
      this.child.send(order);
    });
  }

  end(): void {
    this.child.kill();
  }
}
