import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { body, line } from '../../sales/invoicing/bodies.js';
import { TestBox } from '../../kit/box.js';
import { read } from '../../kit/client.js';
import { kasirbox } from '../../kit/command.js';

const SERBIAN = { LC_ALL: 'sr_RS.UTF-8' };

function report(box: TestBox, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return kasirbox(['report', ...args, '--data', box.folder], { env });
}

test('a table of the report is shown in columns, as JSON, and as the file of the pages', async () => {
  await TestBox.during(async (box) => {
    box.clockOffset = Date.parse('2026-11-20T11:00:00Z') - Date.now();
    const client = await box.client();
    const items = [line({ quantity: 2 }), line({ name: 'Сир', unit: 'кг', quantity: 0.408, unitPrice: 1000 })];
    read('Invoice', 201, await client.post('/invoices', body({ items, cashier: 'Ана' })));
    const day = ['--day', '2026-11-20'];
    assert.equal(await report(box, ['cashiers', ...day]), {
      code: 0,
      stdout:
        'By cashier, 2026-11-20 (sandbox)\n  Cashier  Receipts  Turnover\n' +
        '  Ана             1    708.00\n  Total           1    708.00\n',
      stderr: '',
    });
    const sold = await report(box, ['items', '--from', '2026-11-01', '--to', '2026-11-30'], SERBIAN);
    assert.is(
      sold.stdout,
      'По артиклима, 2026-11-01 – 2026-11-30 (пробно окружење)\n  Артикал    Количина  Промет\n' +
        '  Сир (Ђ)    0,408 кг  408,00\n  Кафа (Ђ)  2,000 ком  300,00\n  Укупно               708,00\n',
    );
    const taxes = await report(box, ['taxes', ...day]);
    assert.match(taxes.stdout, /^ {2}Ђ О-ПДВ +20\.00 % +708\.00 +118\.00$/m);
    const all = await report(box, day);
    const titles = ['By day', 'By payment', 'By tax label', 'By cashier'];
    assert.equal(
      all.stdout.split('\n').filter((row) => /^\S/.test(row)),
      titles.map((title) => `${title}, 2026-11-20 (sandbox)`),
    );
    // Without a day it is today's, by the clock of the processor.
    const { stdout } = await report(box, ['days', '--json']);
    assert.equal(JSON.parse(stdout), {
      ...{ from: '2026-11-20', to: '2026-11-20', environment: 'sandbox' },
      rows: [{ date: '2026-11-20', invoices: 1, turnover: 708 }],
    });
    const file = await report(box, ['payments', '--csv', ...day]);
    assert.is(file.stdout, '\ufeffначин плаћања;износ\r\nГотовина;708,00\r\n');
    const empty = await report(box, ['labels', '--day', '2026-11-21'], SERBIAN);
    assert.match(empty.stdout, /У овом периоду нема промета/);
  });
});

test('a period that is none, and options that exclude each other, are refused', async () => {
  await TestBox.during(async (box) => {
    for (const [code, ...words] of [
      [1, 'days', '--day', '2026-02-30'],
      [1, 'days', '--from', '2026-11-02', '--to', '2026-11-01'],
      [2, 'days', '--day', '2026-11-02', '--to', '2026-11-03'],
      [2, 'days', '--json', '--csv'],
      [2, 'weeks'],
      [2, '--json'],
    ] as const) {
      const ended = await report(box, [...words]);
      assert.equal([ended.code, ended.stdout], [code, ''], words.join(' '));
      assert.match(ended.stderr, /^kasirbox: \S/);
    }
  });
});

test('a day without its option, a format without a table and an unknown table are answered with what to type', async () => {
  for (const [words, hint] of [
    ['2026-11-20', 'Give the day as an option: --day 2026-11-20'],
    ['days 2026-11-20 --json', 'Give the day as an option: --day 2026-11-20'],
    ['2026-11-20 2026-11-25', 'Give the days as options: --from 2026-11-20 --to 2026-11-25'],
    ['--json', '--json needs the name of a table, as in: kasirbox report days --json'],
    ['--day 2026-11-20 --csv', '--csv needs the name of a table, as in: kasirbox report days --csv'],
    ['weeks', 'There is no table "weeks". Tables: days, payments, labels, cashiers, taxes, items'],
  ] as const) {
    const ended = await kasirbox(['report', ...words.split(' ')]);
    assert.equal(ended, { code: 2, stdout: '', stderr: `kasirbox: ${hint}\n` }, words);
  }
});

test.run();
