import * as fs from 'node:fs';
import { join, resolve } from 'node:path';
import * as tls from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { kasirbox } from '../../kit/command.js';
import { cleanUp, temporaryFolder } from '../../kit/process.js';
import { ServiceHere, stopServices } from '../../kit/serviceHere.js';

/** What a release without limits to servers and exact names has made. */
const OLD = resolve(import.meta.dirname, '../../platform/tls/samples/without-usage');
test.after(stopServices);
test.after(cleanUp);

function oldFolder(): string {
  const folder = join(temporaryFolder(), 'data');
  fs.cpSync(OLD, join(folder, 'tls'), { recursive: true });
  return folder;
}

const caOf = (folder: string): string => fs.readFileSync(join(folder, 'tls/ca.pem'), 'latin1');

/** Does a client that trusts only `ca` accept the server? Yes, or its error. */
function accepts(ca: string, port: number): Promise<string> {
  return new Promise((done) => {
    const socket = tls.connect({ host: '127.0.0.1', port, ca, servername: 'localhost' }, () => {
      socket.destroy();
      done('yes');
    });
    socket.on('error', (error: Error) => done(error.message));
  });
}

test('a box with an authority of an earlier release says so, goes on, and renews it when a person asks', async () => {
  const folder = oldFolder();
  const box = await ServiceHere.start({ folder });
  const old = caOf(folder);
  assert.is(old, fs.readFileSync(join(OLD, 'ca.pem'), 'latin1'), 'nothing changes by itself');
  assert.ok(await box.says('tls.old_authority'));
  const before = await kasirbox(['doctor', '--data', folder]);
  assert.match(before.stdout, /^authority +warning .*certificate renew-ca/m);

  const renewed = await kasirbox(['certificate', 'renew-ca', '--data', folder]);
  assert.is(renewed.code, 0, renewed.stderr);
  assert.match(renewed.stdout, /tls\/ca\.pem\n {2}valid +until \d{4}-.*\n {2}SHA-256 +([0-9A-F]{2}:){31}[0-9A-F]{2}\n/);
  const now = caOf(folder);
  assert.is.not(now, old);
  for (const ca of [old, now]) assert.is(await accepts(ca, box.port), 'yes');
  assert.not.match((await kasirbox(['doctor', '--data', folder])).stdout, /^authority /m);
  await box.stop();
});

test('a stopped box is renewed too, and more words than that are a mistake', async () => {
  const folder = oldFolder();
  const old = caOf(folder);
  const mistaken = await kasirbox(['certificate', 'renew-ca', 'now', '--data', folder]);
  assert.is(mistaken.code, 2);
  assert.is(caOf(folder), old);
  assert.is((await kasirbox(['certificate', 'renew-ca', '--data', folder])).code, 0);
  assert.is.not(caOf(folder), old);
  const box = await ServiceHere.start({ folder });
  assert.is(await accepts(caOf(folder), box.port), 'yes');
  await box.stop();
  assert.not.match(box.log, /tls\.old_authority/);
});

test.run();
