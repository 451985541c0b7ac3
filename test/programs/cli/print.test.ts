// turns: 3
// time limit: 300 s
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { failed, ok } from '../../../src/base/result.js';
import type { TestReport } from '../../../src/paper/printing/port.js';
import { body } from '../../sales/invoicing/bodies.js';
import type { Invoice } from '../../kit/answers.js';
import { TestBox } from '../../kit/box.js';
import { DAY_MS } from '../../kit/ledger.js';
import { read } from '../../kit/client.js';
import { FakePrinting, KASA } from '../../kit/printing.js';
import { kasirbox } from '../../kit/command.js';
import { cleanUp, type Ended, temporaryFolder } from '../../kit/process.js';

const NOBODY = '01934d6e-7a10-7000-8000-000000000001';
const SETTING = { name: 'kasa', address: KASA.address, width: 80, dpi: 203, mode: 'raster' };
const REPORT: TestReport = {
  ...{ printer: KASA, findings: { status: true, autoStatus: false, queuedStatus: true, processId: true } },
  ...{ state: 'printed', reason: null, mode: 'raster', unencodable: [] },
};

let printing: FakePrinting;
let box: TestBox;

test.before.each(async () => {
  printing = new FakePrinting(KASA);
  box = await TestBox.start({ printing });
  await box.set('printers', [SETTING]);
});
test.after.each(() => box.stop());
test.after(cleanUp);

interface Surroundings {
  readonly locale?: string;
  readonly messages?: string;
  readonly input?: string | Uint8Array;
}

function run(
  args: readonly string[],
  { locale = 'C.UTF-8', messages = '', input = '' }: Surroundings = {},
): Promise<Ended> {
  const env = { LC_ALL: locale, LC_MESSAGES: messages };
  return kasirbox(['print', ...args, '--data', box.folder], { env, input });
}

async function issue(): Promise<Invoice> {
  const client = await box.client();
  return read('Invoice', 201, await client.post('/invoices', body()));
}

test('printers shows state, reason with what to do, proof and how many papers wait', async () => {
  printing.known = [KASA, { ...KASA, name: 'bar', state: 'blocked', reason: 'cover', proof: null, waiting: 3 }];
  const { code, stdout } = await run(['printers']);
  assert.is(code, 0);
  assert.is(
    stdout,
    [
      'kasa  ready  tcp://192.168.1.50:9100',
      '  proof         it confirms each receipt that is printed',
      'bar  blocked  tcp://192.168.1.50:9100',
      '  reason        The cover of the printer is open. Close the cover.',
      '  proof         not yet tested',
      '  waiting       3',
      '',
    ].join('\n'),
  );
  assert.match(
    (await run(['printers'], { locale: 'sr_RS.UTF-8' })).stdout,
    /^bar {2}заустављен .*\n.*Затворите поклопац\.$/m,
  );
  printing.known = [];
  assert.match((await run(['printers'])).stderr, /^No printer is set\. Find yours/);
});

test('in safe mode printers says that printing is paused, and how safe mode is ended, in both languages', async () => {
  await box.parts.safeMode.enterAfter(3);
  const { code, stdout, stderr } = await run(['printers']);
  assert.is(code, 0);
  assert.match(stdout, /^kasa  paused  tcp:/);
  assert.is(stderr, 'safe mode after crashes: printing is paused until you end safe mode: kasirbox safe-mode leave\n');
  const serbian = await run(['printers'], { locale: 'sr_RS.UTF-8' });
  assert.match(serbian.stdout, /^kasa {2}мирује {2}tcp:/);
  assert.match(serbian.stderr, /^безбедни режим после падова: штампање мирује/);
});

test('where no printer is set, a command is shown that sets one as it is written', async () => {
  printing.known = [];
  const { stderr } = await run(['printers']);
  const [, value = ''] = /kasirbox settings set printers '(.*)'$/m.exec(stderr) ?? [];
  const set = await kasirbox(['settings', 'set', 'printers', value, '--data', box.folder]);
  assert.is(set.code, 0, set.stderr);
  assert.is(box.parts.settings.now.printers[0]?.address, 'tcp://192.168.1.50:9100');
});

