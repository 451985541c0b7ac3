import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { jsonLog } from '../../../../src/base/log.js';
import { RunHistory } from '../../../../src/interfaces/health/watchdog/runHistory.js';
import type { RestartReason } from '../../../../src/platform/ledger/boxEvent.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { promisedOnly } from '../../../kit/disk/powerCut.js';
import { newFolder } from '../../../kit/folder.js';
import { FOLDER } from '../../../kit/ledger.js';

/** A machine with its memory, its disk and its uptime. */
class Machine {
  disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  readonly runtime = newFolder('run');
  readonly logged: string[] = [];
  uptime = 100;
  private history: RunHistory | undefined;

  /** A run begins; what it says of the end of the last run, and how many crashes count. */
  async begin(): Promise<{ reason: RestartReason | undefined; crashes: number }> {
    this.history = new RunHistory({
      ...{ runtime: this.runtime, disk: this.disk, folder: FOLDER },
      log: jsonLog((line) => this.logged.push(line), Date.now),
      uptime: () => this.uptime,
    });
    const reason = await this.history.begin();
    return { reason, crashes: this.history.crashCount };
  }

  /** The note of the unit when a run has ended. */
  ended(how: string): void {
    this.write('ended', how);
  }

  write(name: string, text: string): void {
    mkdirSync(this.runtime, { recursive: true });
    writeFileSync(join(this.runtime, name), `${text}\n`);
  }

  read(name: string): string {
    return readFileSync(join(this.runtime, name), 'utf8');
  }

  /** The box notes why it restarts. */
  note(reason: 'flush' | 'sale' | 'memory'): void {
    this.history?.note({ reason, found: '' });
  }

  /** The box stops because it was asked to. */
  async stop(): Promise<void> {
    await this.history?.end();
    this.ended('success exited 0');
  }

  cutPower(): void {
    rmSync(this.runtime, { recursive: true, force: true });
    this.disk = promisedOnly(this.disk);
    this.uptime = 20;
  }
}

test('the first start, and a start after a stop that was asked for, is no restart', async () => {
  const machine = new Machine();
  assert.equal(await machine.begin(), { reason: undefined, crashes: 0 });
  await machine.stop();
  assert.equal(await machine.begin(), { reason: undefined, crashes: 0 });
  await machine.stop();
  machine.cutPower();
  assert.equal(await machine.begin(), { reason: undefined, crashes: 0 });
});

const ENDS: readonly (readonly [string, RestartReason])[] = [
  ['watchdog killed ABRT', 'loop'],
  ['watchdog dumped ABRT', 'loop'],
  ['oom-kill killed KILL', 'memory'],
  ['exit-code exited 1', 'crash'],
  ['signal killed SEGV', 'crash'],
  ['core-dump dumped ABRT', 'crash'],
  ['signal killed KILL', 'killed'],
  ['timeout killed KILL', 'killed'],
  ['success killed HUP', 'killed'],
  ['', 'killed'],
  ['something else', 'killed'],
];

for (const [how, expected] of ENDS) {
  test(`an end of which systemd says "${how}" is reported as ${expected}, once`, async () => {
    const machine = new Machine();
    await machine.begin();
    machine.ended(how);
    assert.is((await machine.begin()).reason, expected);
    await machine.stop();
    assert.is((await machine.begin()).reason, undefined);
  });
}

test('a run whose end was not noted was killed', async () => {
  const machine = new Machine();
  await machine.begin();
  assert.is((await machine.begin()).reason, 'killed');
});

test('the note of the box comes before that of systemd, and is reported once', async () => {
  for (const reason of ['flush', 'sale', 'memory'] as const) {
    const machine = new Machine();
    await machine.begin();
    machine.note(reason);
    machine.ended('exit-code exited 75');
    assert.is((await machine.begin()).reason, reason);
    machine.ended('signal killed SEGV');
    assert.is((await machine.begin()).reason, 'crash');
  }
});

test('a power cut is known by an empty runtime folder, and is no crash', async () => {
  const machine = new Machine();
  for (let cut = 0; cut < 4; cut += 1) {
    await machine.begin();
    machine.cutPower();
    assert.equal(await machine.begin(), { reason: 'power', crashes: 0 });
  }
});

test('crashes of the last ten minutes of uptime count', async () => {
  const machine = new Machine();
  await machine.begin();
  const crashes: number[] = [];
  for (const at of [200, 500, 799, 801, 1401]) {
    machine.uptime = at;
    machine.ended('signal killed SEGV');
    crashes.push((await machine.begin()).crashes);
  }
  assert.equal(crashes, [1, 2, 3, 3, 1]);
});

test('a crash is noted for the uptime at which the next run finds it, and one of a later uptime is of another start', async () => {
  const machine = new Machine();
  await machine.begin();
  machine.uptime = 300;
  machine.ended('signal killed SEGV');
  assert.is((await machine.begin()).crashes, 1);
  assert.equal(JSON.parse(machine.read('crashes')), [300]);
  // A machine restarted with its memory intact, as by kexec, restarts its uptime.
  machine.uptime = 299;
  machine.ended('signal killed SEGV');
  assert.is((await machine.begin()).crashes, 1);
  assert.equal(JSON.parse(machine.read('crashes')), [299]);
});

test('a disk or a sale that hangs counts as no crash: safe mode would not help', async () => {
  const machine = new Machine();
  await machine.begin();
  for (const reason of ['flush', 'sale'] as const) {
    machine.note(reason);
    assert.equal(await machine.begin(), { reason, crashes: 0 });
  }
  machine.note('memory');
  assert.equal(await machine.begin(), { reason: 'memory', crashes: 1 });
});

test('notes that cannot be understood are ignored', async () => {
  const machine = new Machine();
  await machine.begin();
  for (const crashes of ['', '{', '{}', '["1"]', 'null']) {
    machine.write('crashes', crashes);
    machine.write('restart-reason', 'whim');
    machine.ended('watchdog killed ABRT');
    assert.equal(await machine.begin(), { reason: 'loop', crashes: 1 }, crashes);
  }
});

test('a failure to write the notes is logged, and the box starts nevertheless', async () => {
  const machine = new Machine();
  machine.disk.fault = (operation) => (operation === 'create' ? 'ENOSPC' : undefined);
  writeFileSync(machine.runtime, 'in the way');
  assert.equal(await machine.begin(), { reason: undefined, crashes: 0 });
  machine.disk.fault = (operation) => (operation === 'remove' ? 'EROFS' : undefined);
  await machine.stop().catch(() => undefined);
  const events = machine.logged.map((line) => (JSON.parse(line) as { event: string; file: string }).file);
  assert.equal(events, ['crashes', 'running', 'running']);
  assert.not.ok(existsSync(join(machine.runtime, 'crashes')));
});

test.run();
