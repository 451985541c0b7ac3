// proof: project
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { createServer } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { drawPdf } from '../../src/paper/documents/pdf/draw.js';
import { PdfRenderer } from '../../src/paper/documents/pdf/renderer.js';
import { receiptData } from '../../src/paper/documents/pdf/archive.js';
import { describeSheet } from '../../src/paper/documents/sheet/describe.js';
import { ExternalDialer } from '../../src/processors/pfr/http/externalKey/dial.js';
import { TlsThread } from '../../src/processors/pfr/http/externalKey/thread.js';
import { issued, SALE } from '../paper/journal/invoices.js';
import { shareOf } from '../kit/cases.js';
import { NO_LIMIT } from '../kit/drawing.js';
import { keyOf } from '../processors/pfr/http/externalKey/keys.js';
import { during } from '../processors/pfr/http/servers.js';
import { identities } from '../processors/pfr/http/tlsServers.js';

const ROOT = resolve(import.meta.dirname, '../..');
const ENTRY = resolve(import.meta.dirname, 'fixtures/bundle/entry.ts');
const CODE = ['kasirbox.cjs', 'box.cjs', 'files.cjs', 'fleet.cjs'];
const BUNDLES = [
  ...CODE,
  ...['board.cjs', 'pdf-worker.cjs', 'tls-worker.cjs', 'star-encoder.cjs', 'nats-client.cjs', 'koa-body.cjs'],
];
const FONTS = [
  ...['DejaVuSansMono.ttf', 'Inter_400Regular.ttf', 'Inter_600SemiBold.ttf'],
  ...['LICENSE-DejaVu', 'LICENSE-Inter'],
].map((name) => `fonts/${name}`);
const NATIVE = ['koffi', 'serialport', 'usb'].flatMap((name) =>
  ['arm64', 'x64'].map((cpu) => `native/${name}.linux-${cpu}.node`),
);
/** A script of a screen, named by its content. */
const CHUNK = /^web\/chunk-[A-Z0-9]{8}\.js(?:\.gz)?$/;

/** A picture of the help page. */
const HELP_PICTURE = /^web\/help-[a-z0-9-]+\.png$/;

function inWeb(name: string): string {
  return `web/${name}`;
}

const FILES = [
  'THIRD-PARTY-NOTICES.txt',
  ...BUNDLES.flatMap((name) => [name, `${name}.map`]),
  'sql-wasm.wasm',
  ...FONTS,
  ...['12x24', '12x48', '14x28', '14x56', '18x36', '24x48', '28x56', '9x18', '9x36'].map(
    (cell) => `faces/${cell}.face`,
  ),
  ...['app.css', 'app.css.gz', 'app.js', 'app.js.gz', 'sw.js', 'sw.js.gz', 'index.html'].map(inWeb),
  ...['manifest.webmanifest', 'icon-192.png', 'icon-512.png', 'icon.svg', 'help.json', 'help.json.gz'].map(inWeb),
  ...NATIVE,
];

// Outside the project, so that no node_modules hides a missing file.
const folder = mkdtempSync(join(tmpdir(), 'kasirbox build '));
const first = join(folder, 'first');
const second = join(folder, 'second');

function build(out: string): string {
  const args = [join(ROOT, 'build.mjs'), '--entry', ENTRY, '--out', out];
  const env = { ...process.env, SOURCE_DATE_EPOCH: '1700000000' };
  return execFileSync(process.execPath, args, { encoding: 'utf8', cwd: folder, env });
}

/** In CI the second build is made by every third commit. */
const [isTwice] = shareOf([true, false, false], 3);

let printed = '';
test.before(() => {
  printed = build(first);
  if (isTwice === true) build(second);
});
test.after(() => rmSync(folder, { recursive: true }));

