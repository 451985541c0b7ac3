// time limit: 200 s
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FakePfrServer } from '../../kit/pfr/server.js';
import { BoxProcess, cleanUp, kasirbox, type Receipt, SALE, temporaryFolder } from '../../kit/process.js';
import { Turns } from '../../kit/turns.js';

test.after(cleanUp);
/** Each starts several boxes. */
const turns = new Turns(3);

/** Nothing listens there: papers for it wait. */
const PRINTER = {
  ...{ name: 'kasa', address: 'tcp://127.0.0.1:9', width: 80, dpi: 203, mode: 'raster', autoPrint: true },
};

/** A box with an L-PFR, a printer that is off, an item, a key and some receipts. */
class Shop {
  private constructor(
    readonly fake: FakePfrServer,
    public box: BoxProcess,
    readonly key: string,
    readonly place: string,
    readonly sold: Receipt[] = [],
  ) {}

  static async during(work: (shop: Shop) => Promise<void>): Promise<void> {
    const fake = await FakePfrServer.start({ environment: 'sandbox' });
    fake.pfr.card.givePin('1234');
    const place = temporaryFolder();
    const box = await BoxProcess.start({ folder: join(place, 'first') });
    const [key = ''] = await box.keys(1);
    const shop = new Shop(fake, box, key, place);
    try {
      await shop.ask('POST', '/items', { name: 'Бурек са сиром', price: 240, label: 'Ђ', plu: '7' });
      await shop.set('pfr.sandbox', { mode: 'lpfr', url: fake.url });
      await shop.set('printers', [PRINTER]);
      await work(shop);
      assert.is((await shop.box.stop()).code, 0);
    } finally {
      await fake.stop();
    }
  }

  async set(name: string, value: unknown): Promise<void> {
    const { code, stderr } = await this.box.command(['settings', 'set', name, JSON.stringify(value)]);
    assert.is(code, 0, stderr);
  }

  async ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const reply = await this.box.send(method, path, this.key, body);
    assert.ok(reply.status < 300, reply.text);
    return JSON.parse(reply.text) as unknown;
  }

  async sell(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      this.sold.push(await this.box.issue(this.key, SALE, { 'Idempotency-Key': `sale-no-${this.sold.length}` }));
    }
  }

  get backup(): string {
    return join(this.place, 'box.age');
  }

  /** Backs up; the backup code is what the owner has on paper. */
  async backUp(): Promise<string> {
    const { code, stderr } = await this.box.command(['backup', this.backup]);
    assert.is(code, 0, stderr);
    return (await this.box.command(['backup', 'code'])).stdout;
  }

  /** The box is lost with its flash, and a new one is restored from the backup and started. */
  async replace(paper: string): Promise<void> {
    const ca = readFileSync(this.box.caFile, 'utf8');
    await this.box.stop('SIGKILL');
    rmSync(this.box.folder, { recursive: true });
    const folder = join(this.place, 'spare');
    const restored = await kasirbox(['restore', this.backup, '--data', folder], { input: paper });
    assert.is(restored.code, 0, restored.stderr);
    this.box = await BoxProcess.start({ folder });
    assert.is(readFileSync(this.box.caFile, 'utf8'), ca, 'tablets trust the spare box as they did the first');
  }
}

function counterOf({ pfr }: Receipt): number {
  return Number(/-(\d+)$/.exec(pfr.invoiceNumber)?.[1]);
}

