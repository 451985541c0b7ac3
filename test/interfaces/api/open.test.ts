// What monitoring programs ask without a key.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nodeDisk } from '../../../src/base/nodeDisk.js';
import type { CheckResult } from '../../../src/interfaces/health/check.js';
import { runChecks } from '../../../src/interfaces/health/checks.js';
import { body } from '../../sales/invoicing/bodies.js';
import { healthPartsOf } from '../../../src/programs/box/health.js';
import { TestBox } from '../../kit/box.js';
import { type Client, read, readError, type Reply } from '../../kit/client.js';
import { Conformance } from '../../kit/conformance.js';
import { wrapped } from '../../kit/disk/wrapped.js';
import { FakePrinting, KASA } from '../../kit/printing.js';
import { serveWithoutSocket } from '../../kit/serve.js';

let box: TestBox;
let anonymous: Client;
/** Whether the disk says that it is full, and how often it was asked. */
let isFull = false;
let probes = 0;

test.before(async () => {
  const disk = wrapped(nodeDisk, {
    disk: {
      freeBytes: (folder) => {
        probes += 1;
        return isFull ? Promise.resolve(0) : nodeDisk.freeBytes(folder);
      },
    },
  });
  box = await TestBox.start({ serve: serveWithoutSocket, disk, printing: new FakePrinting({ ...KASA, waiting: 3 }) });
  anonymous = box.anonymous;
});
test.before.each(async () => {
  isFull = false;
  probes = 0;
});
test.after(() => box.stop());

/** Restarts the box: nothing has been checked yet. */
async function anew(): Promise<void> {
  await box.restart();
  anonymous = box.anonymous;
  probes = 0;
}

test('/healthz shows that the process answers, and nothing else', async () => {
  const reply = await anonymous.fetch('GET', '/healthz');
  assert.equal([reply.status, reply.text], [200, '{"status":"ok"}']);
  assert.is(reply.headers['content-type'], 'application/json; charset=utf-8');
  assert.is(reply.headers['cache-control'], 'no-store');
  assert.is(probes, 0, 'nothing is checked');
});

test('/readyz shows whether a receipt can be issued, and only the names of the failing checks', async () => {
  await anew();
  assert.equal(read('Readiness', 200, await anonymous.fetch('GET', '/readyz')), { ready: true, failing: [] });
  await anew();
  await box.set('pfr.sandbox', { mode: 'lpfr', url: 'http://127.0.0.1:9' });
  const { status, text } = await anonymous.fetch('GET', '/readyz');
  assert.equal([status, text], [503, '{"ready":false,"failing":["pfr"]}']);
  assert.is(read('Status', 200, await (await box.client()).get('/status')).ready, false);
  await box.set('pfr.sandbox', { mode: 'demo' });
});

test('both answer GET and HEAD, with or without a slash at the end, and no other method', async () => {
  for (const path of ['/healthz', '/readyz']) {
    const head = await anonymous.fetch('HEAD', path);
    assert.equal([head.status === 200 || head.status === 503, head.text], [true, '']);
    assert.is.not((await anonymous.fetch('GET', `${path}/`)).status, 401);
    assert.is((await anonymous.fetch('POST', path, { json: {} })).status, 401);
    assert.is((await anonymous.fetch('GET', `/api/v1${path}`)).status, 401);
  }
});

test('a flood of requests is one examination', async () => {
  await anew();
  const flood = await Promise.all(Array.from({ length: 40 }, () => anonymous.fetch('GET', '/readyz')));
  assert.ok(flood.every(({ status }) => status === 200));
  assert.is(probes, 1);
});

test('/metrics is an unknown path until it is switched on', async () => {
  const client = await box.client();
  const known = [await anonymous.fetch('GET', '/metrics'), await client.fetch('GET', '/metrics')];
  const unknown = [await anonymous.fetch('GET', '/nothing'), await client.fetch('GET', '/nothing')];
  const told = ({ status, text }: Reply): unknown[] => [status, text.replace(/"requestId":"\w+"/, '')];
  assert.equal(known.map(told), unknown.map(told));
  const [first, second] = known;
  assert.is(first && readError(401, first).code, 'unauthorized');
  assert.is(second && readError(404, second).code, 'not_found');
});

