import { verbatim } from '../../../src/base/index.js';
// turns: 3
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DiskError } from '../../../src/base/disk.js';
import { nodeDisk } from '../../../src/base/nodeDisk.js';
import { failed, ok, type Result } from '../../../src/base/result.js';
import type { EventName } from '../../../src/base/log.js';
import { Rauc } from '../../../src/outward/updates/rauc.js';
import { stepOf, type UpdateState } from '../../../src/outward/updates/updateState.js';
import { Updates } from '../../../src/outward/updates/updates.js';
import { newFolder } from '../../kit/folder.js';
import { HandClock } from '../../kit/handClock.js';
import { instead } from '../../kit/instead.js';
import { FakeRauc } from '../../kit/updates/rauc.js';
import { inEnglish } from '../../kit/inEnglish.js';

/** What has not come by then does not come, ms. */
const GIVE_UP = 20_000;
const BUNDLE = Buffer.alloc(100_000, 7);

/** A board with two systems; the content of `runtime` is lost when it restarts. */
class Board {
  readonly rauc = new FakeRauc();
  readonly folder = newFolder();
  readonly root = newFolder('root');
  readonly runtime = newFolder('run');
  readonly stick = join(newFolder('stick'), 'update.raucb');
  readonly events: EventName[] = [];
  clock = new HandClock();
  failing: string[] = [];
  isSelling = false;
  hasCode = true;
  backup: Result<void, string> = ok(undefined);
  backups: string[] = [];
  private running: Updates | undefined;

  constructor() {
    for (const folder of [this.folder, this.runtime, join(this.root, 'etc/rauc'), join(this.stick, '..')]) {
      mkdirSync(folder, { recursive: true });
    }
    writeFileSync(join(this.root, 'etc/rauc/system.conf'), '');
    writeFileSync(this.stick, BUNDLE);
  }

  get updates(): Updates {
    if (this.running === undefined) throw new Error('the board is off');
    return this.running;
  }

  get state(): UpdateState {
    return this.updates.state;
  }

  async start(version = '1.2.0'): Promise<this> {
    this.clock = new HandClock();
    this.running = new Updates({
      ...{ disk: nodeDisk, folder: this.folder, clock: this.clock, version, root: this.root, runtime: this.runtime },
      rauc: new Rauc(this.rauc.options),
      media: join(this.stick, '../..'),
      log: (event) => this.events.push(event),
      failing: async () => this.failing,
      canSign: () => true,
      printers: () => [{ name: 'kasa', answers: true }],
      isSelling: () => this.isSelling,
      hasBackupCode: () => this.hasCode,
      backUp: async (file) => {
        this.backups.push(file);
        return this.backup.ok ? this.backup : failed(verbatim(this.backup.error));
      },
    });
    await this.running.start();
    return this;
  }

  /** The power goes, and comes back into this slot. */
  async restart(slot: 'A' | 'B', version: string): Promise<this> {
    await this.updates.stop();
    rmSync(this.runtime, { recursive: true });
    mkdirSync(this.runtime);
    this.rauc.boot(slot);
    return this.start(version);
  }

  install(path = this.stick, again = false) {
    return this.updates.install({ source: { kind: 'file', path }, again });
  }

