// proof: image
// time limit: 4500 s
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { blocksOf } from '../house/documents.js';
import { newCard } from '../kit/card/cards.js';
import { RedirectedPrinter } from '../kit/guest/redirectedPrinter.js';
import { PassedCard } from '../kit/guest/vscard.js';
import { FILESYSTEM_NEEDS } from '../kit/image/filesystem.js';
import { ImageMachine, MACHINE_NEEDS } from '../kit/image/machine.js';
import { flash, USUAL_CARD_BYTES, whyNotHere } from '../kit/image/made.js';
import { claim, CODE, type Operate, Till } from '../kit/image/owner.js';
import { startOf } from '../kit/image/starter.js';
import { type Shell, Technician, TECHNICIAN_NEEDS } from '../kit/image/technician.js';
import { freePort } from '../kit/port.js';
import { FakePrinter } from '../kit/printer/core.js';
import { foldHomoglyphs, readPiece } from '../kit/printer/reading.js';
import { LineFront } from '../kit/printer/fronts/line.js';
import { cleanUp, temporaryFolder } from '../kit/process.js';

/**
 * The flashed card in a box with 512 MB and all that may be plugged in: a printer of USB's own class, one behind an
 * FTDI adapter, a card reader, a keyboard, a stick; and what may not. Each test goes on where the one before has ended.
 */
const LIMIT = 4_400_000;
const READY = 2_400_000;
/** Longest until the box has noticed or done something, ms. */
const DONE = 1_200_000;
const STICK_BYTES = 64 * 1024 ** 2;
/**
 * Of a board with 512 MB the box may have so much, MB: resident, and all of its service with what the kernel holds for
 * it.
 */
const [MAX_RESIDENT, MAX_OF_SERVICE] = [200, 320];

const reason = whyNotHere({ ...MACHINE_NEEDS, ...FILESYSTEM_NEEDS, ...TECHNICIAN_NEEDS });
if (reason !== undefined) console.log(`skipped: the image needs ${reason}`);

interface Shop {
  readonly machine: ImageMachine;
  readonly shell: Shell;
  readonly operate: Operate;
  readonly till: Till;
}

const folder = temporaryFolder();
const usb = new FakePrinter();
const serial = new FakePrinter();
let printer: RedirectedPrinter;
let machine: ImageMachine | undefined;
let technician: Technician;
let shop: Shop | undefined;
/** Has a test failed? Those behind it would only wait. */
let isBroken = false;

function it(name: string, work: (shop: Shop) => Promise<void>): void {
  if (reason !== undefined) {
    test.skip(name, async () => undefined);
    return;
  }
  test(name, async () => {
    if (shop === undefined || isBroken) throw new Error('a test before this one has failed');
    isBroken = true;
    await work(shop);
    isBroken = false;
  });
}

/** Looks again until it is so. */
async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const late = performance.now() + DONE;
  while (!(await isSo())) {
    if (performance.now() > late) throw new Error(`not within ${DONE} ms: ${what}`);
    await pause(500);
  }
}

/** The rows of a piece of paper, as one compares them. */
function rowsOf(from: FakePrinter, number: number): string[] {
  const piece = from.pieces[number];
  if (piece === undefined) return [];
  const rows = read.get(piece) ?? readPiece(piece, from.options).rows.map(({ text }) => foldHomoglyphs(text.trim()));
  if (piece.end !== 'open') read.set(piece, rows);
  return rows;
}

/** Of pieces that are whole: reading takes seconds, in which no printer answers. */
const read = new WeakMap<object, string[]>();

/** Is this row on the last piece that came out whole? */
function isPrinted(from: FakePrinter, row: string): boolean {
  return from.pieces.some((_, number) => rowsOf(from, number).some((text) => text.includes(foldHomoglyphs(row))));
}

