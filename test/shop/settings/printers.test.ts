import { english, failed, verbatim } from '../../../src/base/index.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Log, silentLog } from '../../../src/base/log.js';
import { checkSetting } from '../../../src/shop/settings/check.js';
import { MAX_LOGO } from '../../../src/shop/settings/printersSetting.js';
import { type PrinterSetting, samePrinter } from '../../../src/shop/settings/printers.js';
import { defaultSettings } from '../../../src/shop/settings/registry.js';
import { Settings } from '../../../src/shop/settings/settings.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { openLedger } from '../../kit/ledger.js';
import { SETTINGS_KEY } from '../../kit/settingsKey.js';
import { inEnglish } from '../../kit/inEnglish.js';

const MAX_LOGOS = 256 * 1024;

const KASA = { name: 'kasa', address: 'tcp://192.168.1.50:9100', width: 80, dpi: 203, mode: 'raster' };
const BAR = { ...KASA, name: 'bar', address: 'serial:///dev/ttyUSB0?baud=115200&flow=rtscts' };
const USB = { ...KASA, address: 'usb://04b8:0e15' };
const PNG = Buffer.from('not looked into here').toString('base64');
const picture = (bytes: number): string => Buffer.alloc(bytes, 1).toString('base64');

function refusal(...printers: readonly object[]): string {
  const checked = checkSetting('printers', printers, defaultSettings());
  if (checked.ok) throw new Error(`took ${JSON.stringify(printers).slice(0, 300)}`);
  return english(checked.error);
}

function takes(...printers: readonly object[]): void {
  const checked = checkSetting('printers', printers, defaultSettings());
  assert.ok(checked.ok, checked.ok ? '' : english(checked.error));
}

test('in the language of Star every slip is drawn, at 203 dpi', () => {
  const star = { ...KASA, language: 'star' };
  takes(star);
  takes({ ...KASA, language: 'escpos', mode: 'text' });
  const use = 'in the language star, every slip is printed as a picture. Use "mode":"raster".';
  assert.is(refusal({ ...star, mode: 'text' }), `printers: kasa: ${use}`);
  const dpi = 'a printer with the language star has 203 dpi. Use "dpi":203.';
  assert.is(refusal({ ...star, dpi: 180 }), `printers: kasa: ${dpi}`);
  assert.match(refusal({ ...KASA, language: 'brother' }), /language/);
});

test('a printer needs name, address, width, dpi and mode; everything else may be left out', () => {
  takes(KASA);
  takes({
    ...KASA,
    ...{ autoPrint: true, dots: 512, codePages: 'bixolon', copies: 3, cutter: 'none', drawer: 'pin5', logo: PNG },
    ...{ maxWaiting: 1000, maxAgeHours: 168 },
  });
  for (const field of Object.keys(KASA)) {
    assert.match(refusal({ ...KASA, [field]: undefined }), new RegExp(`needs the member "${field}"`));
  }
  assert.match(refusal({ ...KASA, color: true }), /^printers: \[0\] may not have a member "color"\.$/);
});

test('a name is 1 to 30 letters of any alphabet, digits or hyphens, and no other printer has it', () => {
  for (const name of ['k', 'Каса-2', 'šank', '2', 'x'.repeat(30)]) takes({ ...KASA, name });
  for (const name of ['', '-kasa', 'kasa 1', 'ka/sa', 'x'.repeat(31), 'kasa\n', 'ka\u200Bsa', 'a_b', 's\u030Cank']) {
    assert.match(refusal({ ...KASA, name }), /name must be 1 to 30 letters, digits or hyphens/, name);
  }
  const twin = { ...BAR, name: 'KASA' };
  assert.is(refusal(KASA, twin), 'printers: KASA: another printer has this name. Give each its own name.');
});