test('test shows what the printer answered, how the slip was drawn, and exits with 0 when it is printed', async () => {
  printing.tests.set('kasa', ok(REPORT));
  const { code, stdout, stderr } = await run(['test', 'kasa']);
  assert.is(code, 0);
  assert.is(stderr, 'Printing…\n');
  assert.is(
    stdout,
    [
      'kasa  printed  tcp://192.168.1.50:9100',
      '  paper         80 mm, 203 dpi',
      '  printing      raster',
      '  answers       DLE EOT, GS r, GS ( H',
      '  proof         it confirms each receipt that is printed',
      '',
    ].join('\n'),
  );
  const alone = { status: false, autoStatus: true, queuedStatus: false, processId: false };
  printing.tests.set('kasa', ok({ ...REPORT, findings: alone }));
  assert.match((await run(['test', 'kasa'])).stdout, /^ {2}answers +GS a$/m);
  assert.match((await run(['test', 'KASA'])).stdout, /^kasa {2}printed/, 'in any case');
  printing.tests.set('kasa', ok({ ...REPORT, unencodable: ['Ђ', '€'] }));
  assert.match((await run(['test', 'kasa'])).stdout, /^ {2}printing +raster, because no code page has: Ђ €$/m);
});

test('test exits with 0 and asks to check the paper where a printer proves nothing, and with 1 when nothing was printed', async () => {
  const dumb: TestReport = {
    ...REPORT,
    state: 'unconfirmed',
    printer: { ...KASA, proof: 'none' },
    findings: { status: false, autoStatus: false, queuedStatus: false, processId: false },
  };
  printing.tests.set('kasa', ok(dumb));
  const unproven = await run(['test', 'kasa']);
  assert.is(unproven.code, 0);
  assert.match(unproven.stdout, /^kasa {2}sent, unconfirmed /);
  assert.match(
    unproven.stdout,
    /answers +none\n {2}proof +it reports nothing: look at the paper\n {2}what to do +Check whether/,
  );
  for (const state of ['unknown', 'cancelled'] as const) {
    printing.tests.set('kasa', ok({ ...REPORT, state, reason: 'paper' }));
    const { code, stdout } = await run(['test', 'kasa']);
    assert.is(code, 1);
    assert.match(stdout, /^ {2}reason +The printer is out of paper\. Insert a new roll\.$/m);
  }
});

test('test says why a printer is not reached and what to do, exit 1; for an unknown name it lists the printers', async () => {
  for (const loss of ['absent', 'busy', 'driver', 'cover'] as const) {
    printing.tests.set('kasa', failed(loss));
    const { code, stdout, stderr } = await run(['test', 'kasa']);
    assert.is(code, 1, loss);
    assert.is(stdout, '');
    assert.match(stderr, /^Printing…\nkasirbox: [A-Z].*\. [A-Z].*\n$/, loss);
  }
  const { code, stderr } = await run(['test', 'bar']);
  assert.is(code, 1);
  assert.match(stderr, /There is no printer with this name\. Printers: kasa\./);
});

test('ticket hands a printer the ticket of power-up, and says what keeps it from printing', async () => {
  printing.known = [KASA, { ...KASA, name: 'bar', state: 'blocked', reason: 'cover' }];
  assert.equal(await run(['ticket', 'kasa']), {
    code: 0,
    stdout: 'The ticket was sent to kasa, which prints it as soon as it can.\n',
    stderr: '',
  });
  const { stdout } = await run(['ticket', 'BAR']);
  assert.match(
    stdout,
    /^The ticket was sent to bar, which prints it as soon as it can\.\n {2}waiting {7}The cover .* Close the cover\. After ten minutes /,
  );
  assert.equal(
    printing.infoSlips.map(({ printer }) => printer),
    ['kasa', 'bar'],
  );
  const lines = printing.infoSlips[0]?.slip.parts.flatMap((part) => (part.kind === 'text' ? part.rows : [])) ?? [];
  assert.ok(lines.some((line) => line.trimEnd() === box.origin));
  assert.match((await run(['ticket', 'foo'])).stderr, /There is no printer with this name\. Printers: kasa, bar\./);

  await box.stop();
  const { code, stderr } = await run(['ticket', 'kasa']);
  assert.is(code, 1);
  assert.match(
    stderr,
    /^kasirbox: No service is running for this folder, so there is no address to print\. Run: kasirbox serve --data \S+\n$/,
  );
});

