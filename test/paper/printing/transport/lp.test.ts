import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../../../src/base/clock.js';
import { LpTransport } from '../../../../src/paper/printing/transport/lp.js';
import { ALWAYS, lossOf, opened, transportTo } from './transports.js';

const folder = mkdtempSync(join(tmpdir(), 'kasirbox lp '));
test.after(() => rmSync(folder, { recursive: true }));

test('a device file that is not there is absent, and not made', async () => {
  const path = join(folder, 'lp0');
  assert.is(await lossOf(new LpTransport(path, systemClock)), 'absent');
  assert.is(existsSync(path), false);
});

test('a file that is no device is refused and left as it is', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, 'not a printer');
  assert.is(await lossOf(new LpTransport(file, systemClock)), 'absent');
  assert.is(readFileSync(file, 'utf8'), 'not a printer');
  const fifo = join(folder, 'fifo');
  execFileSync('mkfifo', [fifo]);
  assert.is(await lossOf(new LpTransport(fifo, systemClock)), 'absent');
  assert.is(await lossOf(new LpTransport(folder, systemClock)), 'absent');
});

test('a device that has nothing to say takes bytes and is closed at once', async () => {
  const connection = await opened(transportTo('lp:///dev/null'));
  assert.ok((await connection.write(Buffer.alloc(10_000), ALWAYS)).ok);
  await connection.close();
  assert.is(await connection.gone, 'closed');
});

test('a device that has no room at all loses the connection', async () => {
  const connection = await opened(transportTo('lp:///dev/full'));
  assert.equal(await connection.write(Buffer.from('x'), ALWAYS), { ok: false, error: 'lost' });
  assert.is(await connection.gone, 'lost');
  await connection.close();
});

test.run();