test('/metrics shows figures in the text format of Prometheus, and nothing of goods, buyers or secrets', async () => {
  const { key } = await box.newKey('таблет-у-башти');
  const client = anonymous.with(key);
  const sold = await client.post('/invoices', body({ cashier: 'Милица', buyerId: '10:100000049' }));
  assert.is(sold.status, 201);
  const shown = async (): Promise<string> => {
    const reply = await anonymous.fetch('GET', '/metrics');
    assert.is(reply.status, 200);
    assert.is(reply.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
    return reply.text;
  };
  await box.set('metrics', true);
  const text = await shown();
  for (const line of text.trimEnd().split('\n')) {
    assert.match(line, /^(# (HELP|TYPE) kasirbox_[a-z_]+ .+|kasirbox_[a-z_]+(\{[a-z]+="[^"]*"\})? -?[0-9.e+-]+)$/);
  }
  assert.ok(text.endsWith('\n'));
  assert.match(text, /^# TYPE kasirbox_receipts_issued_total counter$/m);
  assert.match(text, /^kasirbox_receipts_issued_total 1$/m);
  assert.match(text, /^kasirbox_print_jobs_waiting\{printer="kasa"\} 3$/m);
  assert.match(text, /^kasirbox_check_state\{check="company"\} 1$/m);
  for (const state of ['asking', 'doubt', 'notHeld'])
    assert.match(text, `kasirbox_open_receipts{state="${state}"} 0\n`);
  assert.match(text, /^kasirbox_ledger_last_flush_seconds 0\.\d+/m);
  assert.match(text, /^kasirbox_flash_flushes_total\{cause="result"\} 1$/m);
  for (const secret of [key, 'таблет', 'Милица', '100000049', 'Кафа', box.folder]) assert.not.ok(text.includes(secret));
  await box.set('metrics', false);
  assert.is((await anonymous.fetch('GET', '/metrics')).status, 401);
});

test('readiness probes do not wait for a disk that hangs, and do not ask it again', async () => {
  let release: (value: number) => void = () => undefined;
  const hung = new Promise<number>((resolve) => (release = resolve));
  let asked = 0;
  const disk = wrapped(nodeDisk, { disk: { freeBytes: () => ((asked += 1), hung) } });
  await TestBox.during(
    async (other) => {
      const replies = await Promise.all(Array.from({ length: 10 }, () => other.anonymous.fetch('GET', '/readyz')));
      assert.ok(
        replies.every(({ status }) => status === 200),
        'the ledger can still be written',
      );
      assert.is(asked, 1);
      const checks = await checksOf(other);
      assert.is(checks.find(({ name }) => name === 'disk')?.found.en, 'The check "disk" did not finish in time.');
      assert.is(asked, 1, 'the first request to the disk is still open');
      release(1e12);
    },
    // The service, whose timers and sockets keep the process alive while the disk hangs.
    { disk },
  );
});

async function checksOf(other: TestBox): Promise<readonly CheckResult[]> {
  return runChecks(healthPartsOf(other.parts));
}

test('the document describes them as they are: at the root of the box, without a key', async () => {
  const published = (await anonymous.fetch('GET', '/openapi.json')).text;
  const document = JSON.parse(published) as {
    readonly paths: Readonly<Record<string, { servers?: { url: string }[]; get?: { security?: object[] } }>>;
  };
  const conformance = Conformance.of(published);
  await box.set('metrics', true);
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    assert.equal(document.paths[path]?.servers, [{ url: '/' }]);
    assert.equal(document.paths[path]?.get?.security, []);
    conformance.check('GET', path, await anonymous.fetch('GET', path));
  }
  await box.set('metrics', false);
});

test('whatever opens without a key runs nothing, stands in no frame and gives no address away, but any page may read it', async () => {
  await box.set('metrics', true);
  const open = [
    '/healthz',
    '/readyz',
    '/metrics',
    '/openapi.json',
    '/docs',
    '/v',
    '/v/?vl=x',
    '/fonts/Inter_400Regular.ttf',
    '/print.js',
  ];
  for (const path of [...open, '/nowhere', '/api/v1/invoices']) {
    const { status, headers } = await anonymous.fetch('GET', path);
    assert.is(status === 401, !open.includes(path), path);
    const policy = String(headers['content-security-policy']).split('; ');
    assert.ok(policy.includes("default-src 'none'") && policy.includes("frame-ancestors 'none'"), path);
    assert.not.match(String(policy), /script-src|object-src|connect-src|frame-src/, path);
    const isAsset = path.startsWith('/fonts/') || path === '/print.js';
    assert.equal(
      [
        ...['access-control-allow-origin', 'x-content-type-options', 'referrer-policy'],
        ...['cross-origin-opener-policy', 'cross-origin-resource-policy'],
      ].map((name) => headers[name]),
      ['*', 'nosniff', 'no-referrer', 'same-origin', isAsset ? 'cross-origin' : 'same-origin'],
      path,
    );
    assert.is(headers['access-control-allow-credentials'], undefined);
  }
});

test.run();