test('doctor has a row for each printer and each doubtful paper, none of which makes its exit code 1', async () => {
  printing.known = [KASA, { ...KASA, name: 'bar', state: 'offline', reason: 'absent', waiting: 2 }];
  const { uuid, pfr } = await issue();
  printing.add({ uuid: NOBODY, state: 'unknown', reason: 'lost', updatedAt: box.now() });
  printing.add({ uuid, state: 'cancelled', reason: 'full', updatedAt: box.now() });
  const { code, stdout } = await kasirbox(['doctor', '--data', box.folder], { env: { LC_ALL: 'C' } });
  assert.is(code, 0);
  assert.match(
    stdout,
    /^printer +ok +The printer kasa works: it confirms each receipt that is printed\. \[idle; 0 waiting/m,
  );
  assert.match(
    stdout,
    /^printer +warning +Printer bar: There is nothing at the address.* Waiting: 2\. \[offline, absent; .*\] Check that/m,
  );
  assert.match(stdout, new RegExp(`^paper +warning +It is not known .*kasirbox print again ${NOBODY}$`, 'm'));
  const { invoiceNumber } = pfr;
  const missing = `^paper +warning +Receipt ${invoiceNumber} was not .*kasirbox print again ${invoiceNumber}$`;
  assert.match(stdout, new RegExp(missing, 'm'), 'by the number, where the receipt can be read');
});

test('jobs lists what is under way or must be looked after, with --all everything, newest first', async () => {
  const { uuid, pfr } = await issue();
  const other = await issue();
  const recent = { updatedAt: box.now() };
  printing.add({ uuid, state: 'printed' });
  printing.add({ uuid: NOBODY, state: 'queued' });
  printing.add({ uuid, state: 'blocked', reason: 'paper', repeat: true });
  printing.add({ uuid: other.uuid, state: 'unknown', reason: 'lost', ...recent });
  const open = await run(['jobs']);
  assert.is(open.code, 0);
  assert.is(
    open.stdout,
    [
      `4  unknown  2026-11-21 10:00:00  kasa  ${other.pfr.invoiceNumber}`,
      '  reason        The way to the printer broke off.',
      `  what to do    Check whether the receipt was printed; if not, print it again: kasirbox print again ${other.pfr.invoiceNumber}`,
      `3  blocked  2026-11-21 10:00:00  kasa  ${pfr.invoiceNumber}`,
      '  repeat        the paper says that it is a repeat',
      '  reason        The printer is out of paper.',
      '  what to do    Insert a new roll.',
      `2  waiting  2026-11-21 10:00:00  kasa  ${NOBODY}`,
      '',
    ].join('\n'),
  );
  const all = await run(['jobs', '--all']);
  assert.equal(
    Array.from(all.stdout.matchAll(/^(\d+) {2}/gm), ([, id]) => Number(id)),
    [4, 3, 2, 1],
  );
});

test('jobs leaves out a doubtful paper that is a day old, or that another paper has followed', async () => {
  const { uuid } = await issue();
  const now = box.now();
  printing.add({ uuid, state: 'unknown', reason: 'restart', createdAt: now - 2000, updatedAt: now - 1000 });
  assert.match((await run(['jobs'])).stdout, /^1 {2}unknown/);
  printing.add({ uuid, state: 'cancelled', reason: 'operator', createdAt: now, updatedAt: now });
  assert.match((await run(['jobs'])).stdout, /^1 {2}unknown/, 'no paper came of that');
  printing.add({ uuid, state: 'printed', createdAt: now, updatedAt: now });
  printing.add({ uuid: NOBODY, state: 'unknown', reason: 'lost', updatedAt: now - DAY_MS - 1 });
  const { stdout, stderr } = await run(['jobs']);
  assert.is(stdout, '');
  assert.match(stderr, /nothing is in progress; all: kasirbox print jobs --all/);
});

test('jobs lists a job that the box gave up, by the number of its receipt, until the receipt is printed again', async () => {
  const { uuid, pfr } = await issue();
  const past = box.now() - 1000;
  printing.add({ uuid, state: 'cancelled', reason: 'age', updatedAt: past });
  const { stdout } = await run(['jobs']);
  assert.is(
    stdout,
    [
      `1  cancelled  2026-11-21 10:00:00  kasa  ${pfr.invoiceNumber}`,
      `  reason        Receipt ${pfr.invoiceNumber} was not printed: The paper has waited too long.`,
      `  what to do    If the receipt is needed on paper, print it again: kasirbox print again ${pfr.invoiceNumber}`,
      '',
    ].join('\n'),
  );
  printing.add({ uuid, createdAt: past + 1 });
  assert.match((await run(['jobs'])).stdout, /^2 {2}waiting.*\n$/);
});

test('again takes a uuid or a PFR number in any case, and a printer by its name', async () => {
  const { uuid, pfr } = await issue();
  printing.known = [KASA, { ...KASA, name: 'bar' }];
  for (const receipt of [uuid, uuid.toUpperCase(), pfr.invoiceNumber, pfr.invoiceNumber.toLowerCase()]) {
    const { code, stdout } = await run(['again', receipt]);
    assert.is(code, 0);
    assert.match(stdout, new RegExp(`^\\d {2}waiting {2}.* {2}kasa {2}${pfr.invoiceNumber}$`, 'm'));
  }
  assert.match((await run(['again', uuid, '--printer', 'bar'])).stdout, / {2}bar {2}.*\n {2}repeat +the paper says/);
  assert.equal(
    printing.all.map((job) => job.printer),
    ['kasa', 'kasa', 'kasa', 'kasa', 'bar'],
  );
});

test('again refuses what is no receipt of this box, an unknown printer, and a disk that takes nothing', async () => {
  const { uuid } = await issue();
  for (const receipt of [NOBODY, 'ABCD1234-ABCD1234-15', '15', '']) {
    const { code, stderr } = await run(['again', receipt]);
    assert.is(code, 1, receipt);
    assert.match(stderr, /There is no such receipt here\. Give its UUID or PFR number/);
  }
  assert.match((await run(['again', uuid, '--printer', 'bar'])).stderr, /no printer with this name\. Printers: kasa\./);
  printing.proven.add(uuid);
  for (const [locale, refusal] of [
    ['C.UTF-8', /already been printed, and a fiscal receipt is issued once\. Issue a copy on the page Receipts\.\n$/],
    ['sr_RS.UTF-8', /већ одштампан, а фискални рачун се издаје једном\. Издајте копију на страници „Рачуни”\.\n$/],
  ] as const) {
    const { code, stderr } = await run(['again', uuid], { locale });
    assert.is(code, 1);
    assert.match(stderr, refusal);
  }
  printing.proven.clear();
  printing.isFull = true;
  assert.match((await run(['again', uuid])).stderr, /could not be stored \(full\)\. Run: kasirbox doctor/);
  printing.known = [];
  assert.match((await run(['again', uuid])).stderr, /No printer is set\. Find yours .*kasirbox settings set printers/);
  assert.equal(printing.all, []);
});

test('where no service runs, printers and again say that nothing is printed until it is started', async () => {
  const data = ['--data', temporaryFolder()];
  assert.is((await kasirbox(['settings', 'set', 'printers', JSON.stringify([SETTING]), ...data])).code, 0);
  const note = /no service runs on this folder; nothing is printed until it is started: kasirbox serve --data '.+'\n/;
  const shown = await kasirbox(['print', 'printers', ...data]);
  assert.is(shown.code, 0);
  assert.match(shown.stdout, /^kasa {2}not checked {2}tcp:/, 'not that it is ready');
  assert.match(shown.stderr, note);
  const asked = await kasirbox(['print', 'again', NOBODY, ...data]);
  assert.is(asked.code, 1);
  assert.match(asked.stderr, note);
  assert.not.match((await run(['printers'])).stderr, note);
});

test('find lists what is plugged in, and says how to look at the network too', async () => {
  const { code, stdout, stderr } = await run(['find']);
  assert.is(code, 0);
  assert.match(stderr, /To search the network, too: kasirbox print find --network/);
  for (const row of stdout.split('\n').filter((one) => /^\S/.test(one)))
    assert.match(row, /^(?:usb|lp|serial):\/\/\S+ {2}(?:USB printer|device file|serial port)/);
});

test('on a Serbian terminal all of it is Serbian', async () => {
  const job = printing.add({ uuid: NOBODY, state: 'blocked', reason: 'paper' });
  const { stdout } = await run(['jobs'], { locale: '', messages: 'sr_RS.UTF-8' });
  assert.match(
    stdout,
    new RegExp(`^${job.id} {2}заустављено .*\\n {2}разлог +Штампач је остао без папира\\.\\n {2}шта сад +Ставите`),
  );
  const again = await run(['again', NOBODY], { locale: 'sr_RS.UTF-8' });
  assert.is(again.code, 1);
  printing.known = [];
  assert.match((await run(['printers'], { locale: 'sr_RS' })).stderr, /^Ниједан штампач није подешен/);
});

/** No English word but commands, options, names and what stands in quotes. */
function isSerbian(said: string): boolean {
  const words = said.replace(
    /kasirbox: |kasirbox [a-z]+(?: [a-zA-Z|-]+)*|„[^”]*”|\([a-z]+\)|\{.*\}|[!-~]*[/.:][!-~]*/g,
    ' ',
  );
  return /[А-я]/.test(words) && !/[a-z]{3,} [a-z]{2,}/.test(words);
}

test('on a Serbian terminal every refusal is Serbian, and on others English', async () => {
  const { uuid } = await issue();
  printing.add({ uuid: NOBODY, state: 'printed' });
  printing.add({ uuid: NOBODY, state: 'sending' });
  const folder = temporaryFolder();
  const wrong = join(folder, 'logo.txt');
  writeFileSync(wrong, 'no picture');
  const damaged = join(folder, 'logo.jpg');
  writeFileSync(damaged, Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1]));
  const refused = [
    ['again', NOBODY],
    ['again', uuid, '--printer', 'bar'],
    ['test', 'bar'],
    ['drawer', 'bar'],
    ['ticket', 'bar'],
    ['cancel', '1'],
    ['cancel', '2'],
    ['cancel', '9'],
    ['cancel', 'x'],
    ['logo', 'bar', '--remove'],
    ['logo', 'kasa', wrong],
    ['logo', 'kasa', damaged],
    ['logo', 'kasa', `${wrong}.png`],
    ['logo', 'kasa', folder],
    ['jobs', '--loud'],
    ['again', uuid, '--printer'],
    ['jobs', 'kasa'],
  ];
  for (const args of refused) {
    const [serbian, english] = await Promise.all([run(args, { locale: 'sr_RS.UTF-8' }), run(args)]);
    assert.ok(serbian.code !== 0 && serbian.code === english.code, args.join(' '));
    assert.ok(isSerbian(serbian.stderr), serbian.stderr);
    assert.not.match(english.stderr, /[А-я]/);
  }
  printing.isFull = true;
  const full = await run(['again', uuid], { locale: 'sr_RS.UTF-8' });
  assert.is(full.stderr, 'kasirbox: Ово није сачувано (full). Покрените: kasirbox doctor\n');
  printing.known = [];
  const unset = await run(['again', uuid], { locale: 'sr_RS.UTF-8' });
  assert.match(
    unset.stderr,
    /^kasirbox: Ниједан штампач није подешен\. .*kasirbox settings set printers '\[\{.*\}\]'\n$/,
  );
});

