import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TestBox, type TestBoxOptions } from '../kit/box.js';
import { newFolder } from '../kit/folder.js';
import { Machine } from '../kit/machine.js';
import { kasirbox } from '../kit/command.js';
import { cleanUp, temporaryFolder } from '../kit/process.js';
import { FakeRauc } from '../kit/updates/rauc.js';

test.after(cleanUp);

const C = { env: { LC_ALL: 'C' } };

/** A box on a board with two slots. */
function onBoard(): { readonly rauc: FakeRauc; readonly runtime: string; readonly options: TestBoxOptions } {
  const rauc = new FakeRauc();
  const runtime = newFolder('run');
  mkdirSync(runtime, { recursive: true });
  const machine = { root: new Machine().synchronize().write('etc/rauc/system.conf', '').root, buildTime: 0 };
  return { rauc, runtime, options: { machine, updates: { rauc: rauc.options, runtime } } };
}

/** A command that is asked until the box knows which of its systems runs. */
async function update(box: TestBox, ...words: string[]) {
  for (;;) {
    const ended = await kasirbox(['update', ...words, '--data', box.folder], C);
    if (!/under way already|not known yet which of the two systems/.test(ended.stderr)) return ended;
  }
}

test('an update is installed step by step, and the restart is asked for', async () => {
  const { rauc, runtime, options } = onBoard();
  await TestBox.during(async (box) => {
    const file = join(temporaryFolder(), 'update.raucb');
    writeFileSync(file, Buffer.alloc(50_000, 1));
    assert.match((await update(box, 'status')).stdout, /^kasirbox 0\.0\.0\n {2}update +none is under way\n$/);
    rauc.bundle({ version: '1.3.0' });
    const { code, stdout, stderr } = await update(box, file);
    assert.is(code, 0, stderr);
    assert.is(stdout, 'Version 1.3.0 is installed; the box restarts. Look in some minutes: kasirbox update status\n');
    assert.match(
      stderr,
      /^Receiving: 100 %\nChecking the update\nInstalling: 0 %\n(?:Installing: \d+ %\n)+Waiting for/m,
    );
    assert.ok(existsSync(join(runtime, 'restart-wanted')));
    const state = JSON.parse((await update(box, 'status', '--json')).stdout) as Record<string, unknown>;
    assert.equal([state['phase'], state['version'], state['isBundleWaiting']], ['restarting', '1.3.0', true]);
  }, options);
});

test('what is refused says why; how the last one ended is told until it is acknowledged', async () => {
  const { rauc, options } = onBoard();
  await TestBox.during(async (box) => {
    const file = join(temporaryFolder(), 'update.raucb');
    writeFileSync(file, Buffer.alloc(50_000, 1));
    rauc.bundle(null);
    const strange = await update(box, file);
    assert.is(strange.code, 1);
    assert.match(strange.stderr, /^kasirbox: This is no update for this box, or it is damaged \(signature verif/m);
    assert.match((await update(box, 'http://example.org/a')).stderr, /begins with https:\/\//);
    assert.match((await update(box, '/nowhere/a.raucb')).stderr, /There is no such file for the service/);
    assert.is((await update(box, 'acknowledge')).stdout, 'There was nothing to acknowledge.\n');
    rauc.bundle({ version: '1.3.0' }).failing('failed to copy image');
    assert.match((await update(box, file)).stderr, /could not be installed \(failed to copy image\)/);
    assert.match(
      (await update(box, 'status')).stdout,
      /^ {2}last +version 1\.3\.0 could not be installed; nothing has changed, .* \(failed to copy image\)$/m,
    );
    assert.match((await kasirbox(['doctor', '--data', box.folder], C)).stdout, /^update +warning .*1\.3\.0 could not/m);
    assert.is((await update(box, 'acknowledge')).stdout, 'Acknowledged.\n');
    assert.not.match((await kasirbox(['doctor', '--data', box.folder], C)).stdout, /^update/m);
  }, options);
});

test('where no service runs, and where there is no image, there is nothing to update', async () => {
  const folder = join(temporaryFolder(), 'data');
  const stopped = await kasirbox(['update', 'a.raucb', '--data', folder], C);
  assert.equal([stopped.code, /Updates are installed by the running service/.test(stopped.stderr)], [1, true]);
  await TestBox.during(async (box) => {
    assert.match((await kasirbox(['update', 'a.raucb', '--data', box.folder], C)).stderr, /installed by hand/);
    assert.match((await kasirbox(['update', 'status', '--data', box.folder], C)).stdout, /installed by hand/);
    assert.not.ok(existsSync(join(box.folder, 'updates')));
  });
});

test.run();
