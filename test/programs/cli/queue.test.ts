import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FakePfrServer } from '../../kit/pfr/server.js';
import { cleanUp, SALE } from '../../kit/process.js';
import { ServiceHere, stopServices } from '../../kit/serviceHere.js';

test.after(stopServices);
test.after(cleanUp);

const QUEUE = { enabled: true, maxCount: 200, maxAgeHours: 48, printSlip: true };

/** A service whose processor was reachable for one sale, and is off now. */
async function withoutProcessor(
  work: (box: ServiceHere, key: string, pfr: FakePfrServer) => Promise<void>,
): Promise<void> {
  const pfr = await FakePfrServer.start();
  pfr.pfr.card.isOpen = true;
  const box = await ServiceHere.start();
  try {
    const [key = ''] = await box.keys(1);
    const setting = { mode: 'lpfr', url: pfr.url, timeout: 1, signingLimit: 1 };
    await box.ask('settings.set', { name: 'pfr.sandbox', value: setting });
    await box.ask('settings.set', { name: 'offlineQueue', value: QUEUE });
    await box.issue(key);
    await pfr.stop();
    await work(box, key, pfr);
  } finally {
    await box.stop();
    await pfr.stop();
  }
}

async function wait(box: ServiceHere, key: string, id: string, change: object = {}): Promise<void> {
  const asked = { ...SALE, whenOffline: 'queue', ...change };
  const reply = await box.send('POST', '/invoices', key, asked, { 'Idempotency-Key': id });
  assert.is(reply.status, 202, reply.text);
}

/** What a person says who takes a request out. */
const WHY = (reason = 'Роба је враћена.') => ['--reason', reason, '--by', 'Мира'];

test('requests are listed, shown and removed, whether the service runs or not', async () => {
  await withoutProcessor(async (box, key) => {
    const run = (...args: readonly string[]) => box.command(['queue', ...args]);
    assert.equal(await run('list'), { code: 0, stdout: '', stderr: 'nothing waits for the processor\n' });
    await wait(box, key, 'prodaja-1');
    await wait(box, key, 'prodaja-2');
    await wait(box, key, 'prodaja-3');

    const listed = await run('list');
    const time = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d';
    const row = (number: number, position: number, name: string) =>
      `${number}  queued  ${time}  300\\.00 RSD\\n  key           ${name}\\n  position      ${position}\\n`;
    assert.match(
      listed.stdout,
      new RegExp(`^${row(1, 1, 'prodaja-1')}${row(2, 2, 'prodaja-2')}${row(3, 3, 'prodaja-3')}$`),
    );
    for (const id of ['1', 'prodaja-1']) {
      const { code, stdout } = await run('show', id);
      assert.is(code, 0);
      assert.match(stdout, new RegExp(`^${row(1, 1, 'prodaja-1')}  goods         Кафа\\n$`), id);
    }

    assert.is((await run('remove', '2')).code, 2, 'without a reason');
    assert.is((await run('remove', '2', '--reason', 'Роба је враћена.')).code, 2, 'without a name');
    assert.match((await run('remove', '2', ...WHY('?'))).stderr, 'The reason must be 3 to 200 printable characters');
    const removed = await run('remove', '2', ...WHY());
    assert.equal(removed, {
      code: 0,
      stdout: '2 (prodaja-2) for 300.00 RSD is removed and must be settled: kasirbox queue unsettled.\n',
      stderr: '',
    });
    for (const args of [
      ['remove', 'prodaja-2', ...WHY()],
      ['show', '99'],
    ]) {
      const { code, stderr } = await run(...args);
      assert.is(code, 1, args.join(' '));
      assert.is(stderr, 'kasirbox: Nothing with this number or key is waiting. See: kasirbox queue list\n');
    }

    await box.stop();
    assert.match((await run('list')).stdout, new RegExp(`^${row(1, 1, 'prodaja-1')}${row(3, 2, 'prodaja-3')}$`));
    assert.is((await run('remove', 'prodaja-1', ...WHY())).code, 0);
    assert.match((await run('list')).stdout, new RegExp(`^${row(3, 1, 'prodaja-3')}$`));
  });
});

test('an issued request is found by the number on its slip and by its key, and cannot be removed', async () => {
  await withoutProcessor(async (box, key, pfr) => {
    await wait(box, key, 'prodaja-1');
    await pfr.up();
    await box.says('queue.issued');
    for (const id of ['1', 'prodaja-1']) {
      const shown = await box.command(['queue', 'show', id]);
      assert.match(shown.stdout, /^1 {2}issued .*\n {2}key {11}prodaja-1\n {2}receipt {7}FAKE\w+-FAKE\w+-2\n$/, id);
      const refused = await box.command(['queue', 'remove', id, ...WHY()]);
      assert.equal([refused.code, refused.stdout], [1, ''], id);
      assert.match(refused.stderr, /was issued .* Refund/);
    }
  });
});

test('a removed sale is unsettled until it is issued or settled, and the audit names who decided', async () => {
  await withoutProcessor(async (box, key, pfr) => {
    const run = (...args: readonly string[]) => box.command(['queue', ...args]);
    assert.equal(await run('unsettled'), { code: 0, stdout: '', stderr: 'every sale has its receipt\n' });
    for (const id of ['prodaja-1', 'prodaja-2', 'prodaja-3']) {
      await wait(box, key, id);
      assert.is((await run('remove', id, ...WHY())).code, 0);
    }
    const time = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d';
    const row = (number: number): string =>
      `${number}  sandbox  ${time}  300\\.00 RSD\\n  key           prodaja-${number}\\n` +
      `  removed       Мира, ${time}\\n  reason        Роба је враћена.\\n`;
    assert.match((await run('unsettled')).stdout, new RegExp(`^${row(1)}${row(2)}${row(3)}$`));
    assert.match((await box.command(['doctor'])).stdout, /queue .*Sold without a receipt: 3/);

    const number = 'ABCD1234-ABCD1234-15';
    for (const args of [['1'], ['1', '--by', 'Мира'], ['prodaja-1', ...WHY()], ['1', '--reason', 'Роба је враћена.']])
      assert.is((await run('settle', ...args)).code, 2, args.join(' '));
    const elsewhere = await run('settle', '1', '--receipt', number, '--by', 'Мира');
    assert.equal([elsewhere.code, elsewhere.stdout], [1, '']);
    assert.match(elsewhere.stderr, 'is not from this box. Give the reason why it is valid.');
    const settled = await run('settle', '1', '--receipt', number, ...WHY('Издато на другој каси.'));
    assert.equal(settled, { code: 0, stdout: '1 (prodaja-1) is settled.\n', stderr: '' });
    await box.stop();
    assert.is((await run('settle', '2', ...WHY('Новац је враћен.'))).code, 0, 'also while no service runs');
    assert.match((await run('unsettled')).stdout, new RegExp(`^${row(3)}$`));
    const { stdout } = await box.command(['ledger', 'audit']);
    for (const entry of [
      'queue.remove  1  Мира  Роба је враћена.',
      `queue.settle  1  ${number}  Мира  Издато на другој каси.`,
      'queue.settle  2  Мира  Новац је враћен.',
    ])
      assert.match(stdout, entry);

    assert.equal(await run('issue', '3'), {
      code: 0,
      stdout: '3 (prodaja-3) waits for the processor again.\n',
      stderr: '',
    });
    assert.match((await run('list')).stdout, /^3 {2}queued/);
    await pfr.up();
    assert.is((await run('issue', '3')).code, 1, 'once');
  });
});

test.run();