test('cancel ends a job that waits, and says why other jobs cannot be cancelled', async () => {
  printing.add({ uuid: NOBODY });
  printing.add({ uuid: NOBODY, state: 'sending' });
  const done = await run(['cancel', '1']);
  assert.is(done.code, 0);
  assert.match(done.stdout, /^1 {2}cancelled .*\n {2}reason +Somebody cancelled it\.$/m);
  const refusals = [
    ['1', /Job 1 has ended/],
    ['2', /Job 2 has started printing and cannot be cancelled\. Fix the printer .*, or remove it from the settings/],
    ['9', /There is no print job 9\. See: kasirbox print jobs --all/],
    ['x', /"x" is not the number of a print job/],
  ] as const;
  for (const [id, said] of refusals) {
    const { code, stderr } = await run(['cancel', id]);
    assert.is(code, 1);
    assert.match(stderr, said);
  }
});

function picture(width: number): Buffer {
  return PNG.sync.write(new PNG({ width, height: 8, fill: true }));
}

/** Width and height of the logos that are set. */
function logoSizes(): (readonly [number, number] | undefined)[] {
  return box.parts.settings.now.printers.map(({ logo }) => {
    if (logo === undefined) return undefined;
    const { width, height } = PNG.sync.read(Buffer.from(logo, 'base64'));
    return [width, height];
  });
}

