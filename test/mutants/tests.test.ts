import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runnerOf } from './runner.js';
import { testsOf } from './tests.js';

test('to the tests of invoicing belong the scenarios, and to none long proofs', async () => {
  const runner = await runnerOf(process.cwd());
  const long = 'test/sales/invoicing/long.test.ts';
  const files = [
    long,
    'test/sales/invoicing/fuzz.test.ts',
    'test/scenarios/a.test.ts',
    'test/paper/printing/scenarios/b.test.ts',
  ];
  const found = (room: string): string[] =>
    testsOf(
      {
        ...runner,
        allTests: () => files,
        proofOf: (file) => (file === long ? 'kills' : file.includes('/scenarios/') ? 'scenarios' : undefined),
      },
      room,
    );
  assert.equal(found('sales/invoicing'), ['test/sales/invoicing/fuzz.test.ts', 'test/scenarios/a.test.ts']);
  assert.equal(found('paper/printing'), ['test/paper/printing/scenarios/b.test.ts']);
});

test.run();