test('an address is one of four kinds, and two printers are never at the same', () => {
  assert.match(
    refusal({ ...KASA, address: 'http://192.168.1.50' }),
    /^printers: kasa: The address of a network printer is like /,
  );
  const twins = [
    ['tcp://192.168.1.50', 'tcp://192.168.1.50:9100'],
    ['tcp://Kuhinja.local', 'tcp://kuhinja.LOCAL:9100'],
    ['tcp://localhost', 'tcp://127.0.0.1'],
    ['tcp://[::1]', 'tcp://LOCALHOST'],
    ['tcp://[::1]:9101', 'tcp://127.0.0.1:9101'],
    ['tcp://[fe80::1]', 'tcp://[FE80:0:0:0:0:0:0:1]'],
    ['serial:///dev/ttyUSB0', 'serial:///dev/ttyUSB0?baud=9600'],
    ['lp:///dev/ttyUSB0', 'serial:///dev/ttyUSB0'],
    ['usb://04b8:0e15/A', 'usb://04B8:0E15/A'],
    ['usb://04b8:0e15/A', 'usb://04b8:0e15'],
    ['usb://04b8:0e15', 'usb://04b8:0e15'],
  ] as const;
  for (const [one, other] of twins) {
    const said = refusal({ ...KASA, address: one }, { ...BAR, address: other });
    assert.match(said, /^printers: bar: kasa has the same address\. Set each printer once\./, `${one} ${other}`);
    assert.is(said.includes('serial numbers'), one.startsWith('usb'));
  }
  takes(KASA, { ...BAR, address: 'tcp://192.168.1.50:9101' });
  takes({ ...KASA, address: 'tcp://localhost' }, { ...BAR, address: 'tcp://[::1]:9101' });
  takes({ ...KASA, address: 'tcp://[fe80::1]' }, { ...BAR, address: 'tcp://[fe80::2]' });
  takes({ ...USB, address: 'usb://04b8:0e15/A' }, { ...BAR, address: 'usb://04b8:0e15/B' });
  takes(USB, { ...BAR, address: 'usb://04b8:0e20' });
  takes(KASA, BAR, { ...USB, name: 'usb' }, { ...USB, name: 'lp', address: 'lp:///dev/usb/lp0' });
});

test('a device file that is never a printer is refused, and no other', () => {
  const others =
    'null zero full random urandom mem kmem port kmsg watchdog watchdog0 console tty tty0 tty63 vcsa1 ptmx fd/1 stdout ' +
    'sda sdb1 mmcblk0 mmcblk0p1 nvme0n1 loop0 loop-control ram0 dm-0 disk/by-id/usb-Stick mapper/root shm/x';
  const printers =
    'usb/lp0 usblp0 lp0 ttyUSB0 ttyACM0 ttyS0 ttyAMA0 ttyXRUSB0 ttymxc2 serial/by-id/usb-1a86-if00 pts/3 printer nullo';
  for (const scheme of ['lp', 'serial']) {
    for (const name of others.split(' ')) {
      const said = refusal({ ...KASA, address: `${scheme}:///dev/${name}` });
      assert.ok(said.startsWith(`printers: kasa: /dev/${name} is not a printer. Give the device file of one`), said);
    }
    for (const name of printers.split(' ')) takes({ ...KASA, address: `${scheme}:///dev/${name}` });
  }
});

test('the dots of the head fit the width of the paper and the dpi', () => {
  for (const [width, dpi, dots] of [
    [58, 203, 384],
    [58, 180, 384],
    [80, 203, 512],
    [80, 203, 576],
    [80, 180, 512],
  ]) {
    takes({ ...KASA, width, dpi, dots });
  }
  assert.is(
    refusal({ ...KASA, width: 58, dots: 576 }),
    'printers: kasa: a head for 58 mm paper with 203 dpi has 384 dots, not 576.',
  );
  assert.match(refusal({ ...KASA, dots: 384 }), /80 mm paper with 203 dpi has 512 or 576 dots, not 384/);
  assert.match(refusal({ ...KASA, dpi: 180, dots: 576 }), /has 512 dots, not 576/, '576 dots of 180 dpi are 81 mm');
});