test('logo sets the picture of one printer from a file or standard input, and takes it away', async () => {
  const bar = { ...SETTING, name: 'bar', address: 'lp:///dev/usb/lp0' };
  await box.set('printers', [SETTING, bar]);
  const file = join(temporaryFolder(), 'logo.png');
  const [one, another] = [picture(16), picture(600)];
  writeFileSync(file, one);
  const set = await run(['logo', 'kasa', file]);
  assert.is(set.code, 0, set.stderr);
  assert.match(set.stdout, /^The logo of kasa is set\./);
  assert.equal(logoSizes(), [[16, 8], undefined]);
  assert.equal({ ...box.parts.settings.now.printers[0], logo: '' }, { ...SETTING, logo: '' });
  assert.is((await run(['logo', 'bar', '-'], { input: another })).code, 0);
  assert.equal(logoSizes(), [
    [16, 8],
    [576, 7],
  ]);
  assert.match((await run(['logo', 'Kasa', '--remove'])).stdout, /^Kasa no longer has a logo\./);
  assert.equal(box.parts.settings.now.printers[0], SETTING);
});

test('a logo that cannot be seen on paper is set with a warning in the language of the terminal; --invert mends it', async () => {
  const file = join(temporaryFolder(), 'white.png');
  const white = new PNG({ width: 64, height: 32 });
  for (let dot = 0; dot < 64 * 32; dot += 1) white.data.set([255, 255, 255, dot % 64 < 32 ? 255 : 0], 4 * dot);
  writeFileSync(file, PNG.sync.write(white));
  const set = await run(['logo', 'kasa', file]);
  assert.is(set.code, 0);
  assert.match(set.stderr, /^warning: Almost nothing of this picture is printed.*\(--invert\)\n$/);
  assert.match((await run(['logo', 'kasa', file], { locale: 'sr_RS.UTF-8' })).stderr, /^упозорење: .*готово ништа/);
  const inverted = await run(['logo', 'kasa', '--invert', file]);
  assert.equal([inverted.code, inverted.stderr], [0, '']);
  assert.is((await run(['logo', 'kasa', '--remove'])).stderr, '');
});

