import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ChainBox } from '../../kit/fleet/box.js';
import { withServers } from '../../kit/fleet/scene.js';
import { kasirbox } from '../../kit/command.js';
import { ChatServer } from '../../kit/chat/server.js';
import { cleanUp, temporaryFolder } from '../../kit/process.js';

const onServers = withServers(test);
test.after(cleanUp);

const run = (...args: string[]) => kasirbox(args, { env: { LC_ALL: 'C' } });

onServers('fleet ingest takes in what boxes have sent, and fleet report says what they sold', async (scene) => {
  const one = ChainBox.numbered(1, 'KIOSK');
  await scene.publisher.records(one, [
    one.sell({ total: 123_456_789 }),
    one.sell({ total: 100, transactionType: 'Refund' }),
  ]);
  await scene.publisher.records(one, [{ ...one.sell({ total: 1 }), isChained: false }]);
  const took = await run('fleet', 'ingest', '--nats', scene.nats.url, '--postgres', scene.url, '--once');
  assert.is(took.code, 0);
  assert.match(took.stdout, /Z connected to NATS and PostgreSQL$/m);
  assert.match(took.stdout, /Z ALARM changed: box [0-9a-f]{32}: record 3 was taken in, but the box has found/m);
  const days = ['--from', '2026-11-27', '--to', '2026-11-27'];
  const said = await run('fleet', 'report', '--postgres', scene.url, '--by', 'shop', ...days);
  assert.is(said.code, 1, 'an alarm is open');
  assert.match(said.stdout, /^ {2}KIOSK +3 +1,234,566\.90 {2}\(refunds: 1, 1\.00\)$/m);
  assert.match(
    said.stdout,
    /^Open alarms: 1\n.* changed KIOSK [0-9a-f]{32}: record 3 .* \[F5991CCE-F5991CCE-2, F5991CCE-F5991CCE-3\]$/m,
  );
});

onServers('fleet take-fork lets a restored box count, and says when there is no such fork', async (scene) => {
  const box = ChainBox.numbered(1);
  const first = box.sell({ total: 100 });
  const other = box.restored('other');
  await scene.publisher.records(box, [first, box.sell({ total: 200 })]);
  await scene.publisher.records(other, [other.sell({ total: 400 })]);
  await scene.takeIn();
  const none = await run('fleet', 'take-fork', '99', '--postgres', scene.url);
  assert.equal([none.code, none.stderr], [1, 'kasirbox: alarm 99 is no open fork with records\n']);
  const taken = await run('fleet', 'take-fork', '1', '--postgres', scene.url);
  assert.equal(taken, {
    code: 0,
    stdout: '1 records of the fork are now being applied by the ingester.\n',
    stderr: '',
  });
  await scene.takeIn();
  assert.is(await scene.value('SELECT amount FROM kasirbox.turnover_by_day'), '7.00');
});

onServers('fleet close-alarm closes an alarm, which opens again when more comes of the same', async (scene) => {
  const box = ChainBox.numbered(1);
  await scene.publisher.raw(box.subject, Buffer.from('one'));
  await scene.takeIn();
  const open = 'SELECT count(*)::int FROM kasirbox.alarms WHERE ended_at IS NULL';
  assert.is(await scene.value(open), 1);
  const closed = await run('fleet', 'close-alarm', '1', '--postgres', scene.url);
  assert.equal([closed.code, closed.stdout], [0, 'Alarm 1 is closed.\n']);
  assert.is(await scene.value(open), 0);
  const again = await run('fleet', 'close-alarm', '1', '--postgres', scene.url);
  assert.equal([again.code, again.stderr], [1, 'kasirbox: alarm 1 is not open\n']);
  await scene.publisher.raw(box.subject, Buffer.from('two'));
  await scene.takeIn();
  assert.is(await scene.value(open), 1);
});

onServers('fleet report says what to do where nothing was taken in yet', async (scene) => {
  const said = await run('fleet', 'report', '--postgres', scene.url);
  assert.is(said.code, 1);
  assert.match(said.stderr, /^kasirbox: this database has no tables yet; first run: kasirbox fleet ingest$/m);
});

const run2 = (language: string, ...args: string[]) => kasirbox(args, { env: { LC_ALL: language } });

onServers(
  'fleet report names every box, also one that sold nothing, and points to the other environment',
  async (scene) => {
    const [one, quiet] = [ChainBox.numbered(1, 'ТРАФИКА'), ChainBox.numbered(2, 'KIOSK')];
    await scene.publisher.records(one, [one.sell({ total: 100 })]);
    await scene.publisher.records(quiet, [quiet.tell([])]);
    await scene.takeIn();
    await scene.rows(`UPDATE kasirbox.box SET seen_at = now() - interval '3 hours' WHERE shop = 'KIOSK'`);
    const asked = ['--postgres', scene.url, '--from', '2026-11-27', '--to', '2026-11-27', '--by', 'box'];
    const said = await run('fleet', 'report', ...asked);
    assert.is(said.code, 1);
    assert.match(said.stdout, /^ {2}KIOSK [0-9a-f]{32} +0 +0\.00$/m);
    assert.match(said.stdout, /^ {2}KIOSK ([0-9a-f]{32}): silent for 180 minutes\..*kasirbox fleet retire \1$/m);
    const serbian = await run2('sr_RS.UTF-8', 'fleet', 'report', ...asked);
    assert.match(serbian.stdout, /^ {2}KIOSK ([0-9a-f]{32}): не јавља се, минута: 180\..*kasirbox fleet retire \1$/m);
    const sandbox = await run('fleet', 'report', ...asked, '--environment', 'sandbox');
    assert.match(sandbox.stdout, /The other environment has receipts: 1\. See: --environment production/);
    const { 1: box = '' } = /KIOSK ([0-9a-f]{32}): silent/.exec(said.stdout) ?? [];
    assert.is((await run('fleet', 'retire', box, '--postgres', scene.url)).stdout, `${box} is out of service.\n`);
    const json = await run('fleet', 'report', ...asked, '--json');
    assert.is(json.code, 0, json.stdout);
    const { rows, boxes, attention } = JSON.parse(json.stdout) as Record<string, unknown>;
    assert.equal([boxes, attention], [{ all: 1, retired: 1 }, []]);
    assert.equal(
      (rows as { readonly amount: string }[]).map(({ amount }) => amount),
      ['1.00'],
    );
    await scene.rows("UPDATE kasirbox.box SET seen_at = now() + interval '1 second' WHERE retired_at IS NOT NULL");
    assert.match(
      (await run('fleet', 'report', ...asked)).stdout,
      /in service +2/,
      'one that is heard again is expected again',
    );
  },
);

