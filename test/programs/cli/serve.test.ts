import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { get, request } from 'node:http';
import { createServer, connect, type AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { suite, test } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../src/base/log.js';
import { BoxService } from '../../../src/programs/box/service.js';
import { openBox } from '../../../src/programs/box/open.js';
import { validateShape } from '../../../src/sales/invoicing/draft/validate.js';
import { kasirbox } from '../../kit/command.js';
import { freePort } from '../../kit/port.js';
import { BoxProcess, cleanUp, kasirbox as kasirboxProcess, SALE, temporaryFolder } from '../../kit/process.js';
import { ServiceHere, stopServices } from '../../kit/serviceHere.js';
import { cases } from '../../kit/cases.js';
import { Turns } from '../../kit/turns.js';
import { Programs } from '../board/programs.js';

test.after(stopServices);
test.after(cleanUp);

/** Each starts a service, or several commands as processes. */
const turns = new Turns(2);

/** The whole answer of a port to `text` over plain TCP. */
function plainAnswer(port: number, text: string): Promise<string> {
  return new Promise((done) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('latin1').on('data', (piece: string) => (answer += piece));
    socket.on('error', () => undefined).on('close', () => done(answer));
  });
}

turns.test('the first start makes the folder with all it needs, for its owner alone', async () => {
  const folder = join(temporaryFolder(), 'not/there/yet');
  const box = await BoxProcess.start({ folder });
  assert.ok(existsSync(join(folder, 'control.sock')));
  for (const name of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    const entry = lstatSync(join(folder, name));
    assert.is((entry.mode & 0o777).toString(8), entry.isDirectory() ? '700' : '600', name);
  }
  const [key = ''] = await box.keys(1);
  assert.is((await box.issue(key)).total, 300);
  assert.is((await box.stop()).code, 0);
});

turns.test('the certificate authority stays the same at every start', async () => {
  const first = await ServiceHere.start();
  const authority = readFileSync(first.caFile, 'utf8');
  await first.stop();
  const second = await ServiceHere.start({ folder: first.folder });
  assert.is(readFileSync(second.caFile, 'utf8'), authority);
  await second.stop();
});

turns.test('plain HTTP gets no answer of HTTP', async () => {
  const box = await ServiceHere.start();
  assert.not.match(await plainAnswer(box.port, 'GET /api/v1/status HTTP/1.1\r\nHost: localhost\r\n\r\n'), /HTTP|</);
  await box.stop();
});

turns.test('a second service on a folder refuses to start and does the first no harm', async () => {
  const first = await ServiceHere.start();
  const [key = ''] = await first.keys(1);
  const before = await first.issue(key);
  const second = BoxProcess.spawn({ folder: first.folder });
  assert.not.ok(await second.comesUp());
  const { code, stderr } = await second.promisedEnd();
  assert.is(code, 1);
  assert.is(stderr.split('\n').length, 2);
  assert.match(stderr, /^kasirbox: another process runs on .*\. Stop it first .*--data DIR$/m);

  assert.is((await kasirbox(['doctor', '--data', first.folder])).code, 0);
  const after = await first.issue(key);
  assert.equal(
    (await first.receipts(key)).map(({ uuid }) => uuid),
    [after.uuid, before.uuid],
  );
  await first.stop();
});