test('the build makes the bundle with its files, and reports their sizes', () => {
  const files = readdirSync(first, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map(({ parentPath, name }) => relative(first, join(parentPath, name))).sort();
  assert.equal(
    names.filter((name) => !CHUNK.test(name) && !HELP_PICTURE.test(name)),
    [...FILES].sort(),
  );
  assert.ok(
    names.some((name) => CHUNK.test(name)),
    'screens are scripts of their own',
  );
  for (const name of FILES)
    assert.match(printed, new RegExp(`^ *\\d+ KiB {2}\\S.*${name.replaceAll('.', '\\.')}$`, 'm'));
});

if (isTwice === true) {
  test('the same sources give the same bytes', () => {
    for (const name of FILES) {
      assert.ok(readFileSync(join(first, name)).equals(readFileSync(join(second, name))), name);
    }
  });
}

/** Runs the bundle of the fixture, which touches every package, in an empty folder. */
function runBundle(node: string, from = first): unknown {
  return JSON.parse(execFileSync(node, [join(from, 'kasirbox.cjs')], { encoding: 'utf8', cwd: folder }));
}

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const { maker, esirNumber, supplier } = JSON.parse(readFileSync(join(ROOT, 'maker.json'), 'utf8')) as {
  readonly maker: string;
  readonly esirNumber: string;
  readonly supplier: Readonly<Record<'name' | 'address' | 'phone' | 'email', string>>;
};
const { name, address, phone, email } = supplier;
const madeBy = { maker, esirNumber, supplier: [name, address, phone, email].filter((text) => text !== '').join(', ') };
const EXPECTED = {
  ...{ version, madeBy, buildTime: 1_700_000_000_000, sql: 42, ajv: false, koa: 'function', x509: 'function' },
  ...{ serialPorts: true, usbBus: true, failures: [] },
};

test('the bundle runs without node_modules and knows its version, build time, maker and ESIR number', () => {
  assert.equal(runBundle(process.execPath), EXPECTED);
});

const boxNode = process.env['KASIRBOX_NODE24'];
if (boxNode === undefined) {
  console.log('skipped: the Node of the box, which scripts/test fetches');
  test.skip('the bundle runs on the Node of the box (scripts/test fetches it)');
} else {
  test('the bundle runs on the Node of the box', () => {
    assert.equal(runBundle(boxNode), EXPECTED);
  });
}

test('where native parts are missing, or for another machine, the bundle runs and names them', () => {
  const broken = join(folder, 'broken');
  cpSync(first, broken, { recursive: true });
  for (const name of NATIVE) {
    if (name.includes('usb')) writeFileSync(join(broken, name), 'no library');
    else rmSync(join(broken, name));
  }
  const { failures, ...rest } = runBundle(process.execPath, broken) as typeof EXPECTED & { failures: string[] };
  assert.equal({ ...rest, failures: [] }, { ...EXPECTED, serialPorts: false, usbBus: false });
  assert.match(String(failures[0]), /^serialport: Cannot find module .*native\/serialport\.linux-/);
  assert.match(String(failures[1]), /^usb: .*usb\.linux-/);
  assert.is(failures.length, 2);
});

test('the drawing process runs without node_modules, with the fonts beside it', async () => {
  const renderer = new PdfRenderer({ worker: [join(first, 'pdf-worker.cjs')], limitMs: NO_LIMIT });
  const drawn = await renderer.render(issued(SALE), 'a4');
  renderer.stop();
  assert.ok(
    drawn.ok && drawn.value.equals(await drawPdf(describeSheet(issued(SALE), 'a4'), receiptData(issued(SALE)))),
  );
});

test('the thread for TLS runs without node_modules, and meets the server that a key elsewhere is for', async () => {
  const { client, trusting, asking, server } = await identities;
  const listening = createServer({ ...server, ...asking }, (socket) => socket.on('error', () => undefined).end('0100'));
  await during(listening, async (port) => {
    const thread = new TlsThread({ program: join(first, 'tls-worker.cjs') });
    const { ca } = trusting;
    const dialer = new ExternalDialer({ key: keyOf(client), host: '127.0.0.1', port, ca, reportsKey: false, thread });
    const dialled = await dialer.dial({ by: 'clock' }, new AbortController().signal);
    assert.ok(dialled.ok, JSON.stringify(dialled));
    assert.is(await text(dialled.value), '0100');
    thread.kill();
  });
});

test('the box holds no code of the drawing process', () => {
  for (const name of CODE) assert.not.match(readFileSync(join(first, name), 'utf8'), /PDFDocument|fontkit/, name);
});

test('the notices name the packages in the bundle with their licences, and no others', () => {
  const notices = readFileSync(join(first, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  assert.match(notices, /^koa 3\.\d+\.\d+ \(MIT\)$/m);
  assert.match(notices, /^reflect-metadata [\d.]+ \(Apache-2\.0\)$/m);
  assert.match(notices, /Permission is hereby granted, free of charge/);
  assert.match(notices, /^pdfkit [\d.]+ \(MIT\)$/m);
  assert.match(notices, /^dejavu-fonts-ttf [^]*Bitstream Vera/m);
  assert.match(notices, /^@serialport\/bindings-cpp 13\.[\d.]+ \(MIT\)$/m);
  assert.match(notices, /^usb 2\.18\.0 \(MIT\)$/m);
  assert.match(notices, /^koffi 3\.3\.4 \(MIT\)$/m);
  assert.match(notices, /^libusb \(LGPL-2\.1-or-later\)[^]*GNU LESSER GENERAL PUBLIC LICENSE/m);
  assert.not.match(notices, /^esbuild /m);
});

test('names stay readable in the bundle, and the map is beside it', () => {
  const bundle = readFileSync(join(first, 'kasirbox.cjs'), 'utf8');
  assert.match(bundle, /^#!\/usr\/bin\/env node\n/);
  assert.match(bundle, /async function main\(/);
  assert.match(bundle, /\n\/\/# sourceMappingURL=kasirbox\.cjs\.map\n$/);
});

test.run();