turns.test(
  'sell, back up while a receipt is under way, lose the box, restore, settle, sell: nothing is missing or twice',
  () =>
    Shop.during(async (shop) => {
      await shop.sell(5);
      const items = await shop.ask('GET', '/items');
      const found: unknown[] = [];
      for (const { uuid } of shop.sold) found.push(await shop.ask('GET', `/invoices/${uuid}`));
      const [first] = shop.sold;
      const jobs = await shop.ask('GET', `/invoices/${first?.uuid ?? ''}/print-jobs`);
      shop.fake.faults.add({ fault: 'hang', signs: 'now' });
      const underWay = shop.box.issue(shop.key, SALE, { 'Idempotency-Key': 'under-way' }).catch(() => 'lost');
      while (shop.fake.hangingCalls === 0) await new Promise((turn) => setImmediate(turn));

      const paper = await shop.backUp();
      await shop.replace(paper);
      assert.is(await underWay, 'lost');

      for (const [index, receipt] of shop.sold.entries()) {
        assert.equal(await shop.ask('GET', `/invoices/${receipt.uuid}`), found[index]);
        const headers = { 'Idempotency-Key': `sale-no-${index}` };
        assert.equal(await shop.box.issue(shop.key, SALE, headers), receipt, 'a repeat is answered with the receipt');
      }
      assert.equal(await shop.ask('GET', '/items'), items);
      assert.equal(await shop.ask('GET', `/invoices/${first?.uuid ?? ''}/print-jobs`), jobs, 'papers wait as they did');

      const settled = await shop.box.issue(shop.key, SALE, { 'Idempotency-Key': 'under-way' });
      assert.is(counterOf(settled), 6, 'what was signed while the box was lost is found, and not signed again');
      const next = await shop.box.issue(shop.key);
      assert.is(counterOf(next), 7);
      assert.is(shop.fake.pfr.signed.length, 7);
      assert.is((await shop.box.receipts(shop.key)).length, 7);
      assert.is((await shop.box.command(['ledger', 'verify'])).code, 0);
    }),
);

turns.test('later sales are not in the backup, and the spare box reports that numbers are missing', () =>
  Shop.during(async (shop) => {
    await shop.sell(2);
    const paper = await shop.backUp();
    await shop.sell(3);
    await shop.replace(paper);
    const next = await shop.box.issue(shop.key);
    assert.is(counterOf(next), 6, 'no number is used again');
    assert.is((await shop.box.receipts(shop.key)).length, 3);
    const doctor = await shop.box.command(['doctor']);
    assert.match(
      doctor.stdout,
      /^numbers +warning +For \w+, receipt 6 was issued after receipt 2: the receipts between them are not in this box/m,
    );
  }),
);

turns.test('a backup of the demo, made while clients sell, is a whole box', async () => {
  const place = temporaryFolder();
  const box = await BoxProcess.start({ folder: join(place, 'box') });
  const keys = await box.keys(4);
  let isOver = false;
  const answered: Receipt[] = [];
  const load = keys.map(async (key) => {
    while (!isOver) answered.push(await box.issue(key));
  });
  const before = await box.issue(keys[0] ?? '');
  const file = join(place, 'box.age');
  const { code, stderr } = await box.command(['backup', file]);
  assert.is(code, 0, stderr);
  const during = [...answered];
  isOver = true;
  await Promise.all(load);
  assert.ok(during.length > 10, 'it sold meanwhile');
  const paper = (await box.command(['backup', 'code'])).stdout;
  assert.is((await box.stop()).code, 0);

  const codeFile = join(place, 'code.txt');
  writeFileSync(codeFile, paper);
  const spare = join(place, 'spare');
  const restored = await kasirbox(['restore', '-', '--code-file', codeFile, '--data', spare], {
    input: readFileSync(file),
  });
  assert.is(restored.code, 0, restored.stderr);
  const again = await BoxProcess.start({ folder: spare });
  const found = await again.receipts(keys[0] ?? '');
  const known = new Map(answered.map((receipt) => [receipt.uuid, receipt]));
  for (const receipt of found.filter(({ uuid }) => uuid !== before.uuid)) {
    const { uuid } = receipt;
    if (known.has(uuid)) assert.equal(receipt, known.get(uuid));
  }
  assert.ok(found.some(({ uuid }) => uuid === before.uuid));
  assert.is(Math.max(...found.map(counterOf)), found.length, 'without a gap');
  assert.is((await again.stop()).code, 0);
  assert.equal(
    readdirSync(place).filter((name) => name.endsWith('.tmp')),
    [],
  );
});

test.run();
