// turns: 3
// time limit: 300 s
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { kasirbox } from '../../kit/command.js';
import { bundle, cleanUp, temporaryFolder } from '../../kit/process.js';
import { ServiceHere, stopServices } from '../../kit/serviceHere.js';

test.after(stopServices);
test.after(cleanUp);

const FIXTURES = join(import.meta.dirname, '../../shop/catalogue/fixtures');
/** The warning about a row whose GTIN has a wrong check digit. */
const WRONG_GTIN =
  'warning, line 2, gtin: The check digit of GTIN "8600123456789" is wrong: 8 is expected. Check it.\n';
const EXPORT = [
  '\ufeffplu;назив;јединица;цена;ознака;gtin;категорија;активан',
  ';Кафа;ком;0,00;Ђ;;;да',
  "'0103;Млеко 1 l;л;149,00;Е;'08600123;;не",
  '102;"Пљескавица ""Лесковачка""; 200 g";ком;1.234,50;Ђ;;Роштиљ;да',
  "101;Хлеб „Сава“ 500 g;ком;89,90;Е;'8600123456789;Пекара;да",
  '',
].join('\r\n');

interface Listed {
  readonly items: readonly { readonly plu: string | null; readonly price: number }[];
}

test('a file is imported into a running service and exported from it, each at once', async () => {
  const box = await ServiceHere.start();
  const [key = ''] = await box.keys(1);
  const items = async (): Promise<Listed['items']> =>
    (JSON.parse((await box.send('GET', '/items', key)).text) as Listed).items;
  const imported = await box.command(['items', 'import', join(FIXTURES, 'excel-utf-8.csv')]);
  assert.equal(imported, { code: 0, stdout: '4 created, 0 changed, 0 unchanged\n', stderr: WRONG_GTIN });
  assert.is((await items()).length, 4);

  const prices = await box.command(['items', 'import', '-'], { input: 'plu;цена\n101;95,00\n102;1.300,00\n' });
  assert.is(prices.stdout, '0 created, 2 changed, 0 unchanged\n', prices.stderr);
  assert.equal(
    (await items()).map(({ plu, price }) => [plu, price]),
    [
      [null, 0],
      ['0103', 149],
      ['102', 1300],
      ['101', 95],
    ],
  );
  const exported = await box.command(['items', 'export', '-']);
  assert.is(exported.code, 0);
  assert.is(exported.stdout, EXPORT.replace('89,90', '95,00').replace('1.234,50', '1.300,00'));
  await box.stop();
});

test('a catalogue is moved from one stopped box to another by a file', async () => {
  const folder = temporaryFolder();
  const [from, to, file] = [join(folder, 'from'), join(folder, 'to'), join(folder, 'items.csv')];
  await kasirbox(['items', 'import', join(FIXTURES, 'excel-utf-8.csv'), '--data', from]);
  writeFileSync(file, 'an older export, which is longer than nothing');
  const exported = await kasirbox(['items', 'export', file, '--data', from]);
  assert.equal(exported, { code: 0, stdout: `4 items in ${file}\n`, stderr: '' });
  assert.is(readFileSync(file, 'utf8'), EXPORT);
  assert.equal(readdirSync(folder).sort(), ['from', 'items.csv'], 'no other file is left');
  assert.is((await kasirbox(['items', 'import', file, '--data', to])).stdout, '4 created, 0 changed, 0 unchanged\n');
  assert.is((await kasirbox(['items', 'export', '-', '--data', to])).stdout, EXPORT);
  assert.is((await kasirbox(['items', 'import', file, '--data', to])).stdout, '0 created, 0 changed, 4 unchanged\n');
});

test('10,000 rows are imported into a running service and exported from it', async () => {
  const box = await ServiceHere.start();
  const rows = Array.from(
    { length: 10_000 },
    (_, i) => `${i + 1};Производ са дугачким називом број ${i + 1};10,00;Ђ\n`,
  );
  const imported = await box.command(['items', 'import', '-'], { input: `plu;назив;цена;ознака\n${rows.join('')}` });
  assert.equal(imported, { code: 0, stdout: '10000 created, 0 changed, 0 unchanged\n', stderr: '' });
  assert.is((await box.command(['items', 'export', '-'])).stdout.split('\r\n').length, 10_002);
  await box.stop();
});

