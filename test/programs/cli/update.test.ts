import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { deadTrial } from '../../../src/programs/cli/files/deadTrial.js';
import { adviceOf, type UpdateState } from '../../../src/outward/updates/index.js';
import { TestBox, type TestBoxOptions } from '../../kit/box.js';
import { newFolder } from '../../kit/folder.js';
import { Machine } from '../../kit/machine.js';
import { kasirbox } from '../../kit/command.js';
import { cleanUp, temporaryFolder } from '../../kit/process.js';
import { FakeRauc } from '../../kit/updates/rauc.js';

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
    if (!/already in progress|not yet known which of the two systems/.test(ended.stdout + ended.stderr)) return ended;
  }
}

test('an update is installed step by step, and the restart is asked for', async () => {
  const { rauc, runtime, options } = onBoard();
  await TestBox.during(async (box) => {
    const file = join(temporaryFolder(), 'update.raucb');
    writeFileSync(file, Buffer.alloc(50_000, 1));
    assert.match((await update(box, 'status')).stdout, /^kasirbox 0\.0\.0\n {2}update +none is in progress\n$/);
    rauc.bundle({ version: '1.3.0' });
    const { code, stdout, stderr } = await update(box, file);
    assert.is(code, 0, stderr);
    assert.is(
      stdout,
      'Version 1.3.0 is installed; the box is restarting. Check in a few minutes: kasirbox update status\n',
    );
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
    assert.match(strange.stderr, /^kasirbox: This is not an update for this box, or it is damaged \(signature verif/m);
    assert.match((await update(box, 'http://example.org/a')).stderr, /must begin with https:\/\//);
    assert.match((await update(box, '/nowhere/a.raucb')).stderr, /The service cannot see this file/);
    assert.is((await update(box, 'acknowledge')).stdout, 'There was nothing to acknowledge.\n');
    rauc.bundle({ version: '1.3.0' }).failing('failed to copy image');
    assert.match((await update(box, file)).stderr, /was not installed \(failed to copy image\)/);
    assert.match(
      (await update(box, 'status')).stdout,
      /^ {2}last +version 1\.3\.0 was not installed; nothing was changed, .* \(failed to copy image\)$/m,
    );
    assert.match((await kasirbox(['doctor', '--data', box.folder], C)).stdout, /^update +warning .*1\.3\.0 could not/m);
    assert.is((await update(box, 'acknowledge')).stdout, 'Acknowledged.\n');
    assert.not.match((await kasirbox(['doctor', '--data', box.folder], C)).stdout, /^update/m);
  }, options);
});

test('updates on sticks stand apart from what is said of them, in the language of the terminal', async () => {
  const { rauc, options } = onBoard();
  const media = temporaryFolder();
  const name = `kasirbox-${'1.3.0'.padEnd(60, '0')}-arm64.raucb`;
  mkdirSync(join(media, 'sda1'));
  writeFileSync(join(media, 'sda1', name), Buffer.alloc(50_000, 1));
  rauc.bundle({ version: '1.3.0' });
  await TestBox.during(
    async (box) => {
      const list = async (LC_ALL: string) =>
        (await kasirbox(['update', 'list', '--data', box.folder], { env: { LC_ALL } })).stdout;
      await update(box, 'status');
      assert.is(await list('C'), `  ${join(media, 'sda1', name)} version 1.3.0, newer\n`);
      assert.is(await list('sr_RS.UTF-8'), `  ${join(media, 'sda1', name)} верзија 1.3.0, новија\n`);
    },
    { ...options, updates: { ...options.updates, media } },
  );
});

/** What the folder of a box keeps of an update to version 0.0.0, that of the program of the tests. */
function keepPending(folder: string, fromSlot: string, from = '0.0.0-before'): void {
  mkdirSync(join(folder, 'updates'), { recursive: true });
  const pending = { version: '0.0.0', from, fromSlot, isInstalled: true, printers: [], failing: [] };
  writeFileSync(join(folder, 'updates/state.json'), JSON.stringify({ confirmed: null, pending, outcome: null }));
}

test('a version on trial whose service does not run is told to come back by itself, and what to do', async () => {
  const folder = join(temporaryFolder(), 'data');
  keepPending(folder, 'A');
  const status = async (LC_ALL: string) => kasirbox(['update', 'status', '--data', folder], { env: { LC_ALL } });
  const { code, stdout, stderr } = await status('C');
  assert.is(code, 0, stderr);
  assert.match(stdout, /^ {2}update +version 0\.0\.0 is on trial, but its service does not run$/m);
  assert.match(stdout, /^ {2}automatic +Ten minutes after .* version 0\.0\.0-before returns\.$/m);
  assert.match(stdout, /^ {2}what to do +Do not switch the box off\./m);
  assert.match((await status('sr')).stdout, /^ {2}шта радити +Не искључујте уређај\..*kasirbox update status$/m);
});

test('the slot that runs tells a trial from a fall-back, also of the same version', async () => {
  const folder = join(temporaryFolder(), 'data');
  const cmdline = join(temporaryFolder(), 'cmdline');
  keepPending(folder, 'A', '0.0.0');
  for (const [slot, found] of [
    ['A', undefined],
    ['B', { version: '0.0.0', from: '0.0.0' }],
  ] as const) {
    writeFileSync(cmdline, `ro rauc.slot=${slot} quiet\n`);
    const trial = await deadTrial(folder, cmdline);
    assert.equal(trial && { version: trial.version, from: trial.from }, found);
  }
  assert.is(await deadTrial(join(folder, 'nowhere'), cmdline), undefined);
});

/** What the command prints of a state. */
function rowsOf(more: Partial<UpdateState>): string {
  const idle = { phase: 'idle', isOnImage: true, version: '1.3.0', outcome: null } as const;
  const state = { ...idle, isBundleWaiting: false, isStarting: false, isCutOff: false, ...more } as UpdateState;
  const { now, byItself, action } = adviceOf(state);
  return [now, byItself, action].map((text) => text?.en ?? '-').join(' | ');
}

test('each state says what is so, what happens by itself and what to do', () => {
  for (const [state, words] of [
    [
      { phase: 'trial', waitsFor: ['not ready', 'printer'] },
      /on trial; not ready; printer \| .*ten minutes .*returns by itself\..*\| Enter the PIN.*Switch on the printers.*Do not switch the box off/,
    ],
    [
      { phase: 'trial', waitsFor: [] },
      /on trial \| The new version stays after two minutes.* \| Do not switch the box off\.$/,
    ],
    [
      { phase: 'installing', percent: 4 },
      /installing version 1\.3\.0, 4 % \| The box restarts once.* \| Do not switch the box off\.$/,
    ],
    [{ phase: 'restarting', isOverdue: true }, /has not restarted \| - \| Unplug it/],
    [{ isStarting: true }, /not yet known .* \| This will be known within minutes\. \| -$/],
    [{ isCutOff: true }, /the transfer was interrupted; nothing was changed \| - \| Send the update again\.$/],
    [{ isBundleWaiting: true }, /was not installed \| - \| Install it on the page/],
    [{}, /^none is in progress \| - \| -$/],
  ] as const) {
    assert.match(rowsOf(state), words);
  }
});

test('where no service runs, and where there is no image, there is nothing to update', async () => {
  const folder = join(temporaryFolder(), 'data');
  const stopped = await kasirbox(['update', 'a.raucb', '--data', folder], C);
  assert.equal([stopped.code, /Updates are installed by the running service/.test(stopped.stderr)], [1, true]);
  await TestBox.during(async (box) => {
    assert.match((await kasirbox(['update', 'a.raucb', '--data', box.folder], C)).stderr, /installed manually/);
    assert.match((await kasirbox(['update', 'status', '--data', box.folder], C)).stdout, /installed manually/);
    assert.not.ok(existsSync(join(box.folder, 'updates')));
  });
});

test.run();