async function start(): Promise<void> {
  const [card, stick] = ['card.img', 'stick.img'].map((name) => join(folder, name)) as [string, string];
  flash(card, USUAL_CARD_BYTES);
  execFileSync('mkfs.vfat', ['-C', stick, String(STICK_BYTES / 1024)]);
  technician = Technician.withKey(join(folder, 'ssh'));
  technician.prepare(card);
  const began = performance.now();
  machine = await ImageMachine.boot({
    ...{ card, start: startOf(card, join(folder, 'start')), limit: LIMIT, memory: 512 },
    lines: ['redir', 'ftdi', 'chip'],
    options: [
      ...['-device', 'qemu-xhci,id=usb,p2=8,p3=8'],
      ...['-device', 'usb-redir,bus=usb.0,chardev=redir', '-device', 'usb-serial,bus=usb.0,chardev=ftdi'],
      ...['-device', 'usb-ccid,bus=usb.0,id=reader', '-device', 'ccid-card-passthru,bus=reader.0,chardev=chip'],
      ...['-device', 'usb-kbd,bus=usb.0', '-device', 'usb-audio,bus=usb.0,audiodev=mute', '-audiodev', 'none,id=mute'],
      ...['-netdev', 'user,id=other', '-device', 'usb-net,bus=usb.0,netdev=other,mac=52:54:00:aa:bb:cc'],
      ...['-drive', `if=none,id=stick,format=raw,file=${stick}`, '-device', 'usb-storage,bus=usb.0,drive=stick'],
    ],
  });
  printer = new RedirectedPrinter(
    usb,
    { vendor: 0x04b8, product: 0x0e15, maker: 'EPSON', name: 'TM-T20II', serial: 'R0001' },
    await machine.line('redir'),
  );
  printer.plug();
  const front = new LineFront(serial, await machine.line('ftdi'));
  assert.ok(front);
  await machine.ready(READY);
  const { seconds, read, written } = await machine.cost();
  const megabytes = (bytes: number): string => (bytes / 1024 ** 2).toFixed(1);
  console.log(
    `ready after ${((performance.now() - began) / 1000).toFixed(0)} s, of which ${seconds.toFixed(0)} s of processors`,
  );
  console.log(`first start: ${megabytes(read)} MB read from the card, ${megabytes(written)} MB written`);
  await until('the ticket', () => usb.pieces.length > 0);
  const operate = await claim(machine);
  const till = await Till.open(machine, operate);
  const shell = await technician.signIn(machine);
  const micros = await shell.does('systemctl show kasirbox --property=ActiveEnterTimestampMonotonic --value');
  console.log(`ready ${(Number(micros) / 1e6).toFixed(1)} s after its kernel began, by the clock of the guest`);
  shop = { machine, operate, till, shell };
}

if (reason === undefined) test.before(start);

it('the printer of a new box gives the ticket: claim code, address, and what tablets need to trust it', async () => {
  const rows = rowsOf(usb, 0);
  for (const row of ['ПОДАЦИ О УРЕЂАЈУ', `${CODE.slice(0, 4)}-${CODE.slice(4)}`, '/var/lib/kasirbox/tls/ca.pem'])
    assert.ok(rows.includes(foldHomoglyphs(row)), `${row}: ${rows.join('; ')}`);
  assert.ok(rows.some((row) => row.startsWith('https://kasirbox-')));
  assert.equal(usb.errors, []);
});

it('the data partition has the rest of a card of 32 GB, and little of it was written for that', async ({ shell }) => {
  const [size = 0, free = 0] = (await shell.does('df --block-size=1 --output=size,avail /data | tail -n 1'))
    .trim()
    .split(/\s+/)
    .map(Number);
  assert.ok(size > 0.94 * USUAL_CARD_BYTES, `${size} bytes`);
  assert.ok(free > 0.99 * size, `${free} of ${size} bytes free`);
});

it('no unit has failed, nothing is writable but the data, and no sign-in by password is possible', async ({
  shell,
}) => {
  assert.is(await shell.does('systemctl --failed --plain --no-legend'), '');
  await until('a system that runs', async () => (await shell.run('systemctl is-system-running')).text === 'running\n');
  const mounts = (await shell.does('findmnt --real --noheadings --list --output TARGET,FSTYPE,OPTIONS')).split('\n');
  const writable = mounts.filter((row) => /^\S+\s+(ext4|vfat)\s+rw/.test(row)).map((row) => row.split(' ')[0]);
  assert.equal(writable.sort(), ['/data', '/media/sda', '/var/lib/kasirbox']);
  assert.is(await shell.does(`awk -F: '$2 !~ /^[*!]/' /etc/shadow`), '');
  assert.match(await shell.does('journalctl --header | grep "File path"'), /^File path: \/run\/log\/journal/);
});

