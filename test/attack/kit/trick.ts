import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'uvu';
import { BoxProcess, cleanUp } from '../../kit/process.js';

/** Content by which a caller with a key deceives people, or the programs that they open it with; one file each. */
export interface Trick {
  readonly name: string;
  /** Tries it on a built box with this key; throws when it works. */
  readonly run: (box: BoxProcess, key: string) => Promise<void>;
}

const load = createRequire(import.meta.url);

/** A test for each trick in a folder beside this one, all on one box. */
export function testTricks(folder: string): void {
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
    test(trick.name, () => trick.run(box, key));
  }
  test.run();
}
