// proof: damages
// time limit: 2400 s
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ENVIRONMENTS } from '../../../src/contract/fiscal.js';
import { nodeDisk } from '../../../src/base/nodeDisk.js';
import { silentLog } from '../../../src/base/log.js';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import { Ledger } from '../../../src/platform/ledger/ledger.js';
import { recordsIn } from '../../../src/platform/ledger/repair/mendedSegment.js';
import { loadSql } from '../../../src/platform/ledger/views/sql.js';
import { SALE } from '../../kit/boxClient.js';
import { cases } from '../../kit/cases.js';
import { kasirbox } from '../../kit/command.js';
import { newFolder } from '../../kit/folder.js';
import { cleanUp, type Ended, temporaryFolder } from '../../kit/process.js';
import { seededRandom } from '../../kit/random.js';
import { ServiceHere, stopServices } from '../../kit/serviceHere.js';
import { check } from '../../scripts/verify-ledger/script.js';
import { liveShop } from '../../scripts/verify-ledger/shop.js';

const random = seededRandom();
const CASES = cases('DAMAGED_BYTES', { ci: 1, all: 200 });
const OWNER = 'Ана Анић';
test.after(stopServices);
test.after(cleanUp);

/** The commands of the document that a box without systemd runs, with the placeholders filled in. */
function documented(values: Readonly<Record<string, string>>): string[][] {
  const text = readFileSync(resolve(import.meta.dirname, '../../../docs/operate.md'), 'utf8');
  const section = text.slice(text.indexOf('## A damaged ledger'));
  const [, block = ''] = /```console\n(.*?)```/s.exec(section) ?? [];
  return [...block.matchAll(/^kasirbox (.*)$/gm)].map(([, line = '']) =>
    [...line.replace('- < FILE', 'FILE').matchAll(/"([^"]*)"|\S+/g)].map(
      ([word, quoted]) => values[quoted ?? word] ?? quoted ?? word,
    ),
  );
}

/** A folder of a shop, what it sold, and its backup. */
interface Master {
  readonly folder: string;
  readonly receipts: readonly IssuedInvoice[];
  readonly backup: string;
}
let master: Master;

test.before(async () => {
  const backup = join(temporaryFolder(), 'shop.age');
  const { folder, receipts } = await liveShop(random);
  for (const args of [
    ['backup', 'code'],
    ['backup', backup],
  ]) {
    const { code, stderr } = await kasirbox([...args, '--data', folder]);
    assert.is(code, 0, stderr);
  }
  master = { folder, receipts, backup };
});

function copied(): string {
  const folder = newFolder();
  cpSync(master.folder, folder, { recursive: true, filter: (path) => !path.endsWith('.sock') });
  return folder;
}

interface Hurt {
  readonly what: string;
  /** Below the folder. */
  readonly file: string;
  readonly from: number;
  readonly to: number;
}

/** Damages one file of the ledger somewhere among the bytes that were written. */
function hurt(folder: string): Hurt {
  const files = ['log', 'views']
    .flatMap((inside) => readdirSync(join(folder, inside)).map((name) => join(inside, name)))
    .concat('box.id')
    .filter((file) => statSync(join(folder, file)).size > 0);
  const segments = files.filter((file) => file.endsWith('.seg'));
  const file = random.oneIn(5) ? random.pick(files) : random.pick(segments);
  const bytes = readFileSync(join(folder, file));
  const used = Math.max(1, bytes.findLastIndex((byte) => byte !== 0) + 1);
  const from = random.int(0, used - 1);
  const kind = random.pick(['flip', 'flip', 'zero', 'block', 'truncate'] as const);
  const end = { flip: from + 1, zero: from + random.int(1, 64), block: from + 4096, truncate: bytes.length }[kind];
  const to = Math.min(end, bytes.length);
  if (kind === 'flip') bytes.writeUInt8(bytes.readUInt8(from) ^ (1 << random.int(0, 7)), from);
  else bytes.fill(0, from, to);
  writeFileSync(join(folder, file), kind === 'truncate' ? bytes.subarray(0, from) : bytes);
  return { what: `${kind} of ${file} from ${from} to ${to}`, file, from, to };
}

async function receiptsIn(folder: string): Promise<IssuedInvoice[]> {
  const ledger = await Ledger.open({
    ...{ disk: nodeDisk, folder, sql: await loadSql(), now: Date.now, log: silentLog, version: 'test', readOnly: true },
  });
  try {
    assert.is(ledger.failure, undefined);
    const all = ENVIRONMENTS.map((environment) => ledger.invoices({ environment, skip: 0, limit: 10_000 }));
    return (await Promise.all(all)).flat();
  } finally {
    await ledger.close();
  }
}

/** Receipts whose record has none of the damaged bytes. */
async function keptAfter({ file, from, to }: Hurt): Promise<IssuedInvoice[]> {
  if (!file.endsWith('.seg')) return [...master.receipts];
  const number = Number(/(\d+)\.seg$/.exec(file)?.[1]);
  const bytes = readFileSync(join(master.folder, file));
  const records = await recordsIn(number, bytes);
  const lost = records.filter((record) => record.offset < to && from < record.offset + record.bytes.length);
  const numbers = new Set(
    lost
      .filter(({ record }) => record.head.type === 'result')
      .map(({ record }) => record.row.subarray(0, 16).toString('hex')),
  );
  return master.receipts.filter(({ uuid }) => !numbers.has(uuid.replaceAll('-', '')));
}

function run(folder: string, args: readonly string[]): Promise<Ended> {
  return kasirbox([...args, '--data', folder]);
}