it('the box runs as its own user, closed in, watched by the hardware watchdog', async ({ shell }) => {
  const shown = await shell.does('systemctl show kasirbox --property=User,MainPID,MemoryCurrent,MemoryPeak');
  assert.match(shown, /^User=kasirbox$/m);
  const security = await shell.does('systemd-analyze security --no-pager kasirbox | tail -n 1');
  assert.ok(Number(/: ([\d.]+)/.exec(security)?.[1]) <= 2, security);
  assert.match(await shell.does('systemctl show --property=WatchdogDevice'), /=\/dev\/watchdog/);
  const resident = Number(await shell.does(`awk '/VmRSS/ { print $2 }' /proc/$(pidof -s node)/status`)) / 1024;
  const peak = Number(/^MemoryPeak=(\d+)$/m.exec(shown)?.[1]) / 1024 ** 2;
  console.log(`resident ${resident.toFixed(0)} MB, service at most ${peak.toFixed(0)} MB`);
  assert.ok(resident <= MAX_RESIDENT && peak <= MAX_OF_SERVICE);
});

it('who is on its network gets in where the box serves, and nowhere else', async ({ machine, shell }) => {
  const port = await freePort();
  await machine.qmp.run('human-monitor-command', { 'command-line': `hostfwd_add net tcp:127.0.0.1:${port}-:8080` });
  void shell.run('busybox nc -l -p 8080 </etc/hostname');
  await until('somebody who listens', async () => (await shell.run('ss -ltn | grep -q :8080')).code === 0);
  const answer = execFileSync('sh', ['-c', `timeout 10 curl -s telnet://127.0.0.1:${port} </dev/null || echo none`]);
  assert.is(answer.toString().trim(), 'none');
  assert.match(await shell.does('busybox nc -w 5 127.0.0.1 8080 </dev/null'), /kasirbox/);
  // 53 and 67 are open on the box's own Wi-Fi alone.
  const served = (await shell.does(`ss -Hltun | awk '{ print $1, $5 }'`)).split('\n');
  const outward = served.filter((row) => !/ (127\.|\[::1\]|\[::ffff:127)/.test(row));
  const ports = outward.map((row) => Number(/:(\d+)$/.exec(row)?.[1]));
  assert.equal(
    [...new Set(ports)].sort((a, b) => a - b),
    [22, 68, 80, 443, 5353, 5355].filter((n) => ports.includes(n)),
  );
});

it('what is no printer, reader, serial line, keyboard or stick is switched off', async ({ shell }) => {
  const classes = await shell.does('cd /sys/bus/usb/devices; grep -H . *:*/bInterfaceClass *:*/authorized');
  const of = (name: string): Map<string, string> =>
    new Map([...classes.matchAll(new RegExp(`^(\\S+)/${name}:(\\w+)$`, 'gm'))].map(([, at = '', is = '']) => [at, is]));
  const [kinds, allowed] = [of('bInterfaceClass'), of('authorized')];
  const off = [...kinds].filter(([at]) => allowed.get(at) === '0').map(([, kind]) => kind);
  assert.equal([...new Set(off)].sort(), ['01', '02']);
  assert.equal([...kinds.values()].filter((kind) => kind === '01').length, off.filter((kind) => kind === '01').length);
  assert.equal(
    (await shell.does('ls /sys/class/net'))
      .split('\n')
      .sort()
      .filter((name) => /^(usb|enx)/.test(name)),
    [],
  );
});

it('a sale is on paper, and comes to its end through paper that is out, a cable and a switch', async (shop) => {
  const { operate, till } = shop;
  const printers = [
    { name: 'usb', address: 'usb://04b8:0e15/R0001', width: 80, dpi: 203, mode: 'raster', autoPrint: true },
    { name: 'ftdi', address: 'serial:///dev/ttyUSB0?baud=115200', width: 80, dpi: 203, mode: 'text', autoPrint: false },
  ];
  await operate('settings.set', { name: 'printers', value: printers });
  const prints = async (uuid: string): Promise<void> => {
    await until(`${uuid} on paper`, async () => String(await till.printStates(uuid)) === 'printed');
  };
  await prints(await till.sell());
  assert.ok(isPrinted(usb, 'Кафа'));

  usb.paper('out');
  const waiting = await till.sell();
  await until('a job that waits', async () => String(await till.printStates(waiting)) === 'blocked');
  usb.paper('ok');
  await prints(waiting);

  printer.unplug();
  const unplugged = await till.sell();
  printer.plug();
  await prints(unplugged);

  printer.stall(1);
  await prints(await till.sell());
  assert.equal(usb.errors, []);
});

it('a printer behind an FTDI adapter prints', async ({ operate }) => {
  const { report } = (await operate('print.test', { name: 'ftdi' })) as { report: { state: string } | null };
  assert.is(report?.state, 'printed');
  assert.ok(serial.pieces.length > 0);
  assert.equal(serial.errors, []);
});

it('a card in the reader is read', async ({ machine, shell }) => {
  const chip = new PassedCard(await machine.line('chip'));
  await chip.meet();
  await chip.insert(await newCard());
  await until('the card', async () => /UID +CARD0001/.test((await shell.run('kasirbox card info')).text));
  assert.match(await shell.does('kasirbox card readers'), /08e6:4433/);
});

it('typed keys restart nothing', async ({ machine, shell }) => {
  assert.match(await shell.does('cat /proc/bus/input/devices'), /QEMU USB Keyboard/);
  const boot = await shell.does('cat /proc/sys/kernel/random/boot_id');
  const type = (keys: readonly string[]): Promise<unknown> =>
    machine.qmp.run('send-key', { keys: keys.map((data) => ({ type: 'qcode', data })) });
  for (let n = 0; n < 10; n += 1) await type(['ctrl', 'alt', 'delete']);
  await type(['alt', 'sysrq', 'b']);
  for (const key of ['8', '6', '0', 'ret']) await type([key]);
  await pause(3000);
  assert.is(await shell.does('cat /proc/sys/kernel/random/boot_id'), boot);
});

it('the commands for a spare box put it back by a backup from a stick, and it sells on', async ({
  shell,
  till,
  machine,
}) => {
  const uuid = await till.sell();
  await shell.does('kasirbox backup code >/tmp/code');
  await shell.does('kasirbox backup /media/sda/NAME.age', { limit: DONE });
  const block = blocksOf('docs/board.md').find(({ kind, text }) => kind === 'console' && text.includes('restore'));
  assert.ok(block);
  // A person types the code.
  const restore = block.text.replace(/sda1/g, 'sda').replace('NAME.age', 'NAME.age --code-file /tmp/code');
  await shell.does(`set -e; ${restore.replace('kasirbox doctor', '{ kasirbox doctor || true; }')}`, {
    limit: 2 * DONE,
  });
  await machine.ready(READY);
  assert.is(await till.find(uuid), uuid);
  await till.sell();
});

it('a hanging machine is restarted by its watchdog, and doctor reports that', async ({ machine, shell }) => {
  // Only in this test the guest continues after a reset; no slot is chosen in between.
  await machine.qmp.run('set-action', { reboot: 'reset' });
  await shell.does('sysctl -q -w kernel.panic=0 kernel.panic_on_oops=0');
  void shell.run('echo c >/proc/sysrq-trigger').catch(() => undefined);
  await machine.qmp.event('WATCHDOG', {}, DONE);
  const before = await machine.cost();
  await machine.ready(READY);
  const after = await machine.cost();
  const megabytes = (after.read - before.read) / 1024 ** 2;
  console.log(
    `second start: ${(after.seconds - before.seconds).toFixed(0)} s of processors, ${megabytes.toFixed(1)} MB read`,
  );
  const again = await technician.signIn(machine);
  assert.match((await again.run('LC_ALL=C kasirbox doctor')).text, /the box hung and restarted itself/);
});

test.after(async () => {
  await machine?.stop();
  cleanUp();
});
test.run();
