// time limit: 300 s
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BootBoard } from '../kit/image/bootBoard.js';
import { BootCard, CARD_NEEDS } from '../kit/image/bootCard.js';
import { WORK } from '../kit/image/made.js';
import { missingPackages } from '../kit/image/programs.js';
import { cleanUp, temporaryFolder } from '../kit/process.js';

/** The box's boot script in the U-Boot of the image, on an emulated Raspberry Pi 3. */
const SCRIPT = resolve(import.meta.dirname, '../../board/boot/boot.cmd');
const FILES = join(WORK, 'boot');
/** Longest that the whole board runs, ms. */
const LIMIT = 280_000;

/** Why nothing can be tested here; undefined where it can. */
function lack(): string | undefined {
  const missing = missingPackages({ 'qemu-system-aarch64': 'qemu-system-arm', setpriv: 'util-linux', ...CARD_NEEDS });
  if (missing.length > 0) return `Debian packages: ${missing.join(' ')}`;
  return BootBoard.isIn(FILES) ? undefined : `an image: scripts/image makes ${FILES}`;
}

let running: { readonly board: BootBoard; readonly card: BootCard } | undefined;

/** One card and one board, switched on again and again: each test sets what it begins with. */
async function bench(): Promise<{ readonly board: BootBoard; readonly card: BootCard }> {
  if (running === undefined) {
    const card = BootCard.make(temporaryFolder(), SCRIPT);
    running = { card, board: await BootBoard.start(FILES, card, LIMIT) };
  }
  return running;
}

/** Starts the board once; returns what ran, and the stored order and tries of A and B. */
async function start(): Promise<string[]> {
  const { board, card } = await bench();
  const { who } = await board.pass();
  const kept = card.environment();
  return [who, ...['BOOT_ORDER', 'BOOT_A_LEFT', 'BOOT_B_LEFT'].map((name) => kept.get(name) ?? 'missing')];
}

async function startWith(order: string, a: string, b: string): Promise<string[]> {
  const { card } = await bench();
  card.change({ BOOT_ORDER: order, BOOT_A_LEFT: a, BOOT_B_LEFT: b });
  return start();
}

const reason = lack();
if (reason !== undefined) console.log(`skipped: the boot script needs ${reason}`);

function it(name: string, work: () => Promise<void>): void {
  if (reason === undefined) test(name, work);
  else test.skip(name, work);
}

/** What U-Boot says before it starts a system that is not on the card. */
const ELSEWHERE = /EFI|bootflow|scanning bus|stop autoboot/;

it('a new card starts A, asks for no system elsewhere, and keeps nothing of the board beside order and tries', async () => {
  const { board, card } = await bench();
  const { who, words } = await board.pass();
  assert.not.match(board.loaderLog, ELSEWHERE);
  assert.is(who, 'slot A');
  assert.match(
    words,
    /^root=PARTUUID=6b617369-02 rootfstype=ext4 rauc\.slot=A .*\bro rootwait systemd\.volatile=state\b/,
  );
  const kept = card.environment();
  assert.equal(
    ['BOOT_ORDER', 'BOOT_A_LEFT', 'BOOT_B_LEFT'].map((name) => kept.get(name)),
    ['A B', '2', '3'],
  );
  assert.equal(
    [...kept.keys()].filter((name) => /^(serial#|fdt_addr|fdtfile|.*ethaddr|board_rev.*|devnum|bootargs)$/.test(name)),
    [],
  );
  assert.equal(
    [...card.environment('uboot.kept')],
    [...kept].filter(([name]) => name.startsWith('BOOT_')),
  );
});

it('a slot that is never confirmed is left for the other one, and both for the rescue system', async () => {
  const { board } = await bench();
  const before = board.loaderLog.length;
  assert.equal(await start(), ['slot A', 'A B', '1', '3']);
  const said = board.loaderLog.slice(before);
  assert.not.match(said, ELSEWHERE, 'it looks elsewhere before it starts the card');
  assert.equal(await start(), ['slot A', 'A B', '0', '3']);
  assert.equal(await start(), ['slot B', 'A B', '0', '2']);
  assert.equal(await startWith('A B', '0', '1'), ['slot B', 'A B', '0', '0']);
  const { who, words } = await board.pass();
  assert.is(who, 'rescue');
  assert.match(words, /^kasirbox\.rescue .*\bro rootwait\b/);
  assert.not.match(words, /rauc\.slot|panic=5 /);
});

it('after an update the new slot has three tries, then the one before runs, which counts in hexadecimal', async () => {
  assert.equal(await startWith('B A', '14', '3'), ['slot B', 'B A', '14', '2']);
  assert.equal(await start(), ['slot B', 'B A', '14', '1']);
  assert.equal(await start(), ['slot B', 'B A', '14', '0']);
  assert.equal(await start(), ['slot A', 'B A', '13', '0']);
  assert.equal(await startWith('A B', '10', '0'), ['slot A', 'A B', 'f', '0']);
});

it('a slot that RAUC has taken out of the order comes last', async () => {
  assert.equal(await startWith('A', '1', '3'), ['slot A', 'A B', '0', '3']);
});

it('order and tries that mean nothing count as A, B and three each', async () => {
  assert.equal(await startWith('C "B;reset AA $x', 'many', '99999999999999999999'), ['slot A', 'A B', '2', '3']);
  assert.equal(await startWith('B B  A  B', '-1', '3 3'), ['slot B', 'B A', '3', '2']);
});

it('a torn environment is what it was at the start before; with that torn as well it is a new one', async () => {
  const { card } = await bench();
  assert.equal(await startWith('B A', '0', '14'), ['slot B', 'B A', '0', '13']);
  card.tear('uboot.env');
  assert.equal(await start(), ['slot B', 'B A', '0', '12']);
  card.tear('uboot.env');
  card.tear('uboot.kept');
  assert.equal(await start(), ['slot A', 'A B', '2', '3']);
});

it('a slot that is unreadable or without a valid kernel is skipped at once', async () => {
  const { card } = await bench();
  card.overwrite('B', 'kernel');
  assert.equal(await startWith('B A', '14', '3'), ['slot A', 'B A', '13', '0']);
  card.overwrite('B', 'all');
  assert.equal(await startWith('B A', '14', '14'), ['slot A', 'B A', '13', '0']);
});

it('where nothing starts it does not look for a system elsewhere', async () => {
  const { board, card } = await bench();
  card.overwrite('A', 'all');
  card.remove('rescue/vmlinuz');
  card.change({ BOOT_ORDER: 'A B', BOOT_A_LEFT: '3', BOOT_B_LEFT: '3' });
  await board.says(/nothing on this card starts/);
  const kept = card.environment();
  assert.equal([kept.get('BOOT_A_LEFT'), kept.get('BOOT_B_LEFT')], ['0', '0']);
});

test.after(async () => {
  if (process.env['SHOW_LOG'] !== undefined) console.log(running?.board.log);
  await running?.board.stop();
  cleanUp();
});
test.run();
