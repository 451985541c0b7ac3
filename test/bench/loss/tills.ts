import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { adopt } from '../../kit/process.js';
import { RUN_TYPESCRIPT } from '../../kit/typescript.js';

/** A box as its tills know it; its API keys take turns. */
export interface Counter {
  readonly port: number;
  readonly ca: string;
  readonly keys: readonly string[];
}

/** What the tills of one box do. `pause`: from the end of one buyer to the next at the same till, ms. */
export interface Work {
  readonly counter: Counter;
  /** What the names of the sales begin with; they are their idempotency keys as well. */
  readonly prefix: string;
  readonly sales: number;
  readonly tills: number;
  readonly pause: number;
}

/** How one sale went; times in ms, `from` by the wall clock. */
export interface Sold {
  readonly name: string;
  /** When its first request was sent. */
  readonly from: number;
  /** Time from its first request to its receipt; null without a receipt. */
  wait: number | null;
}

/** Work is answered when its last buyer was answered; who had no receipt then is asked for again until `rest` is answered. */
export type Question = { readonly id: number } & (
  | { readonly do: 'sell'; readonly work: Work }
  /** Other buyers come meanwhile, now and then. */
  | { readonly do: 'rest'; readonly counter: Counter; readonly prefix: string }
);

export interface Answers {
  /** Begin and end by the wall clock, ms. */
  readonly sell: { readonly began: number; readonly ended: number };
  readonly rest: readonly Sold[];
}

/** All tills of all boxes, in a process of their own. */
export class Tills {
  private readonly child: ChildProcess = fork(join(import.meta.dirname, 'tillsChild.ts'), {
    execArgv: [...RUN_TYPESCRIPT],
  });
  private readonly asked = new Map<number, { done: (answer: unknown) => void; fail: (error: Error) => void }>();
  private questions = 0;

  constructor() {
    adopt(this.child);
    this.child.on('message', ({ id, answer }: { id: number; answer: unknown }) => {
      this.asked.get(id)?.done(answer);
      this.asked.delete(id);
    });
    this.child.once('exit', () => {
      for (const { fail } of this.asked.values()) fail(new Error('the tills have died'));
    });
  }

  sell(work: Work): Promise<Answers['sell']> {
    return this.ask((id) => ({ id, do: 'sell', work }));
  }

  /** All sales of the box so far, when those without a receipt have got one, or do not get one any more. */
  rest(counter: Counter, prefix: string): Promise<Answers['rest']> {
    return this.ask((id) => ({ id, do: 'rest', counter, prefix }));
  }

  private ask<T>(question: (id: number) => Question): Promise<T> {
    const id = (this.questions += 1);
    return new Promise((resolve, reject) => {
      this.asked.set(id, { done: (answer) => resolve(answer as T), fail: reject });
      this.child.send(question(id));
    });
  }

  end(): void {
    this.child.kill();
  }
}