turns.test('the lock and the control socket of a killed service are no obstacle', async () => {
  const first = await BoxProcess.start();
  const { folder } = first;
  const [key = ''] = await first.keys(1);
  const receipt = await first.issue(key);
  await first.stop('SIGKILL');
  assert.ok(existsSync(join(folder, 'control.sock')));

  assert.match((await kasirbox(['keys', 'list', '--json', '--data', folder])).stdout, /"prefix": "kasir_/);
  const second = await ServiceHere.start({ folder });
  assert.equal(await second.receipts(key), [receipt]);
  assert.match((await second.command(['doctor'])).stdout, /^service +ok /m);
  await second.stop();
});

turns.test('a port that another program uses is named, exit code 1', async () => {
  const other = createServer();
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  const listen = `127.0.0.1:${(other.address() as AddressInfo).port}`;
  const { code, stdout, stderr } = await BoxProcess.spawn({ listen }).end();
  assert.is(code, 1);
  assert.match(stderr, /^kasirbox: Cannot listen on .*: another program uses this port\. .*--listen HOST:PORT$/m);
  const serve = ['serve', '--listen', listen, '--data', join(temporaryFolder(), 'data')];
  const serbian = await kasirbox(serve, { env: { LC_ALL: 'sr_RS.UTF-8' } });
  other.close();
  assert.match(serbian.stderr, /тај порт користи други програм\. .*--listen HOST:PORT$/m);
  assert.match(stdout, /"event":"box\.failed"/);
});

turns.test('a folder whose path is too long for the control socket is refused before anything listens', async () => {
  const parent = temporaryFolder();
  const room = 107 - Buffer.byteLength(join(parent, 'x', 'control.sock'));
  const longest = join(parent, 'x'.repeat(room + 1));
  const box = await ServiceHere.start({ folder: longest });
  assert.match((await box.command(['doctor'])).stdout, /^service +ok /m);
  await box.stop();

  const folder = `${longest}x`;
  const { code, stdout, stderr } = await kasirbox(['serve', '--listen', '127.0.0.1:0', '--data', folder]);
  assert.is(code, 1);
  assert.match(stderr, /^kasirbox: .* is 1 bytes too long .* Choose a shorter one: .* 107 bytes.*\n$/);
  assert.not.match(stdout, /box\.started/);
  assert.equal(readdirSync(parent), [basename(longest), basename(folder)]);
  assert.is((await kasirbox(['keys', 'create', '--label', 'a', '--data', folder])).code, 0);
});

turns.test(
  'a control socket that cannot be made ends the start, and afterwards nothing listens or holds the folder',
  async () => {
    const folder = join(temporaryFolder(), 'data');
    mkdirSync(join(folder, 'control.sock'), { recursive: true });
    const { code, stdout, stderr } = await kasirbox(['serve', '--listen', '127.0.0.1:0', '--data', folder]);
    assert.is(code, 1);
    assert.match(stderr, /^kasirbox: .*control\.sock.*\n$/);
    assert.not.match(stdout, /box\.started/);

    const opened = await openBox({ folder, now: Date.now, log: silentLog });
    assert.ok(opened.ok);
    try {
      await BoxService.start(opened.value, { host: '127.0.0.1', port: 0 });
      assert.unreachable();
    } catch (error) {
      assert.match((error as Error).message, /control\.sock/);
    }
    rmdirSync(join(folder, 'control.sock'));
    const box = await ServiceHere.start({ folder });
    await box.stop();
  },
);

/** Each waits 7 s at most for the others, which a busy machine needs for two. */
const LABELS = ['a', 'b', 'c'].slice(0, cases('WAITING_COMMANDS', { ci: 2, all: 3 }));

turns.test('many commands at once on a folder without a service run one after another', async () => {
  const data = ['--data', join(temporaryFolder(), 'data')];
  const made = await Promise.all(LABELS.map((label) => kasirboxProcess(['keys', 'create', '--label', label, ...data])));
  for (const { code, stderr } of made) assert.is(code, 0, stderr);
  assert.is(new Set(made.map(({ stdout }) => stdout)).size, LABELS.length);
  assert.is(
    (JSON.parse((await kasirbox(['keys', 'list', '--json', ...data])).stdout) as unknown[]).length,
    LABELS.length,
  );
});

/** Issues a receipt on a folder while the clock shows `at`, UTC ms. */
async function issueAt(folder: string, at: number): Promise<string> {
  const opened = await openBox({ folder, now: () => at, log: silentLog });
  assert.ok(opened.ok);
  const box = opened.value;
  const request = validateShape(SALE);
  assert.ok(request.ok);
  const outcome = await box.invoicing.sell(request.value, 'request');
  await box.close();
  assert.ok(outcome.kind === 'issued');
  return outcome.invoice.uuid;
}

turns.test(
  'a clock behind the newest record is reported, and new receipts are still listed before old ones',
  async () => {
    const folder = join(temporaryFolder(), 'data');
    const old = await issueAt(folder, Date.UTC(2031, 5, 1));
    const box = await ServiceHere.start({ folder });
    assert.match(box.log, /"event":"clock\.behind"/);
    assert.match((await box.command(['doctor'], { env: { LC_ALL: 'C' } })).stdout, /^clock +warning .*\d{4}-/m);

    const [key = ''] = await box.keys(1);
    const first = await box.issue(key);
    const second = await box.issue(key);
    const listed = await box.receipts(key);
    assert.equal(
      listed.map(({ uuid }) => uuid),
      [second.uuid, first.uuid, old],
    );
    assert.equal(
      listed.map(({ pfr }) => pfr.invoiceNumber.split('-').at(-1)),
      ['3', '2', '1'],
    );
    await box.stop();
  },
);

const rescueTest = suite('rescue');

rescueTest.after(cleanUp);

/** The page, as soon as it is served. */
async function firstPage(port: number): Promise<string> {
  for (;;) {
    const page = await new Promise<string | undefined>((resolve) => {
      const asked = get({ host: '127.0.0.1', port, path: '/', agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        response.on('end', () => resolve(text));
      });
      asked.on('error', () => resolve(undefined));
    });
    if (page !== undefined) return page;
  }
}

rescueTest('rescue serves its page, and ends well when the board is to be restarted', async () => {
  const programs = new Programs({ rauc: ':', fw_printenv: 'echo A B' });
  const port = await freePort();
  const keep = temporaryFolder();
  const folders = ['--keep', keep, '--media', temporaryFolder(), '--data', temporaryFolder()];
  const env = { PATH: `${programs.folder}:${process.env['PATH'] ?? ''}` };
  const ended = kasirbox(['rescue', '--listen', `127.0.0.1:${port}`, ...folders], { env });
  const token = /name="token" value="([^"]+)"/.exec(await firstPage(port))?.[1] ?? '';
  const pressed = request({ host: '127.0.0.1', port, path: '/again', method: 'POST', agent: false });
  pressed.on('response', (response) => response.resume()).end(new URLSearchParams({ token }).toString());
  assert.equal(await ended, { code: 0, stdout: `The rescue page is on port ${port}.\n`, stderr: '' });
  const marks = ['rauc status mark-active rootfs.1', 'rauc status mark-active rootfs.0'];
  assert.equal(programs.callsOf('rauc'), marks);
  assert.ok(existsSync(join(keep, 'rescue-retried')));
});