test('logo refuses a file that is missing or too large, and a printer that is not set; nothing is changed', async () => {
  const file = join(temporaryFolder(), 'logo.png');
  writeFileSync(file, Buffer.alloc(49 * 1024));
  assert.match((await run(['logo', 'kasa', file])).stderr, /neither a PNG nor a JPEG/);
  writeFileSync(file, Buffer.alloc(16 * 1024 * 1024 + 1));
  assert.match((await run(['logo', 'kasa', file])).stderr, /larger than 16 MiB: use a smaller picture/);
  assert.match((await run(['logo', 'kasa', `${file}.jpg`])).stderr, /does not exist/);
  assert.match((await run(['logo', 'bar', '--remove'])).stderr, /no printer with this name\. Printers: kasa\./);
  assert.equal(box.parts.settings.now.printers, [SETTING]);
});

const VERBS = ['printers', 'find', 'test', 'ticket', 'drawer', 'jobs', 'again', 'cancel', 'logo'];

test('an option or a word that does not belong to the task is a usage error with the usage of that task, exit 2', async () => {
  const wrong = [
    [],
    ['kasa'],
    ['printers', 'kasa'],
    ['printers', '--all'],
    ['test'],
    ['test', 'kasa', 'bar'],
    ['drawer'],
    ['jobs', '--remove'],
    ['again'],
    ['again', NOBODY, '--all'],
    ['cancel'],
    ['cancel', '1', '--printer', 'kasa'],
    ['logo', 'kasa'],
    ['logo', 'kasa', 'a.png', '--remove'],
    ['logo', 'kasa', 'a.png', 'b.png'],
  ];
  for (const args of wrong) {
    const { code, stderr } = await run(args);
    assert.is(code, 2, args.join(' '));
    const verbs = new Set(Array.from(stderr.matchAll(/print ([a-z]+)/g), ([, verb]) => verb));
    const [verb = ''] = args;
    assert.equal([...verbs], VERBS.includes(verb) ? [verb] : VERBS, args.join(' '));
  }
});

test.run();
