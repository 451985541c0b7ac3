import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '../../kit/process.js';
import type { Trick } from '../kit/trick.js';

const PASSWORD = 'vrlo-tajna-lozinka-1847';

/** An auditor, or a finder of the box's files, looks for secrets that give access to other systems. */
export const trick: Trick = {
  name: 'a secret that stands in the files of the ledger, or in what an auditor gets',
  async run(box) {
    const mail = {
      host: 'mail.example.rs',
      port: 465,
      secure: true,
      user: 'k',
      password: PASSWORD,
      from: 'k@example.rs',
    };
    const set = await box.command(['settings', 'set', 'mail', '-'], { input: JSON.stringify(mail) });
    assert.is(set.code, 0, set.stderr);
    await box.command(['settings', 'set', 'mail', 'null']);
    const file = join(temporaryFolder(), 'audit.tar');
    const exported = await box.command(['ledger', 'export', file]);
    assert.is(exported.code, 0, exported.stderr);
    for (const path of [file, ...filesIn(box.folder)]) assert.not.ok(readFileSync(path).includes(PASSWORD), path);
    assert.not.ok(`${box.log}${set.stdout}${set.stderr}`.includes(PASSWORD));
  },
};

function filesIn(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
  return paths.filter((path) => statSync(path).isFile());
}
