// proof: damages
// time limit: 300 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RepairPlan } from '../../../../src/platform/ledger/repair/repairPlan.js';
import { verifyLedger } from '../../../../src/platform/ledger/verify.js';
import { cases } from '../../../kit/cases.js';
import { type DamagedShop, shopToDamage } from '../../../kit/damagedShop.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { FOLDER, openLedger, ReceiptMaker } from '../../../kit/ledger.js';
import { seededRandom } from '../../../kit/random.js';
import { repair } from '../../../kit/repair.js';
import { inEnglish } from '../../../kit/inEnglish.js';

const random = seededRandom();
const CASES = cases('DAMAGES', { ci: 4, all: 200 });

/** Bytes of one file that are hurt: from, to; nothing for the whole file. */
interface Hurt {
  readonly path: string;
  readonly kind: string;
  readonly from: number;
  readonly to: number;
  readonly change: (bytes: Buffer) => Buffer;
}

function hurtIn({ state }: DamagedShop): Hurt {
  const files = [...state].flatMap(([path, bytes]) =>
    bytes instanceof Buffer && bytes.length > 0 ? [{ path, bytes }] : [],
  );
  const segments = files.filter(({ path }) => path.endsWith('.seg'));
  const { path, bytes } = random.oneIn(5) ? random.pick(files) : random.pick(segments);
  const from = random.int(0, bytes.length - 1);
  const kind = random.pick(['flip', 'flip', 'zeros', 'block', 'truncate']);
  const length = { flip: 1, zeros: random.int(1, 64), block: 4096, truncate: Infinity }[kind] ?? 1;
  const to = Math.min(bytes.length, from + length);
  const change = (given: Buffer): Buffer => {
    if (kind === 'truncate') return given.subarray(0, from);
    if (kind === 'flip') given.writeUInt8(given.readUInt8(from) ^ (1 << random.int(0, 7)), from);
    else given.fill(0, from, to);
    return given;
  };
  return { path, kind, from, to, change };
}

let shop: DamagedShop;

test.before(async () => {
  shop = await shopToDamage(random, 90);
});

test(`after ${CASES} damages or more in any file the ledger sells again, and nothing else is lost`, async () => {
  let repaired = 0;
  // Many damages hit bytes that nothing needs, so few cases may have too little to repair by chance alone.
  const isEnough = (n: number): boolean => n >= CASES && repaired > CASES / 4;
  for (let n = 0; !isEnough(n) && n < 10 * CASES; n += 1) {
    const hurt = hurtIn(shop);
    const what = `${hurt.kind} of ${hurt.path} from ${hurt.from} to ${hurt.to}`;
    try {
      if (await sellsAgain(hurt)) repaired += 1;
    } catch (error) {
      throw new Error(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
  assert.ok(repaired > CASES / 4, `only ${repaired} were repaired`);
});

/** Was there anything to repair? */
async function sellsAgain(hurt: Hurt): Promise<boolean> {
  const disk = new MemoryDisk(shop.state);
  disk.damage(hurt.path, hurt.change);
  const before = await openLedger(disk, { readOnly: true });
  const isDamaged = before.failure !== undefined;
  await before.close();
  const plan = await repair(disk);
  assert.ok(!isDamaged || typeof plan !== 'string', 'damaged, and there is nothing to repair');
  await checkRepaired(disk, hurt, plan);
  assert.is(await repair(disk), 'sound');
  return typeof plan !== 'string';
}

async function checkRepaired(disk: MemoryDisk, hurt: Hurt, plan: RepairPlan | string): Promise<void> {
  const lost = new Set(
    shop.records
      .filter(({ path, from, to }) => path === hurt.path && from < hurt.to && hurt.from < to)
      .map(({ sequence }) => sequence),
  );
  const kept = shop.receipts.filter(({ uuid }) => !lost.has(shop.sequenceOf.get(uuid) ?? 0));
  let ledger = await openLedger(disk);
  assert.is(ledger.failure, undefined);
  for (const receipt of kept) assert.equal(await ledger.invoice(receipt.uuid), receipt);
  const listed = await ledger.invoices({ environment: 'sandbox', skip: 0, limit: 1000 });
  assert.ok(listed.length >= kept.length);
  for (const one of listed) assert.ok(shop.receipts.some(({ uuid }) => uuid === one.uuid));
  const turnover = ledger.main.turnover.byDay('total', { environment: 'sandbox', from: 0, to: 99999999 });
  assert.is(
    turnover.reduce((sum, { amount }) => sum + amount, 0n),
    listed.reduce((sum, { draft }) => sum + BigInt(draft.total), 0n),
  );
  if (typeof plan !== 'string') checkNamed(plan, listed.length);

  const highest = Math.max(...shop.records.map(({ sequence }) => sequence));
  const sold = new ReceiptMaker(random).next(ledger, { clientRequestId: 'new' });
  assert.ok((await ledger.issue(sold)).ok);
  if (typeof plan !== 'string') assert.ok(ledger.end.sequence > highest - 1, 'a sequence may repeat');
  await ledger.close();
  ledger = await openLedger(disk);
  assert.is(ledger.failure, undefined);
  assert.equal(await ledger.invoice(sold.uuid), sold);
  await ledger.close();
  assert.equal(inEnglish((await verifyLedger({ disk, folder: FOLDER })).faults), []);
}

/** Every lost receipt is named, unless it was among the last ones: then the plan says after which number. */
function checkNamed({ receipts, lastNumbers }: RepairPlan, listed: number): void {
  const lost = shop.receipts.length - listed;
  if (lastNumbers.length === 0) assert.is(receipts.length, lost);
  else assert.ok(receipts.length <= lost);
}

test.run();
