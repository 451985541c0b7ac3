// turns: 3
// time limit: 300 s
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, closeSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { seededRandom } from '../../kit/random.js';
import { BoxProcess, cleanUp, SALE, temporaryFolder } from '../../kit/process.js';

const random = seededRandom();
const SIGNS = String.fromCharCode(...Array.from({ length: 20_000 }, (_, index) => 0x4e00 + index));

/** Mounted by a test. */
const mounts: string[] = [];

test.after(() => {
  for (const folder of mounts) execFileSync('umount', ['--lazy', folder]);
  cleanUp();
});

/** A disk of its own in memory; undefined where this machine lets nobody mount one. */
function smallDisk(megabytes: number): string | undefined {
  const folder = join(temporaryFolder(), 'disk');
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'kasirbox-test', folder], { stdio: 'pipe' });
  } catch {
    return undefined;
  }
  mounts.push(folder);
  return folder;
}

const fillerOf = (disk: string): string => join(disk, 'filler');

/** Leaves no byte free. */
function fill(disk: string): void {
  const file = openSync(fillerOf(disk), 'a');
  try {
    for (const size of [1 << 20, 1 << 12, 1]) {
      const zeros = Buffer.alloc(size);
      for (;;) {
        try {
          writeSync(file, zeros);
        } catch {
          break;
        }
      }
    }
  } finally {
    closeSync(file);
  }
}

/** The lines of a log, of which none but one that was cut off by the full disk may be damaged. */
function eventsOf(logFile: string): { readonly event: string; readonly lines?: number }[] {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n');
  const read = lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as { event: string; lines?: number }];
    } catch {
      return [];
    }
  });
  assert.ok(lines.length - read.length <= 1, 'one line at most is cut off');
  return read;
}

if (process.getuid?.() !== 0 || !existsSync('/bin/mount')) {
  console.log('skipped: root, who can mount a small disk');
  test.skip('a full disk under the log: only root can mount a small disk here', () => undefined);
} else {
  test('a log whose disk is full ends no sale, and says afterwards how many lines are missing', async () => {
    const disk = smallDisk(1);
    if (disk === undefined) return;
    const logFile = join(disk, 'box.log');
    const box = await BoxProcess.start({ logFile });
    const [key = ''] = await box.keys(1);
    await box.issue(key);
    fill(disk);
    const sold = 20;
    for (let n = 0; n < sold; n += 1) await box.issue(key);
    rmSync(fillerOf(disk));
    await box.issue(key);
    assert.is((await box.receipts(key)).length, sold + 2);
    assert.is((await box.stop()).code, 0);
    const events = eventsOf(logFile);
    const lost = events.filter(({ event }) => event === 'log.lost');
    assert.is(lost.length, 1);
    assert.ok((lost[0]?.lines ?? 0) >= sold, `lost ${lost[0]?.lines}`);
    assert.is(events.at(-1)?.event, 'box.stopped');
  });

  test('a full disk that holds both refuses sales until there is room, and the box lives on', async () => {
    const disk = smallDisk(96);
    if (disk === undefined) return;
    const box = await BoxProcess.start({ folder: join(disk, 'data'), logFile: join(disk, 'box.log') });
    const [key = ''] = await box.keys(1);
    await box.issue(key);
    fill(disk);
    // Room is kept for some sales; big ones that cannot be packed use it up.
    const many = {
      items: Array.from({ length: 300 }, () => ({ ...SALE.items[0], name: random.text(SIGNS, 200, 200) })),
    };
    let sold = 1;
    let reply = await box.send('POST', '/invoices', key, many);
    for (; reply.status < 300; sold += 1) reply = await box.send('POST', '/invoices', key, many);
    assert.is(reply.status, 500, reply.text);
    for (let n = 0; n < 10; n += 1) assert.is((await box.send('POST', '/invoices', key, many)).status, 500);
    assert.is((await box.send('GET', '/status', key)).status, 200);
    rmSync(fillerOf(disk));
    await box.issue(key);
    assert.is((await box.receipts(key)).length, sold + 1);
    assert.is((await box.stop()).code, 0);
  });
}

test.run();
