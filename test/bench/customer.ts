import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { RUN_TYPESCRIPT } from '../kit/typescript.js';

/** One request; `body` is JSON. */
export interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly key: string;
  readonly body?: string;
}

export interface Question {
  readonly port: number;
  /** Null: plain HTTP, and a connection for each request, as a box asks its L-PFR. */
  readonly ca: string | null;
  readonly asked: readonly Asked[];
}

/** A client in a process of its own, so that its work is not counted as the box's. One question at a time. */
export class Customer {
  private readonly child: ChildProcess = fork(join(import.meta.dirname, 'client.ts'), {
    execArgv: [...RUN_TYPESCRIPT],
  });

  /** Asks one after the other, over one connection where there is TLS; how long each took, ms. Rejects on any answer but 200 and 201. */
  ask(question: Question): Promise<number[]> {
    return new Promise((resolve, reject) => {
      const ended = (): void => reject(new Error('the client has died'));
      this.child.once('exit', ended);
      this.child.once('message', (reply: { took: number[] } | { error: string }) => {
        this.child.removeListener('exit', ended);
        if ('took' in reply) resolve(reply.took);
        else reject(new Error(reply.error));
      });
      this.child.send(question);
    });
  }

  end(): void {
    this.child.disconnect();
  }
}