test('words and numbers of a printer are held to their lists and bounds', () => {
  const wrong: readonly (readonly [object, RegExp])[] = [
    [{ width: 57 }, /width must be one of 58, 80/],
    [{ width: '80' }, /width must be one of 58, 80/],
    [{ dpi: 300 }, /dpi must be one of 180, 203/],
    [{ mode: 'bitmap' }, /mode must be one of raster, text/],
    [{ autoPrint: 'yes' }, /autoPrint must be true or false, or a list in brackets/],
    [{ autoPrint: ['Sale'] }, /autoPrint\[0\] must be one of Normal, ProForma, Copy, Training, Advance/],
    [{ autoPrint: ['Copy', 'Copy'] }, /autoPrint may name each entry only once/],
    [{ copies: 0 }, /copies must be at least 1/],
    [{ copies: 4 }, /copies must be at most 3/],
    [{ copies: 1.5 }, /copies must be a whole number/],
    [{ cutter: 'half' }, /cutter must be one of none, partial, full/],
    [{ drawer: 2 }, /drawer must be a text/],
    [{ maxWaiting: 0 }, /maxWaiting must be at least 1/],
    [{ maxWaiting: 1001 }, /maxWaiting must be at most 1000/],
    [{ maxAgeHours: 0 }, /maxAgeHours must be at least 1/],
    [{ maxAgeHours: 169 }, /maxAgeHours must be at most 168/],
    [{ codePages: 'star' }, /codePages must be one of epson, bixolon, rongta, xprinter, zjiang/],
    [{ codePages: { cp855: 256 } }, /codePages\.cp855 must be at most 255/],
    [{ codePages: { cp866: 17 } }, /codePages may not have a member "cp866"/],
    [{ codePages: 17 }, /codePages must be a text, or an object in braces/],
  ];
  for (const [change, said] of wrong) assert.match(refusal({ ...KASA, ...change }), said);
  for (const autoPrint of [false, [], ['Normal', 'Advance']]) takes({ ...KASA, autoPrint });
  const without = Array(21).fill(KASA) as object[];
  assert.match(refusal(...without), /may have at most 20 entries/);
});

test('code pages by number hold at least one with Cyrillic', () => {
  for (const page of ['windows-1251', 'cp855', 'iso-8859-5']) takes({ ...KASA, codePages: { [page]: 0, cp852: 18 } });
  for (const codePages of [{}, { 'windows-1250': 45, cp852: 18 }]) {
    assert.match(refusal({ ...KASA, codePages }), /^printers: kasa: codePages has no page with Cyrillic\. Give/);
  }
});

test('two code pages are not under one number, where the printer can have one only', () => {
  assert.is(
    refusal({ ...KASA, codePages: { 'windows-1251': 46, cp855: 0, cp852: 0 } }),
    'printers: kasa: codePages has the number 0 twice. The self-test of the printer prints the number of each page.',
  );
});

test('a logo is base64 of at most 48 KiB, and all logos together have at most 256 KiB', () => {
  takes({ ...KASA, logo: picture(MAX_LOGO) });
  assert.match(refusal({ ...KASA, logo: picture(MAX_LOGO + 1) }), /logo has 49 KiB\. Use a picture of 48 KiB at most/);
  for (const logo of ['', 'logo.png', '=', 'A', 'AA', 'AAA', 'AA=', 'AAAAA', 'AA==AAAA', 'AAAA\n', 'AAA=='])
    assert.match(refusal({ ...KASA, logo }), /logo must be a PNG in base64.*kasirbox print logo kasa FILE$/, logo);
  const many = (count: number): object[] =>
    Array.from({ length: count }, (_, n) => ({
      ...KASA,
      name: `p${n}`,
      address: `tcp://h${n}`,
      logo: picture(MAX_LOGO),
    }));
  assert.is(Math.floor(MAX_LOGOS / MAX_LOGO), 5);
  takes(...many(5));
  assert.match(
    refusal(...many(6)),
    /^printers: the logos have 288 KiB in total\. Use smaller pictures: 256 KiB at most/,
  );
});

test('a logo is shown as a note of its size, and the note is never taken for a logo', async () => {
  const settings = new Settings(await openLedger(new MemoryDisk()), '1.0', silentLog, SETTINGS_KEY);
  assert.ok((await settings.set('printers', [{ ...KASA, logo: picture(1000) }, BAR])).ok);
  for (const name of [undefined, 'printers']) {
    const shown = settings.show(name);
    assert.ok(shown.ok);
    assert.equal(shown.value['printers'], [{ ...KASA, logo: '(1000 bytes)' }, BAR]);
    const again = await settings.set('printers', shown.value['printers']);
    if (again.ok) throw new Error('took its own note');
    assert.match(
      english(again.error),
      /^printers: kasa: logo is only a note of the size of the picture.*kasirbox print logo kasa FILE$/,
    );
  }
  assert.is(settings.now.printers[0]?.logo, picture(1000), 'nothing was changed');
});