test('each refused row is reported with the headings of the file, and nothing is imported', async () => {
  const data = ['--data', join(temporaryFolder(), 'data')];
  const input = 'naziv;cena;oznaka\nДобар;1,00;Ђ\nЛош;1.234;Ђ\nЛатинично;1;E\nГори;x\u001b[2J;Ђ\n';
  const { code, stdout, stderr } = await kasirbox(['items', 'import', '-', ...data], { input });
  assert.is(code, 1);
  assert.is(stdout, '');
  assert.equal(stderr.split('\n'), [
    'line 3, cena: price "1.234" is ambiguous: write it with two decimals, such as 1234,00 or 1,23.',
    'line 4, oznaka: label "E" is not an active tax label. It is a Latin letter: send the Cyrillic "Е". Allowed: Ђ, Е, Г.',
    'line 5, cena: price "x [2J" is not an amount such as 1234,50 or 1.234,50.',
    'kasirbox: standard input: 3 of 4 rows refused, nothing imported.',
    '',
  ]);
  const unreadable = await kasirbox(['items', 'import', '-', ...data], { input: 'naziv;cena;oznaka\nа;1;Ђ\nб;x;Ђ\n' });
  assert.is(unreadable.code, 1, 'also where the service would take the other rows');
  assert.is((await kasirbox(['items', 'export', '-', ...data])).stdout.split('\r\n').length, 2, 'the headings alone');
});

test('rows with codes of other items are imported with warnings, in the language of the terminal', async () => {
  const data = ['--data', join(temporaryFolder(), 'data')];
  const rows = (from: number): string =>
    Array.from({ length: 101 }, (_, i) => `${from}${i};А ${i};Ђ;73513537\n`).join('');
  const input = `plu;назив;ознака;бар-код\n${rows(1)}`;
  const { code, stdout, stderr } = await kasirbox(['items', 'import', '-', ...data], { input });
  assert.equal([code, stdout], [0, '101 created, 0 changed, 0 unchanged\n']);
  const lines = stderr.split('\n');
  assert.is(
    lines[0],
    'warning, line 2, бар-код: The item "А 1" has the code "73513537", too. The till will ask at each scan which one is sold.',
  );
  assert.equal(lines.slice(100), ['and 1 more warnings', '']);
  const serbian = { input: `plu;назив;ознака\n010;Б;Ђ\n`, env: { LC_ALL: 'sr_RS.UTF-8' } };
  assert.match(
    (await kasirbox(['items', 'import', '-', ...data], serbian)).stderr,
    /^упозорење, ред 2, plu: Код „010” се од кода „10” артикла „А 0” разликује само нулама/,
  );
});

test('of thousands of refused rows the first hundred are reported, and how many more there are', async () => {
  const data = ['--data', join(temporaryFolder(), 'data')];
  for (const [count, more] of [
    [100, []],
    [101, ['and 1 more']],
    [3000, ['and 2900 more']],
  ] as const) {
    // Every second row cannot even be read: both kinds are reported in the order of the file.
    const rows = Array.from({ length: count }, (_, i) => `${i};${i % 2 === 0 ? 'x' : '-1'}\n`).join('');
    const { code, stderr } = await kasirbox(['items', 'import', '-', ...data], { input: `plu;cena\n${rows}` });
    assert.is(code, 1);
    const lines = stderr.split('\n');
    assert.equal(
      lines.slice(0, 100).map((line) => /^line (\d+), cena: /.exec(line)?.[1]),
      Array.from({ length: 100 }, (_, i) => `${i + 2}`),
    );
    const end = `kasirbox: standard input: ${count} of ${count} rows refused, nothing imported.`;
    assert.equal(lines.slice(100), [...more, end, '']);
  }
});

