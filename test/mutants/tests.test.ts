import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runnerOf } from './runner.js';
import { testsOf } from './tests.js';

test('the scenarios are tests of sales and of its folders; long proofs belong to no folder', async () => {
  const runner = await runnerOf(process.cwd());
  const long = 'test/sales/invoicing/long.test.ts';
  const files = [
    long,
    'test/sales/invoicing/fuzz.test.ts',
    'test/scenarios/a.test.ts',
    'test/paper/printing/scenarios/b.test.ts',
  ];
  const found = (folder: string): string[] =>
    testsOf(
      {
        ...runner,
        allTests: () => files,
        proofOf: (file) => (file === long ? 'kills' : file.includes('/scenarios/') ? 'scenarios' : undefined),
      },
      folder,
    );
  const sales = ['test/sales/invoicing/fuzz.test.ts', 'test/scenarios/a.test.ts'];
  for (const folder of ['sales', 'sales/invoicing']) assert.equal(found(folder), sales, folder);
  assert.equal(found('sales/other'), ['test/scenarios/a.test.ts']);
  assert.equal(found('paper/printing'), ['test/paper/printing/scenarios/b.test.ts']);
});

test.run();