test('the largest setting that there can be survives a restart', async () => {
  const disk = new MemoryDisk();
  const ledger = await openLedger(disk);
  const printers = Array.from({ length: 20 }, (_, n) => ({
    ...{ ...KASA, name: `${n}`.padStart(30, 'x'), address: `tcp://${'h'.repeat(60)}${n}` },
    ...(n < 5 && { logo: picture(MAX_LOGO) }),
  }));
  assert.ok((await new Settings(ledger, '1.0', silentLog, SETTINGS_KEY).set('printers', printers)).ok);
  await ledger.close();
  assert.equal(new Settings(await openLedger(disk), '1.0', silentLog, SETTINGS_KEY).now.printers, printers);
});

/** The settings of a box that starts with this stored as its printers, and why it left some out. */
async function started(stored: unknown): Promise<{ settings: Settings; reasons: unknown[] }> {
  const ledger = await openLedger(new MemoryDisk());
  assert.ok((await ledger.put({ type: 'setting', name: 'printers', value: JSON.stringify(stored) })).ok);
  const reasons: unknown[] = [];
  const log: Log = (event, fields) => {
    if (event === 'printer.left_out') reasons.push(fields?.['reason']);
  };
  const settings = new Settings(ledger, '1.0', log, SETTINGS_KEY);
  return { settings, reasons };
}

test('of what an earlier release took for printers those that can be used are, and the log says why the others are not', async () => {
  const usb = { ...USB, name: 'usb' };
  const { settings, reasons } = await started([
    ...[{ name: 'x' }, 'kasa', null, { ...KASA, name: 'com', address: 'COM3' }, KASA, { ...BAR, name: 'Kasa' }],
    ...[{ ...BAR, address: KASA.address }, BAR, { ...usb, dots: 384 }, usb, { ...usb, name: 'usb2' }],
  ]);
  assert.equal(settings.now.printers, [KASA, BAR, usb]);
  const said = [
    /^printers: \[0\]: the value needs the member "address"\.$/,
    /^printers: \[1\]: the value must be an object in braces\.$/,
    /^printers: \[2\]: the value must be an object in braces\.$/,
    /^printers: com: The address of a network printer is like /,
    /^printers: Kasa: another printer has this name/,
    /^printers: bar: kasa has the same address/,
    /^printers: usb: a head for 80 mm paper/,
    /^printers: usb2: usb has the same address/,
  ];
  assert.is(reasons.length, said.length);
  for (const [index, words] of said.entries()) assert.match(String(reasons[index]), words);
  assert.ok((await settings.set('simplifiedCash', true)).ok, 'other settings can be changed');
  assert.ok((await settings.set('printers', settings.now.printers)).ok, 'and what is left could be set so');
});

test('a box starts without printers when what is stored is no list of them', async () => {
  for (const stored of [{}, null, 'kasa', 1]) {
    const { settings, reasons } = await started(stored);
    assert.equal(settings.now.printers, []);
    assert.equal(reasons, ['printers: the value must be a list in brackets.']);
  }
  assert.equal((await started([])).reasons, []);
});

test('two settings of a printer are the same whatever the order of their members, and no others are', () => {
  const one: PrinterSetting = {
    ...{ name: 'kasa', address: 'tcp://192.168.1.50', width: 80, dpi: 203, mode: 'text' },
    codePages: { cp855: 60, cp852: 18 },
  };
  const members = Object.entries({ ...one, codePages: { cp852: 18, cp855: 60 } }).reverse();
  const turned = Object.fromEntries(members) as unknown as PrinterSetting;
  assert.not.equal(JSON.stringify(turned), JSON.stringify(one));
  assert.ok(samePrinter(one, turned));
  assert.not.ok(samePrinter(one, { ...one, copies: 2 }));
  assert.not.ok(samePrinter(one, { ...one, codePages: { cp855: 60, cp852: 19 } }));
});

test('a change is made from what holds, and two at a time do not lose each other', async () => {
  const settings = new Settings(await openLedger(new MemoryDisk()), '1.0', silentLog, SETTINGS_KEY);
  const add = (printer: object) =>
    settings.change('printers', ({ printers }) => ({ ok: true, value: [...printers, printer] }));
  assert.ok((await Promise.all([add(KASA), add(BAR)])).every(({ ok }) => ok));
  assert.equal(settings.now.printers, [KASA, BAR]);
  const refused = await settings.change('printers', () => failed(verbatim('Not so.')));
  assert.equal(inEnglish(refused), { ok: false, error: 'Not so.' });
});

test.run();
