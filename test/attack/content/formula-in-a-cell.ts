import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '../../kit/process.js';
import type { Trick } from '../kit/trick.js';

const FORMULAS = ["=cmd|'/c calc'!A1", '+1+1', '-2+3', '@SUM(A1)', '＝1+1'];

export const trick: Trick = {
  name: 'a name that a spreadsheet takes for a formula',
  async run(box, key) {
    for (const [at, name] of FORMULAS.entries()) {
      const item = { name: `${name} ${at}`, label: 'Ђ', price: 1, category: name };
      const { status, text } = await box.send('POST', '/items', key, item);
      assert.is(status, 201, text);
    }
    const file = join(temporaryFolder(), 'items.csv');
    const { code, stderr } = await box.command(['items', 'export', file]);
    assert.is(code, 0, stderr);
    const csv = readFileSync(file, 'utf8');
    for (const name of FORMULAS) {
      assert.ok(csv.includes(`"'${name}`), `${name} is led by an apostrophe: ${csv}`);
      assert.not.ok(csv.includes(`;${name}`) || csv.includes(`,${name}`) || csv.includes(`"${name}`), csv);
    }
  },
};