  async until(what: (board: this) => boolean): Promise<void> {
    const end = performance.now() + GIVE_UP;
    while (!what(this)) {
      if (performance.now() > end) throw new Error(`it stays as it is: ${JSON.stringify(this.state)}`);
      this.clock.pass(5000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** It is known which system runs, and it was marked as well. */
  async settle(): Promise<this> {
    await this.until(({ rauc }) => rauc.calls.some((call) => call.startsWith('status mark-good')));
    await this.until(() => this.kept().confirmed !== null);
    return this;
  }

  kept(): { confirmed: unknown; pending: unknown; outcome: { kind: string } | null } {
    const file = this.file('state.json');
    const nothing = { confirmed: null, pending: null, outcome: null };
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as typeof nothing) : nothing;
  }

  file(name: string): string {
    return join(this.folder, 'updates', name);
  }

  get wantsRestart(): boolean {
    return existsSync(join(this.runtime, 'restart-wanted'));
  }
}

async function settledBoard(): Promise<Board> {
  const board = await new Board().start();
  return board.settle();
}

test('on a box that was installed by hand nothing is done and nothing can be installed', async () => {
  const board = new Board();
  rmSync(join(board.root, 'etc'), { recursive: true });
  await board.start();
  assert.match(JSON.stringify(inEnglish(await board.install())), /installed manually/);
  assert.equal([board.state.isOnImage, board.rauc.calls, board.clock.sleeping], [false, [], 0]);
  assert.not.ok(existsSync(board.file('')));
});

test('an update from the file to the restart, reported step by step, and confirmed after two minutes', async () => {
  const board = await settledBoard();
  assert.equal(board.kept().confirmed, { slot: 'A', version: '1.2.0' });
  const told: string[] = [];
  board.updates.onChange(() => told.push(stepOf(board.state)?.en ?? board.state.phase));
  board.rauc.bundle({ version: '1.3.0' });
  assert.equal(inEnglish(await board.install()), { ok: true, value: { version: '1.3.0' } });
  assert.equal(
    [...new Set(told)],
    [
      'Receiving: 0 MB',
      'Receiving: 100 %',
      'Checking the update',
      ...['Installing: 0 %', 'Installing: 20 %', 'Installing: 40 %', 'Installing: 99 %', 'Installing: 100 %'],
      'Waiting for a moment without a receipt',
      'The box is restarting',
    ],
  );
  assert.ok(board.wantsRestart);
  assert.equal(inEnglish(await board.install()), {
    ok: false,
    error: 'An update is already in progress. See: kasirbox update status',
  });
  await board.restart('B', '1.3.0');
  await board.until(({ state }) => state.phase === 'trial');
  assert.match(JSON.stringify(inEnglish(await board.install())), /is on trial/);
  await board.until(({ state }) => state.phase === 'idle');
  assert.equal(board.kept().confirmed, { slot: 'B', version: '1.3.0' });
  assert.is(board.state.outcome?.kind, 'updated');
  assert.ok(readFileSync(board.file('last-good.raucb')).equals(BUNDLE), 'for the rescue');
  assert.not.ok(board.state.isBundleWaiting);
  await board.updates.stop();
});

test('an abandoned new system is reported until a person has acknowledged it', async () => {
  const board = await settledBoard();
  board.rauc.bundle({ version: '1.3.0' });
  assert.ok((await board.install()).ok);
  await board.restart('B', '1.3.0');
  await board.until(({ state }) => state.phase === 'trial');
  await board.restart('A', '1.2.0');
  await board.until(({ state }) => state.outcome !== null);
  assert.equal([board.state.outcome?.kind, board.state.outcome?.version], ['fell-back', '1.3.0']);
  // What was given up does not wait to be installed.
  await board.until(({ state }) => !state.isBundleWaiting);
  assert.not.ok(existsSync(board.file('incoming.raucb')));
  assert.equal(inEnglish(await board.updates.acknowledge()), ok(true));
  assert.equal(inEnglish(await board.updates.acknowledge()), ok(false));
  await board.updates.stop();
});

test('the restart waits for a receipt under way, also when the service starts anew meanwhile', async () => {
  const board = await settledBoard();
  board.rauc.bundle({ version: '1.3.0' });
  board.isSelling = true;
  const installing = board.install();
  await board.until(({ state }) => state.phase === 'waiting');
  await board.updates.stop();
  assert.match(JSON.stringify(inEnglish(await installing)), /The box is stopping/);
  assert.not.ok(board.wantsRestart);
  await board.start();
  await board.until(({ state }) => state.phase === 'waiting');
  board.isSelling = false;
  await board.until(({ wantsRestart }) => wantsRestart);
  await board.updates.stop();
});

test('a program that ends at any write after the install does not tell the update as one that was given up', async () => {
  for (let writes = 0, isWhole = false; !isWhole; writes += 1) {
    const board = await settledBoard();
    board.rauc.bundle({ version: '1.3.0' });
    let done = 0;
    const undo = instead(nodeDisk, 'rename', async (_, original, args) => {
      const isInstalled = board.rauc.calls.some((call) => call.startsWith('install'));
      if (isInstalled && done >= writes) throw new DiskError('EIO', 'rename', String(args[1]));
      if (isInstalled) done += 1;
      await original(...args);
    });
    isWhole = (await board.install()).ok;
    undo();
    await board.updates.stop();
    const { pending } = board.kept() as { readonly pending: { readonly isInstalled: boolean } | null };
    await board.start();
    await board.until(({ state }) => !state.isStarting && (state.outcome !== null || state.phase !== 'idle'));
    const ended = board.state.outcome?.kind;
    assert.is(ended, pending?.isInstalled === true ? undefined : 'interrupted', `after ${writes} writes`);
    assert.ok(writes < 10, 'it comes to an end');
    await board.updates.stop();
  }
});

test('a refused bundle is removed, and the box continues', async () => {
  const board = await settledBoard();
  for (const [told, error] of [
    [null, /not an update for this box, or it is damaged \(signature verification failed/],
    [{ compatible: 'toaster' }, /for boxes of the type toaster/],
    [{ version: '1.2.0' }, /already has version 1\.2\.0/],
    [{ dataFormat: 0 }, /could not read the data/],
    [{ dataFormat: null }, /does not state which data/],
  ] as const) {
    board.rauc.bundle(told);
    const reply = await board.install();
    assert.match(String(inEnglish(reply.ok ? '' : reply.error)), error);
    assert.equal([board.state.phase, existsSync(board.file('incoming.raucb'))], ['idle', false]);
  }
  assert.match(JSON.stringify(inEnglish(await board.install('/nowhere'))), /cannot see this file/);
  assert.not.ok(board.rauc.calls.some((call) => call.startsWith('install')));
  board.rauc.bundle({ version: '1.2.0' });
  assert.ok((await board.install(board.stick, true)).ok, 'the same version once more');
  await board.updates.stop();
});

test('a failed install changes nothing but the report', async () => {
  const board = await settledBoard();
  board.rauc.failing('failed to copy image');
  const reply = await board.install();
  assert.match(String(inEnglish(reply.ok ? '' : reply.error)), /was not installed \(failed to copy image\)/);
  assert.equal([board.state.outcome?.kind, board.state.outcome?.reason], ['failed', 'failed to copy image']);
  assert.equal([board.kept().pending, board.wantsRestart], [null, false]);
  await board.updates.stop();
});

test('an update that changes the data comes after a backup, and not without one', async () => {
  const board = await settledBoard();
  board.rauc.bundle({ dataFormat: 999 });
  board.hasCode = false;
  assert.match(JSON.stringify(inEnglish(await board.install())), /Write the code down first: kasirbox backup code/);
  board.hasCode = true;
  board.backup = failed('the disk is full');
  assert.match(
    JSON.stringify(inEnglish(await board.install())),
    /backup before the update failed \(the disk is full\)/,
  );
  assert.not.ok(board.rauc.calls.some((call) => call.startsWith('install')));
  board.backup = ok(undefined);
  assert.ok((await board.install()).ok);
  assert.equal(board.backups, [board.file('before-update.backup'), board.file('before-update.backup')]);
  await board.updates.stop();
});

test('a power cut during the install is reported, and the bundle can be installed again', async () => {
  const board = await settledBoard();
  board.rauc.bundle({ version: '1.3.0' });
  assert.ok((await board.install()).ok);
  const kept = board.kept() as { pending: object };
  writeFileSync(
    board.file('state.json'),
    JSON.stringify({ ...kept, pending: { ...kept.pending, isInstalled: false } }),
  );
  await board.restart('A', '1.2.0');
  await board.until(({ state }) => state.outcome !== null);
  assert.equal([board.state.outcome?.kind, board.state.isBundleWaiting], ['interrupted', true]);
  assert.ok((await board.updates.install({ source: { kind: 'waiting' }, again: false })).ok);
  await board.updates.stop();
});

test('until it is known which system runs, the end of an update before is not told as that of this one', async () => {
  const board = await settledBoard();
  board.rauc.bundle({ version: '1.3.0' });
  assert.ok((await board.install()).ok);
  await board.restart('B', '1.3.0');
  await board.until(({ state }) => state.phase === 'trial');
  await board.restart('A', '1.2.0');
  await board.until(({ state }) => state.outcome?.kind === 'fell-back');
  await board.updates.stop();
  board.rauc.silent();
  const asked = board.rauc.calls.length;
  await board.start();
  // The stored state is read by then.
  await board.until(({ rauc }) => rauc.calls.length > asked);
  assert.equal([board.state.isStarting, board.state.outcome], [true, null]);
  board.rauc.boot('A');
  await board.until(({ state }) => !state.isStarting);
  assert.is(board.state.outcome?.kind, 'fell-back');
  await board.updates.stop();
});

test('a power cut while an update is received is reported until the next one begins', async () => {
  const board = await settledBoard();
  await board.updates.stop();
  mkdirSync(board.file(''), { recursive: true });
  writeFileSync(board.file('incoming.part'), 'half');
  await board.start();
  await board.until(({ state }) => !state.isStarting);
  assert.equal([board.state.isCutOff, existsSync(board.file('incoming.part'))], [true, false]);
  board.rauc.bundle({ version: '1.3.0' });
  assert.ok((await board.install()).ok);
  assert.not.ok(board.state.isCutOff);
  await board.updates.stop();
});

test('an upload that ends early leaves nothing', async () => {
  const board = await settledBoard();
  async function* cut(): AsyncGenerator<Buffer> {
    yield BUNDLE;
    throw new Error('aborted');
  }
  const source = { kind: 'stream', pieces: cut(), all: 2 * BUNDLE.length } as const;
  assert.match(
    JSON.stringify(inEnglish(await board.updates.install({ source, again: false }))),
    /did not arrive completely/,
  );
  assert.equal([board.state.isBundleWaiting, existsSync(board.file('incoming.part'))], [false, false]);
  await board.updates.stop();
});

test('a page sends a bundle piece by piece, and continues where an answer was lost', async () => {
  const board = await settledBoard();
  const [first, second] = [BUNDLE.subarray(0, 60_000), BUNDLE.subarray(60_000)];
  const all = BUNDLE.length;
  const step = { all, isWhole: false };
  assert.match(JSON.stringify(inEnglish(await board.updates.upload(5, all, second))), /did not arrive completely/);
  assert.equal(inEnglish(await board.updates.upload(0, all, first)), ok({ ...step, done: 60_000 }));
  assert.equal([board.state.phase, existsSync(board.file('incoming.raucb'))], ['receiving', false]);
  assert.match(JSON.stringify(inEnglish(await board.install())), /already in progress/);
  assert.equal(
    inEnglish(await board.updates.upload(30_000, all, first)),
    ok({ ...step, done: 60_000 }),
    'one that does not follow',
  );
  for (const answer of ['lost', 'heard'])
    assert.equal(
      inEnglish(await board.updates.upload(60_000, all, second)),
      ok({ all, done: all, isWhole: true }),
      answer,
    );
  assert.equal([board.state.phase, board.state.isBundleWaiting], ['idle', true]);
  assert.ok(readFileSync(board.file('incoming.raucb')).equals(BUNDLE));
  assert.ok((await board.updates.install({ source: { kind: 'waiting' }, again: false })).ok);
  await board.updates.stop();
});

test('an abandoned upload, or one that is too long, leaves nothing', async () => {
  const board = await settledBoard();
  assert.ok((await board.updates.upload(0, 100, BUNDLE.subarray(0, 60))).ok);
  assert.match(JSON.stringify(inEnglish(await board.updates.upload(60, 100, BUNDLE))), /larger than/);
  assert.equal([board.state.phase, existsSync(board.file('incoming.part'))], ['idle', false]);
  assert.ok((await board.updates.upload(0, 100, BUNDLE.subarray(0, 60))).ok);
  board.clock.pass(119_999);
  assert.is(board.state.phase, 'receiving');
  board.clock.pass(1);
  await board.until(({ state }) => state.phase === 'idle');
  assert.not.ok(existsSync(board.file('incoming.part')));
  await board.updates.stop();
});

test('a system that cannot store is not marked as well', async () => {
  const board = new Board();
  board.failing = ['ledger'];
  await board.start();
  await board.until(({ rauc }) => rauc.calls.length > 0);
  for (let n = 0; n < 50; n += 1) await board.until(({ clock }) => clock.sleeping > 0);
  assert.not.ok(board.rauc.calls.some((call) => call.startsWith('status mark-good')));
  board.failing = [];
  await board.settle();
  await board.updates.stop();
});

test('how an update ended stays known, and seen, where the system is marked as well only after it', async () => {
  const board = new Board();
  board.failing = ['ledger'];
  await board.start();
  await board.until(({ state }) => !state.isStarting);
  board.rauc.failing('failed to copy image');
  assert.not.ok((await board.install()).ok);
  assert.equal(inEnglish(await board.updates.acknowledge()), ok(true));
  board.failing = [];
  await board.settle();
  const { kind, isAcknowledged } = board.state.outcome ?? {};
  assert.equal([kind, isAcknowledged, board.kept().outcome?.kind], ['failed', true, 'failed']);
  await board.updates.stop();
});

test.run();