onServers(
  'fleet report says that nothing arrives, and fleet notify tells the owner once, and when it is over',
  async (scene) => {
    const chat = await ChatServer.start();
    const box = ChainBox.numbered(1, 'KIOSK');
    await scene.publisher.records(box, [box.sell({ total: 100 })]);
    await scene.takeIn();
    const config = join(temporaryFolder(), 'notify.json');
    writeFileSync(config, JSON.stringify({ notify: { kind: 'webhook', url: `${chat.origin}/hook` } }));
    const notify = (...more: string[]) => run('fleet', 'notify', '--postgres', scene.url, '--config', config, ...more);
    const texts = (): string[] => chat.requests.map(({ json }) => JSON.stringify(json));
    assert.equal(await notify(), { code: 0, stdout: '', stderr: '' }, 'there is no news');
    await scene.rows(`UPDATE kasirbox.box SET seen_at = now() - interval '11 minutes'`);
    assert.match((await run('fleet', 'report', '--postgres', scene.url)).stdout, /NOTHING ARRIVES .* 11 minutes/);
    const sent = await notify();
    assert.is(sent.code, 0, sent.stderr);
    assert.is((await notify()).stdout, '', 'once');
    await scene.rows('UPDATE kasirbox.box SET seen_at = now()');
    await notify();
    await notify('--summary', '--environment', 'production');
    assert.is(texts().length, 3);
    for (const [index, words] of [/НИШТА НЕ СТИЖЕ/, /ПРОШЛО: ништа не стиже/, /Преглед \(продукција\)/].entries()) {
      assert.match(texts()[index] ?? '', words);
    }
    const raise = (from: number, to: number): Promise<unknown> =>
      scene.rows(`INSERT INTO kasirbox.alarm (box, key, kind, message, records, receipts)
        SELECT 1, 'hole ' || n, 'hole', 'records ' || n, 0, '{}' FROM generate_series(${from}, ${to}) n`);
    await raise(1, 20);
    await notify();
    await raise(21, 21);
    await notify();
    assert.match(texts()[4] ?? '', /АЛАРМ: .*records 21/);
    assert.not.match(texts()[4] ?? '', /ПРОШЛО/, 'an alarm beyond the newest twenty is not over');
    await scene.rows("UPDATE kasirbox.alarm SET ended_at = now() WHERE key <> 'hole 1'");
    await notify();
    assert.is((texts()[5] ?? '').split('ПРОШЛО').length, 21, 'all but the oldest are over');
    await chat.stop();
  },
);

onServers('a database of another encoding takes nothing off the stream', async (scene) => {
  const box = ChainBox.numbered(1);
  await scene.publisher.records(box, [box.sell({ total: 100 })]);
  await scene.rows(`CREATE DATABASE latin ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`);
  const url = scene.url.replace(/\/fleet\d+\?/, '/latin?');
  const refused = await run('fleet', 'ingest', '--nats', scene.nats.url, '--postgres', url, '--once');
  assert.is(refused.code, 1);
  assert.match(
    refused.stderr,
    /has the encoding SQL_ASCII, but UTF8 is required; nothing was applied.*createdb -E UTF8/,
  );
  await scene.takeIn();
  assert.is(await scene.value('SELECT sum(receipts)::int FROM kasirbox.turnover_by_day'), 1);
});

test('what is wrong on the command line is said, without the URL, which may hold a password', async () => {
  const wrong = await run('fleet', 'ingest', '--nats', 'http://user:TAJNA@host', '--postgres', 'postgresql://host/db');
  assert.equal([wrong.code, wrong.stderr], [2, 'kasirbox: --nats must be a URL that begins with nats:// or tls://\n']);
  const file = await run(
    'fleet',
    'ingest',
    '--nats',
    'tls://host',
    '--postgres',
    'postgresql://h/d',
    '--ca',
    '/no/such',
  );
  assert.equal([file.code, file.stderr], [2, 'kasirbox: --ca: the file cannot be read: /no/such\n']);
  const by = await run('fleet', 'report', '--postgres', 'postgresql://h/d', '--by', 'moon');
  assert.match(by.stderr, /^kasirbox: --by must be one of day, shop, box, label, payment, cashier$/m);
  assert.match((await run('fleet', 'report', '--nats', 'x')).stderr, /usage: kasirbox fleet report/);
});

test.run();
