import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { RUN_TYPESCRIPT } from '../../kit/typescript.js';

/** Orders to a till. */
export interface TillOrder {
  readonly port: number;
  /** PEM. */
  readonly ca: string;
  /** Used in turn, so that no key meets its limit of calls. */
  readonly keys: readonly string[];
  /** Address that the till calls from. */
  readonly localAddress: string;
  /** Process of the box, whose main thread is measured; nothing is measured when left out. */
  readonly pid?: number;
}

/** What a till has met. */
export interface TillReport {
  /** From the wish to sell to the whole answer, with a new connection where one was needed, ms. */
  readonly took: readonly number[];
  /** Each sale that was not answered by 201: why. */
  readonly refused: readonly string[];
  /** CPU time of the main thread of the box from the wish to sell to the whole answer, whatever it was spent on, ms. */
  readonly worked: readonly number[];
}

/** A till in a process of its own, so that the work of the attacker does not count as a wait for the box. */
export class Till {
  private readonly child: ChildProcess = fork(join(import.meta.dirname, 'tillProcess.ts'), {
    execArgv: [...RUN_TYPESCRIPT],
  });

  /** Begins to sell; resolves when the first sale was answered. */
  begin(order: TillOrder): Promise<void> {
    this.child.send(order);
    return this.heard('begun').then(() => undefined);
  }

  /** Ends the current sale and reports all sales. */
  stop(): Promise<TillReport> {
    this.child.send('stop');
    return this.heard<TillReport>('report');
  }

  end(): void {
    this.child.kill('SIGKILL');
  }

  private heard<T>(kind: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const ended = (): void => reject(new Error('the till has died'));
      const take = (message: { readonly kind: string; readonly value: T }): void => {
        if (message.kind !== kind) return;
        this.child.off('message', take).off('exit', ended);
        resolve(message.value);
      };
      this.child.once('exit', ended).on('message', take);
    });
  }
}
