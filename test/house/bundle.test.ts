import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BoxProcess, bundle, cleanUp, temporaryFolder } from '../kit/process.js';

test.after(cleanUp);

/** The bundle in an empty folder outside the project, with only what the build has put beside it. */
function alone(): string {
  const folder = temporaryFolder();
  cpSync(dirname(bundle()), folder, { recursive: true });
  return folder;
}

/** Runs the bundle as a service, as an operator would who has nothing else of the project. */
async function sellsOn(node: string): Promise<void> {
  const folder = alone();
  const files = readdirSync(folder).sort();
  assert.equal(files, [
    ...['THIRD-PARTY-NOTICES.txt', 'fonts', 'kasirbox.cjs', 'kasirbox.cjs.map'],
    ...['pdf-worker.cjs', 'pdf-worker.cjs.map', 'sql-wasm.wasm'],
  ]);
  const box = await BoxProcess.start({ node, bundle: join(folder, 'kasirbox.cjs') });
  const [key = ''] = await box.keys(1);
  const receipt = await box.issue(key);
  assert.match(receipt.journal, /Кафа/);
  assert.equal(await box.receipts(key), [receipt]);
  assert.is((await box.stop()).code, 0);
  assert.equal(readdirSync(folder).sort(), files, 'it writes nothing beside itself');
}

test('the bundle alone runs the box and issues a receipt', () => sellsOn(process.execPath));

const boxNode = process.env['KASIRBOX_NODE24'];
if (boxNode === undefined) {
  test.skip('the bundle alone runs the box on the Node of the box (scripts/test fetches it)');
} else {
  test('the bundle alone runs the box on the Node of the box', () => sellsOn(boxNode));
}

test('a bundle whose sql-wasm.wasm is missing says so', () => {
  const folder = alone();
  rmSync(join(folder, 'sql-wasm.wasm'));
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(folder, 'kasirbox.cjs'), 'doctor', '--data', join(folder, 'data')],
    { encoding: 'utf8' },
  );
  assert.is(status, 1);
  assert.match(stderr, /^kasirbox: .*sql-wasm\.wasm/m);
  assert.not.match(stderr, /^ +at /m, 'no stack trace');
});

test.run();