test('FILE may be - for standard input or output', async () => {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  const run = (command: string, file: string): string =>
    execFileSync('sh', ['-euc', command, process.execPath, bundle(), data, file], { encoding: 'utf8' });
  const source = join(FIXTURES, 'excel-utf-8.csv');
  const imported = run('"$0" "$1" items import - --data "$2" <"$3"', source);
  assert.is(imported, '4 created, 0 changed, 0 unchanged\n');
  const file = join(folder, 'items.csv');
  assert.is(run('"$0" "$1" items export - --data "$2" >"$3"', file), '');
  assert.is(readFileSync(file, 'utf8'), EXPORT);
});

test('--dry-run says what an import would do, and does nothing', async () => {
  const data = ['--data', join(temporaryFolder(), 'data')];
  const file = join(FIXTURES, 'excel-utf-8.csv');
  const dry = await kasirbox(['items', 'import', '--dry-run', file, ...data]);
  assert.equal(dry, {
    code: 0,
    stdout: '4 created, 0 changed, 0 unchanged (--dry-run: nothing imported)\n',
    stderr: WRONG_GTIN,
  });
  assert.is((await kasirbox(['items', 'import', file, ...data])).stdout, '4 created, 0 changed, 0 unchanged\n');
});

test('a file of another encoding is read when its encoding is named', async () => {
  const data = ['--data', join(temporaryFolder(), 'data')];
  const file = join(FIXTURES, 'excel-windows-1251.csv');
  const { code, stderr } = await kasirbox(['items', 'import', file, ...data]);
  assert.is(code, 1);
  assert.match(
    stderr,
    /^kasirbox: .*: the file is not UTF-8: save it as "CSV UTF-8", or name its encoding: --encoding /,
  );
  const named = ['items', 'import', file, '--encoding', 'windows-1251', ...data];
  assert.is((await kasirbox(named)).stdout, '4 created, 0 changed, 0 unchanged\n');
  assert.is((await kasirbox(['items', 'export', '-', ...data])).stdout, EXPORT);
});

test('a file that cannot be read or written is reported in one row, exit code 1', async () => {
  const folder = temporaryFolder();
  const locked = join(folder, 'locked');
  const data = ['--data', join(folder, 'data')];
  const large = join(folder, 'large.csv');
  writeFileSync(large, Buffer.alloc(4 * 1024 * 1024 + 1, 'x'));
  for (const [args, message] of [
    [['import', join(folder, 'none.csv')], /none\.csv does not exist\.$/m],
    [['import', folder], /is a folder\.$/m],
    [['import', large], /larger than 4 MiB: split it/],
    [['import', '-'], /standard input: the file is empty/],
    [['export', join(locked, 'items.csv')], /the folder of .*locked\/items\.csv does not exist\.$/m],
    [['export', folder], /is a folder\.$/m],
    [['export', '/dev/null'], /not a regular file/],
  ] as const) {
    const { code, stdout, stderr } = await kasirbox(['items', ...args, ...data]);
    assert.is(code, 1, args.join(' '));
    assert.is(stdout, '');
    assert.match(stderr, message);
    assert.is(stderr.split('\n').length, 2, stderr);
  }
});

test('an export that cannot be finished leaves the file that was there', async () => {
  const folder = temporaryFolder();
  const data = ['--data', join(folder, 'data')];
  await kasirbox(['items', 'import', join(FIXTURES, 'excel-utf-8.csv'), ...data]);
  const file = join(folder, 'items.csv');
  writeFileSync(file, 'older');
  // A folder where the temporary file would be written: this fails for root too.
  mkdirSync(`${file}.tmp`);
  const { code, stderr } = await kasirbox(['items', 'export', file, ...data]);
  assert.is(code, 1);
  assert.match(stderr, /^kasirbox: .*items\.csv cannot be written: .*items\.csv\.tmp/);
  assert.is(readFileSync(file, 'utf8'), 'older');
});

test.run();
