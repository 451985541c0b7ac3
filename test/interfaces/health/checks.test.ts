import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DiskError } from '../../../src/base/disk.js';
import { type CheckResult, problemsOf } from '../../../src/interfaces/health/check.js';
import { ALL_CHECKS, concernsShop, type HealthDeps, runChecks } from '../../../src/interfaces/health/checks.js';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import type { Settings } from '../../../src/shop/settings/settings.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { healthDeps, SERVICE } from '../../kit/health.js';
import { DAY_MS, FOLDER, NOON, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

type CheckName = (typeof ALL_CHECKS)[number]['name'];

const MINUTE_MS = 60_000;
const random = seededRandom();

interface Box {
  readonly disk: MemoryDisk;
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly deps: HealthDeps;
}

/** A box in good order but for its company, which is still the demo's. */
async function open(disk = new MemoryDisk()): Promise<Box> {
  const ledger = await openLedger(disk);
  const deps = healthDeps(disk, ledger);
  const { settings } = deps;
  return { disk, ledger, settings, deps };
}

async function resultOf(name: CheckName, deps: HealthDeps): Promise<CheckResult> {
  const checks = await runChecks(deps);
  const check = checks.find((candidate) => candidate.name === name);
  if (check === undefined) throw new Error(`no check ${name}`);
  for (const words of [check.found, check.action].flatMap((found) => found ?? [])) {
    assert.match(words.sr, /^[А-ЯЂЈЉЊЋЏ].*\.$/);
    assert.match(words.en, /^\S.*\S$/);
    assert.not.match(words.en, /^[А-Я]/);
  }
  assert.is(check.action === null, check.state === 'ok', 'what is not well says what to do');
  return check;
}

const withFree = (deps: HealthDeps, free: number | DiskError): HealthDeps => {
  const disk = new MemoryDisk();
  disk.freeBytes = async () => {
    if (typeof free === 'number') return free;
    throw free;
  };
  return { ...deps, disk };
};

test('on a new box nothing stands against issuing: ledger, disk, clock and PFR are well', async () => {
  const { deps } = await open();
  const checks = await runChecks(deps);
  assert.equal(
    checks.map(({ name, state }) => `${name} ${state}`),
    ['ledger ok', 'disk ok', 'pfr ok', 'labels ok', 'company warning', 'keys ok', 'clock ok', 'snapshot ok'],
  );
  assert.equal(problemsOf(checks), []);
});

test('ledger: a damaged one is a failure that names the records', async () => {
  const first = await open();
  const maker = new ReceiptMaker(random);
  const receipts = [];
  for (let number = 0; number < 3; number += 1) {
    const receipt = maker.next(first.ledger);
    receipts.push(receipt);
    assert.ok((await first.ledger.issue(receipt)).ok);
  }
  await first.ledger.close();
  const uuid = Buffer.from(receipts[1]?.uuid.replaceAll('-', '') ?? '', 'hex');
  const path = [...first.disk.contents()].find(([, bytes]) => bytes !== 'folder' && bytes.includes(uuid))?.[0] ?? '';
  first.disk.damage(path, (bytes) => {
    const at = bytes.indexOf(uuid);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    return bytes;
  });
  const { deps } = await open(first.disk);
  const { state, found } = await resultOf('ledger', deps);
  assert.is(state, 'failure');
  assert.match(found.en, /^Records of the ledger are damaged \(3\)/);
  assert.match(problemsOf(await runChecks(deps))[0] ?? '', /^Оштећени су записи дневника \(3\).*Не бришите ништа/);
});

test('ledger: a box that is sound names its id, by which an owner of many lets it in', async () => {
  const { ledger, deps } = await open();
  const { proof } = await resultOf('ledger', deps);
  assert.match(proof?.en ?? '', new RegExp(`^box ${ledger.boxId.toString('hex')}; `));
});

test('ledger: adjacent damaged records are named as one range', async () => {
  const { ledger, deps } = await open();
  const lost = [9, 4, 5, 7, 6, 2].map((firstMissing) => ({ firstMissing, lastMissing: firstMissing }));
  const damaged = { ...deps, ledger: Object.create(ledger, { damage: { value: lost } }) as Ledger };
  assert.match((await resultOf('ledger', damaged)).found.en, /\(2, 4-7, 9\)/);
});

test('ledger: records of a later release are named as such, unless others are damaged too', async () => {
  const { ledger, deps } = await open();
  const later = { firstMissing: 4, lastMissing: 6, isLater: true };
  const withDamage = (damage: readonly object[]) =>
    resultOf('ledger', { ...deps, ledger: Object.create(ledger, { damage: { value: damage } }) as Ledger });
  const { state, found, action } = await withDamage([later]);
  assert.is(state, 'failure');
  assert.match(found.sr, /^Записе дневника \(4-6\) је написало новије издање/);
  assert.match(action?.en ?? '', /^Install the later release/);
  assert.match((await withDamage([later, { firstMissing: 8, lastMissing: 8 }])).found.en, /damaged \(4-6, 8\)/);
});

test('ledger: a write that failed is a failure until the next start', async () => {
  const { disk, ledger, settings, deps } = await open();
  disk.fault = (operation) => (operation === 'datasync' || operation === 'create' ? 'EIO' : undefined);
  assert.not.ok((await settings.set('simplifiedCash', true)).ok);
  disk.fault = () => undefined;
  assert.is((await resultOf('ledger', deps)).state, 'failure');
  await ledger.close();
  assert.is((await resultOf('ledger', (await open(disk)).deps)).state, 'ok');
});

test('disk: plenty is well, less than 256 MB is a warning', async () => {
  const { deps } = await open();
  assert.is((await resultOf('disk', withFree(deps, 256_000_000))).state, 'ok');
  const low = await resultOf('disk', withFree(deps, 255_999_999));
  assert.is(low.state, 'warning');
  assert.match(low.found.sr, /слободно је још 255 MB/);
});

test('disk: a full one is a failure; while room is left that was made ahead, it says for how many receipts', async () => {
  const { ledger, deps } = await open();
  assert.not.ok(ledger.hasRoom);
  assert.is((await resultOf('disk', withFree(deps, 999_999))).state, 'failure');
  assert.is((await resultOf('disk', withFree(deps, new DiskError('EIO', 'statfs', FOLDER)))).state, 'failure');
  assert.is((await resultOf('disk', withFree(deps, 1_000_000))).state, 'warning');
  const roomy = await openLedger(new MemoryDisk(), { sizes: {} });
  await roomy.runIdleWork();
  assert.ok(roomy.hasRoom);
  const last = await resultOf('disk', withFree({ ...deps, ledger: roomy }, 0));
  assert.equal([last.state, last.blocks], ['failure', false]);
  const fits = Math.floor(roomy.roomBytes / 2048);
  assert.ok(fits > 0);
  assert.ok(last.found.sr.includes(`још око ${fits} рачуна`) && last.found.en.includes(`${fits} more receipts`));
});

test('clock: one that is more than ten minutes behind the newest record is a warning', async () => {
  const first = await open();
  await first.ledger.close();
  const { deps } = await open(first.disk);
  const at = (behind: number): HealthDeps => ({ ...deps, clockTrust: () => 'rtc', now: () => NOON - behind });
  for (const behind of [-DAY_MS, 0, 10 * MINUTE_MS]) assert.is((await resultOf('clock', at(behind))).state, 'ok');
  const late = await resultOf('clock', at(10 * MINUTE_MS + 1));
  assert.is(late.state, 'warning');
  assert.match(late.found.sr, /показује 21.11.2026. 11:49:59/);
});

test('pfr: one that cannot be reached is a failure with its own words', async () => {
  const { settings, deps } = await open();
  assert.ok((await settings.set('pfr.sandbox', { mode: 'lpfr', url: 'http://127.0.0.1:9' })).ok);
  const check = await resultOf('pfr', deps);
  assert.is(check.state, 'failure');
  assert.is(check.found.sr, deps.pfr().status().words.sr);
  assert.is((await resultOf('pfr', { ...deps, pfr: (await open()).deps.pfr })).state, 'ok');
});

test('labels: none to sell with is a failure', async () => {
  const first = await open();
  const check = await resultOf('labels', first.deps);
  assert.equal([check.state, check.found.sr], ['ok', 'Активне пореске ознаке: Ђ, Е, Г.']);
  // Settings refuse such a list, but an older release may have left it.
  const value = JSON.stringify(first.settings.now.taxLabels.map((label) => ({ ...label, active: false })));
  assert.ok((await first.ledger.put({ type: 'setting', name: 'taxLabels', value })).ok);
  await first.ledger.close();
  const { deps: without } = await open(first.disk);
  assert.is((await resultOf('labels', without)).state, 'failure');
  assert.match(problemsOf(await runChecks(without)).join(), /^Ниједна пореска ознака није активна/);
});

test('company: the demo’s is a warning, a real one is well', async () => {
  const { settings, deps } = await open();
  assert.is((await resultOf('company', deps)).state, 'warning');
  const company = { name: 'Пекара', tin: '100000049', location: '1234567-Пекара', address: 'А', district: 'Б' };
  assert.ok((await settings.set('company', company)).ok);
  const check = await resultOf('company', deps);
  assert.equal([check.state, check.found.sr], ['ok', 'Продавац: Пекара.']);
  // As an earlier release has stored it.
  const now = { ...settings.now, company: { ...company, tin: '100000048' } };
  const { secrets, approval, esirNumber } = settings;
  const mistyped = await resultOf('company', { ...deps, settings: { now, secrets, approval, esirNumber } });
  assert.equal([mistyped.state, mistyped.found.sr], ['warning', 'Контролна цифра ПИБ-а 100000048 није исправна.']);
});

test('approval: a box without a number is not asked, and one whose version is confirmed is well', async () => {
  const { settings, deps } = await open();
  assert.not.ok((await runChecks(deps)).some(({ name }) => name === 'approval'));
  assert.ok((await settings.set('esir', { number: '742', version: '0.9' })).ok);
  assert.is((await resultOf('approval', deps)).state, 'warning');
  assert.not.ok(
    (await runChecks(deps)).filter(concernsShop).some(({ name }) => name === 'approval'),
    'no seller can do anything about it',
  );
  assert.ok((await settings.set('esir', { number: '742', version: '1.0' })).ok);
  const { state, found } = await resultOf('approval', deps);
  assert.equal([state, found.en], ['ok', 'It is confirmed that the approval covers ESIR number 742/1.0.']);
});

test('keys: none is a warning', async () => {
  const { deps } = await open();
  assert.is((await resultOf('keys', { ...deps, activeKeys: () => 0 })).state, 'warning');
  assert.match((await resultOf('keys', { ...deps, activeKeys: () => 3 })).found.en, /keys: 3\.$/);
});

test('certificate: checked only where a service runs', async () => {
  const { deps } = await open();
  assert.not.ok((await runChecks(deps)).some(({ name }) => name === 'certificate'));
  const ending = (server: number, authority: number): HealthDeps => ({
    ...deps,
    service: {
      ...SERVICE,
      certificate: () => ({ server: NOON + server * DAY_MS, authority: NOON + authority * DAY_MS }),
    },
  });
  assert.is((await resultOf('certificate', ending(300, 3000))).state, 'ok');
  assert.is((await resultOf('certificate', ending(8, 181))).state, 'ok');
});

test('certificate: an authority that ends within 180 days, or a server certificate that was not renewed, is a warning', async () => {
  const { deps } = await open();
  const ending = (server: number, authority: number): HealthDeps => ({
    ...deps,
    service: {
      ...SERVICE,
      certificate: () => ({ server: NOON + server * DAY_MS, authority: NOON + authority * DAY_MS }),
    },
  });
  for (const [server, authority] of [
    [100, 180],
    [100, -1],
    [7, 3000],
    [-1, 3000],
  ] as const) {
    assert.is((await resultOf('certificate', ending(server, authority))).state, 'warning', `${server}, ${authority}`);
  }
  assert.match((await resultOf('certificate', ending(7, 3000))).found.en, /could not be renewed/);
});

test('without its certificate nothing else is told of a V-PFR', async () => {
  const { settings, deps } = await open();
  assert.ok((await settings.set('pfr.sandbox', { mode: 'vpfr', url: 'https://127.0.0.1:9', pac: 'ABC123' })).ok);
  const names = (await runChecks(deps)).map(({ name }) => name);
  assert.ok(names.includes('pfr-certificate'));
  assert.not.ok(names.includes('pfr'));
  assert.not.ok(names.includes('rates'));
  assert.not.ok(names.includes('pfr-test'));
});

test('every check of the folder is in the registry', () => {
  const folder = join(import.meta.dirname, '../../../src/interfaces/health/checks');
  const names = readdirSync(folder).flatMap((file) => {
    const source = readFileSync(join(folder, file), 'utf8');
    return Array.from(source.matchAll(/^  name: '([a-z-]+)',$/gm), ([, name = '']) => name);
  });
  assert.equal(names.sort(), ALL_CHECKS.map(({ name }) => name).sort());
});

test('only failures are problems, the first to be mended first', async () => {
  const { settings, deps } = await open();
  assert.ok((await settings.set('pfr.sandbox', { mode: 'lpfr', url: 'https://127.0.0.1:9' })).ok);
  const bad = { ...withFree(deps, 0), activeKeys: () => 0, now: () => NOON - DAY_MS };
  const problems = problemsOf(await runChecks(bad));
  assert.equal(problems.length, 2);
  assert.match(problems[0] ?? '', /^Диск је пун/);
  assert.match(problems[1] ?? '', /^Стање фискалног процесора још није познато/);
});

test.run();
