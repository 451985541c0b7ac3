import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'uvu';
import { BoxProcess, cleanUp, SALE } from '../../kit/process.js';

/** Content by which a caller with a key deceives people, or the programs that they open it with; one file each. */
export interface Trick {
  readonly name: string;
  /** Tries it on a built box with this key; throws when it works. */
  readonly run: (box: BoxProcess, key: string) => Promise<void>;
}

const load = createRequire(import.meta.url);

/** A box after a trick. */
export interface AfterTrick {
  /** File of the trick. */
  readonly file: string;
  /** Requests and commands that the trick has made. */
  readonly calls: number;
  /** Answer to a plain sale with the same key. */
  readonly sale: { readonly status: number; readonly total: unknown };
  readonly log: string;
}

/** A test for each trick in a folder beside this one, all on one box. `check` looks at the box after each. */
export function testTricks(folder: string, check: (after: AfterTrick) => void): void {
  const path = join(import.meta.dirname, '..', folder);
  let box: BoxProcess;
  let key: string;
  test.before(async () => {
    box = await BoxProcess.start();
    [key = ''] = await box.keys(1);
  });
  test.after(async () => {
    await box.stop();
    cleanUp();
  });
  for (const file of readdirSync(path).sort()) {
    const { trick } = load(join(path, file)) as { trick: Trick };
    test(trick.name, async () => {
      const counted = countingCalls(box);
      await trick.run(counted.box, key);
      const { status, text } = await box.send('POST', '/invoices', key, SALE);
      const { total } = JSON.parse(text) as { readonly total?: unknown };
      check({ file, calls: counted.calls(), sale: { status, total }, log: box.log });
    });
  }
}

/** The same box, with a count of its requests and commands. */
function countingCalls(box: BoxProcess): { readonly box: BoxProcess; readonly calls: () => number } {
  let calls = 0;
  const counting = new Proxy(box, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        calls += 1;
        return Reflect.apply(value, target, given);
      };
    },
  });
  return { box: counting, calls: () => calls };
}
