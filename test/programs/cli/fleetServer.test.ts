import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { OwnServer } from '../../kit/fleet/ownServer.js';
import { NO_NATS } from '../../kit/nats/server.js';
import { kasirbox } from '../../kit/command.js';
import { cleanUp, SALE } from '../../kit/process.js';
import { ServiceHere, stopServices } from '../../kit/serviceHere.js';

test.after(stopServices);
test.after(cleanUp);

const run = (...args: string[]) => kasirbox(args, { env: { LC_ALL: 'C' } });
const BOX = '0123456789abcdef'.repeat(2);

/** Waits until `doctor` says so of the stream. */
async function saysOfStream(box: ServiceHere, words: RegExp): Promise<void> {
  const end = performance.now() + 60_000;
  for (;;) {
    const { stdout } = await box.command(['doctor'], { env: { LC_ALL: 'C' } });
    const line = stdout.split('\n').find((row) => row.startsWith('stream')) ?? '';
    if (words.test(line)) return;
    if (performance.now() > end) throw new Error(`in vain: ${words.source}: ${line}`);
  }
}

const whole = async (): Promise<void> => {
  const server = await OwnServer.prepared();
  const at = ['--server', server.folder];
  const places = ['--store', server.store, '--monitor', String(server.monitorPort)];
  const made = await run('fleet', 'init', '--url', server.url, ...at, ...places);
  assert.is(made.code, 0, made.stderr);
  assert.match(made.stdout, /^created .*owner\.seed\ncreated .*ingester\.seed\ncreated .*nats-server\.conf\n/);
  await server.run();
  const [ca, credentials] = ['ca.pem', 'owner.seed'].map((file) => join(server.folder, file)) as [string, string];
  const asOwner = ['--nats', server.url, '--ca', ca, '--credentials', credentials];
  const stream = await run('fleet', 'stream', ...asOwner, '--days', '30');
  assert.equal([stream.code, stream.stderr], [0, '']);
  assert.match(
    stream.stdout,
    /messages +0, 0\.0 MB\n +waiting +all: no ingester has read them yet\n +stored +for 30 days\n/,
  );

  const box = await ServiceHere.start();
  const { stdout } = await box.command(['doctor'], { env: { LC_ALL: 'C' } });
  const [, id = ''] = /^ledger .*\[box ([0-9a-f]{32});/m.exec(stdout) ?? [];
  const added = await run('fleet', 'add', 'pijaca', id.toUpperCase(), '--group', 'kiosks', ...at);
  assert.equal([added.code, added.stderr], [0, `${id} of pijaca may connect. The server already uses this.\n`]);
  assert.match(added.stdout, /^\{.*\}\n$/);
  const set = await box.command(['settings', 'set', 'stream', '-'], { input: added.stdout });
  assert.is(set.code, 0, set.stderr);
  await saysOfStream(box, /has everything from the ledger/);
  assert.match((await run('fleet', 'stream', ...asOwner)).stdout, /messages +[1-9]/);
  assert.equal((await run('fleet', 'replay', ...asOwner)).stdout, 'No ingester has read the stream yet.\n');

  const listed = await run('fleet', 'list', ...at);
  assert.match(listed.stdout, new RegExp(`^${id}  pijaca  kiosks  U[A-Z2-7]{55}\n$`));
  const moved = await run('fleet', 'group', id, 'bakeries', ...at);
  assert.equal(
    [moved.code, moved.stdout],
    [0, `${id} may read what the group bakeries receives. The server already uses this.\n`],
  );
  const revoked = await run('fleet', 'revoke', id, ...at);
  assert.equal([revoked.code, revoked.stdout], [0, `${id} may no longer connect. The server already uses this.\n`]);
  const [key = ''] = await box.keys(1);
  await box.issue(key, SALE);
  await saysOfStream(box, /warning +The owner's server has received no data since .* refuses this box/);
  const again = await run('fleet', 'revoke', id, ...at);
  assert.equal(
    [again.code, again.stderr],
    [1, `kasirbox: ${id} is not a box that may connect: it was already revoked, or never added\n`],
  );
  assert.equal((await run('fleet', 'list', ...at)).stdout, '');
  await box.stop();
  await server.kill();
};

const name = 'a box is let in by what fleet add prints, streams, and is shut out by fleet revoke';
if (NO_NATS === undefined) test(name, whole);
else test.skip(name, whole);

test('a later fleet init needs no address, as the timer runs it', async () => {
  const server = await OwnServer.prepared();
  const at = ['--server', server.folder];
  const first = await run('fleet', 'init', ...at);
  assert.equal([first.code, first.stderr.includes('--url tls://')], [1, true], first.stderr);
  const places = ['--store', server.store, '--monitor', String(server.monitorPort)];
  const made = await run('fleet', 'init', '--url', server.url, ...at, ...places);
  assert.is(made.code, 0, made.stderr);
  const again = await run('fleet', 'init', ...at);
  assert.equal([again.code, again.stderr], [0, '']);
  assert.match(again.stdout, /^The certificate of the server is valid\.\n/);
});

test('what is wrong on the command line is said, and nothing is made', async () => {
  const { folder } = await OwnServer.prepared();
  const refused = async (...args: string[]): Promise<string> => {
    const { code, stderr } = await run('fleet', ...args, '--server', folder);
    assert.is(code, 2, stderr);
    return stderr;
  };
  assert.match(await refused('init', '--url', 'nats://a:4222'), /--url must be an address such as tls:\/\//);
  assert.match(await refused('init', '--url', 'tls://a', '--monitor', '70000'), /--monitor must be a port/);
  assert.match(await refused('add', 'a.b', BOX), /SHOP must be a name of up to 40 letters/);
  assert.match(await refused('add', 'a', BOX, '--group', '>'), /GROUP must be a name of up to 40 letters/);
  assert.match(await refused('add', 'a', BOX.slice(1)), /BOX must be the id of a box, 32 hex digits/);
  const usage = await run('fleet', 'stream', '--nats', 'tls://a:1', '--days', 'x');
  assert.equal([usage.code, usage.stderr], [2, 'kasirbox: --days must be a whole number, 0 to 10000\n']);
  assert.match(await refused('revoke', '*'), /BOX must be the id of a box/);
  assert.match(await refused('revoke', BOX, '--group', 'a'), /usage: kasirbox fleet revoke/);
  const none = await run('fleet', 'add', 'a', BOX, '--server', folder);
  assert.equal([none.code, none.stderr], [1, `kasirbox: ${folder} has no server; first run: kasirbox fleet init\n`]);
});

test.run();