rescueTest('rescue asks for the code of the board, and marks the version that did not pass its trial', async () => {
  const programs = new Programs({
    rauc: `case $1 in info) echo '{"compatible":"kasirbox-arm64","version":"1.5.0"}' ;; esac`,
    fw_printenv: 'echo A B',
  });
  const port = await freePort();
  const [keep, media, run, data] = [1, 2, 3, 4].map(() => temporaryFolder()) as [string, string, string, string];
  mkdirSync(join(run, 'kasirbox-board'));
  writeFileSync(join(run, 'kasirbox-board/rescue-code'), 'ABCDEFGH\n');
  mkdirSync(join(data, 'updates'));
  const pending = { version: '1.5.0', from: '1.4.0', fromSlot: 'A', isInstalled: true, printers: [], failing: [] };
  writeFileSync(join(data, 'updates/state.json'), JSON.stringify({ confirmed: null, pending, outcome: null }));
  writeFileSync(join(data, 'updates/last-good.raucb'), 'signed');
  const env = { PATH: `${programs.folder}:${process.env['PATH'] ?? ''}` };
  const folders = ['--keep', keep, '--media', media, '--run', run, '--data', data];
  const ended = kasirbox(['rescue', '--listen', `127.0.0.1:${port}`, ...folders], { env });
  const page = await firstPage(port);
  assert.match(page, /failed its trial/);
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const press = (code: string): Promise<number | undefined> =>
    new Promise((resolve) => {
      const pressed = request({ host: '127.0.0.1', port, path: '/again', method: 'POST', agent: false });
      pressed.on('response', (response) => resolve(response.resume().statusCode));
      pressed.end(new URLSearchParams({ token, code }).toString());
    });
  assert.is(await press('ABCDEFGJ'), 403);
  assert.is(await press('abcd-efgh'), 303);
  assert.is((await ended).code, 0);
});

rescueTest('a port that is taken is told in one line', async () => {
  const { code, stderr } = await kasirbox(['rescue', '--listen', '192.0.2.1:80', '--data', temporaryFolder()]);
  assert.is(code, 1);
  assert.match(stderr, /^kasirbox: .*EADDRNOTAVAIL.*\n$/);
});

rescueTest.run();

test.run();