/** Sells over the API, and stops. A setting whose record was lost is what it was before, so the shop sets it again. */
async function sell(folder: string): Promise<void> {
  for (const [name, value] of [
    ['environment', 'sandbox'],
    ['pfr.sandbox', '{"mode":"demo"}'],
  ] as const) {
    const { code, stderr } = await run(folder, ['settings', 'set', name, value]);
    assert.is(code, 0, stderr);
  }
  const box = await ServiceHere.start({ folder });
  try {
    const [key = ''] = await box.keys(1);
    const receipt = await box.issue(key);
    assert.ok(receipt.pfr.invoiceNumber.length > 0);
    const doctor = await box.command(['doctor', '--json']);
    assert.not.match(doctor.stdout, /"check":"ledger","state":"failure"/);
  } finally {
    await box.stop();
  }
}

test(`after ${CASES} damaged bytes the box sells again by the documented way, and nothing else is lost`, async () => {
  const [show = [], , setAside = [], audit = []] = documented({ NAME: OWNER });
  assert.equal(show, ['ledger', 'repair']);
  assert.equal(setAside, ['ledger', 'repair', '--set-aside', '--by', OWNER]);
  assert.equal(audit, ['ledger', 'audit']);
  let sold = 0;
  let damaged = 0;
  for (let n = 0; n < CASES; n += 1) {
    const folder = copied();
    const harm = hurt(folder);
    const shown = await run(folder, show);
    assert.ok(shown.code === 1 || /intact/.test(shown.stdout), `${harm.what}: ${shown.stderr}`);
    if (shown.code === 1) {
      damaged += 1;
      const done = await run(folder, setAside);
      assert.is(done.code, 0, `${harm.what}: ${done.stderr}`);
      const told = await run(folder, audit);
      assert.is(told.code, 0, `${harm.what}: ${told.stdout}`);
      assert.match(told.stdout, new RegExp(`ledger\\.repair.*${OWNER}`), harm.what);
    }
    await sell(folder);
    const found = new Map((await receiptsIn(folder)).map((receipt) => [receipt.uuid, receipt]));
    for (const receipt of await keptAfter(harm)) assert.equal(found.get(receipt.uuid), receipt, harm.what);
    const { faults } = n % 10 === 0 ? await check(folder) : { faults: [] };
    assert.equal(faults, [], harm.what);
    sold += 1;
    rmSync(folder, { recursive: true });
  }
  process.stdout.write(`sells again: ${sold} of ${CASES}, of which ${damaged} were damaged\n`);
  assert.is(sold, CASES);
});

test('a backup of the box gives the records back, and nothing is lost', async () => {
  const folder = copied();
  const path = join(folder, 'log/000001.seg');
  const bytes = readFileSync(path);
  bytes.fill(0, 14_000, 30_000);
  writeFileSync(path, bytes);
  const [, from = []] = documented({ FILE: master.backup });
  assert.equal(from, ['ledger', 'repair', '--from', master.backup]);
  const shown = await run(folder, from);
  assert.is(shown.code, 1, shown.stderr);
  assert.match(shown.stdout, /from the backup +[1-9]\d*\n/);
  assert.match(shown.stdout, /lost records +none\n/);
  assert.match(shown.stdout, /Nothing is lost\. To repair: /);
  const done = await run(folder, [...from, '--set-aside', '--by', OWNER]);
  assert.is(done.code, 0, done.stderr);
  assert.not.match(done.stdout, /valid again/);
  await sell(folder);
  assert.is((await receiptsIn(folder)).length, master.receipts.length + 1);
  assert.equal((await check(folder)).faults, []);
});

test('nothing is issued again under the key of a receipt that is known to be lost', async () => {
  const folder = copied();
  const receipt = master.receipts.find(({ clientRequestId }) => clientRequestId === 'prodaja-1');
  const lost = [receipt?.uuid.replaceAll('-', ''), receipt?.attempt?.requestId];
  const path = join(folder, 'log/000001.seg');
  const bytes = readFileSync(path);
  for (const { record, offset } of await recordsIn(1, bytes)) {
    if (lost.includes(record.row.subarray(0, 16).toString('hex'))) bytes.fill(0, offset, offset + 80);
  }
  writeFileSync(path, bytes);
  const done = await run(folder, ['ledger', 'repair', '--set-aside', '--by', OWNER]);
  assert.is(done.code, 0, done.stderr);
  assert.match(done.stdout, /prodaja-1\n/);
  assert.is(done.stdout.match(/valid again.*kasirbox keys list, kasirbox users list/g)?.length, 2, 'before and after');
  const box = await ServiceHere.start({ folder });
  await box.command(['settings', 'set', 'environment', 'sandbox']);
  const [key = ''] = await box.keys(1);
  const again = await box.send('POST', '/invoices', key, SALE, { 'Idempotency-Key': 'prodaja-1' });
  assert.is(again.status, 500);
  assert.match(again.text, /storage\.damaged/);
  const found = await box.send('GET', '/invoices?clientRequestId=prodaja-1', key);
  assert.is(found.status, 500);
  await box.stop();
});

test('a running box, a folder without a ledger, and a sound ledger are told apart', async () => {
  const box = await ServiceHere.start();
  const busy = await run(box.folder, ['ledger', 'repair']);
  assert.is(busy.code, 1);
  assert.match(busy.stderr, /systemctl stop kasirbox/);
  await box.stop();
  const sound = await run(box.folder, ['ledger', 'repair']);
  assert.is(sound.code, 0);
  assert.match(sound.stdout, /nothing to repair/);
  const absent = await run(join(newFolder(), 'nothing'), ['ledger', 'repair']);
  assert.is(absent.code, 1);
  assert.match(absent.stderr, /There is no ledger/);
  const nobody = await run(box.folder, ['ledger', 'repair', '--set-aside', '--by', ' ']);
  assert.match(nobody.stderr, /name of the owner/);
});

test.run();
