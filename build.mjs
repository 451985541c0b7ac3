/**
 * Builds the box: `node build.mjs [--entry src/programs/main.ts] [--out dist]`.
 *
 * It writes, each with its source map: kasirbox.cjs with box.cjs, files.cjs and fleet.cjs; board.cjs for the first step
 * of a board's start; pdf-worker.cjs for the process that draws PDFs; tls-worker.cjs for the thread of GnuTLS;
 * star-encoder.cjs for printers made by Star; nats-client.cjs for the stream to an owner's server; koa-body.cjs for what
 * pages send; and the pages of web/. It adds the files needed at run time (sql-wasm.wasm, fonts/, native/) and for distribution
 * (THIRD-PARTY-NOTICES.txt).
 *
 * The same commit gives the same bytes: the build time is SOURCE_DATE_EPOCH (reproducible-builds.org, seconds),
 * otherwise the time of the last commit, and the clock's only outside a repository.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { writeFaces } from './scripts/faces/write.mjs';
import { packageFor } from './scripts/foreign.mjs';
import { writeHelp } from './scripts/help/write.mjs';
import { noticeOf, noticesOf } from './scripts/notices.mjs';

const ROOT = import.meta.dirname;
const DEJAVU = 'node_modules/dejavu-fonts-ttf';
const INTER = 'node_modules/@expo-google-fonts/inter';
/** Fonts of the documents, with their licences. */
const FONTS = {
  'Inter_400Regular.ttf': `${INTER}/400Regular/Inter_400Regular.ttf`,
  'Inter_600SemiBold.ttf': `${INTER}/600SemiBold/Inter_600SemiBold.ttf`,
  'DejaVuSansMono.ttf': `${DEJAVU}/ttf/DejaVuSansMono.ttf`,
  'LICENSE-Inter': `${INTER}/LICENSE_FONT`,
  'LICENSE-DejaVu': `${DEJAVU}/LICENSE`,
};
/** Compiled parts of the packages (Node-API, glibc), by the name that the bundle looks for in native/. */
const SERIAL_BUILDS = 'node_modules/@serialport/bindings-cpp/prebuilds';
const USB_BUILDS = 'node_modules/usb/prebuilds';
/** npm installs koffi's compiled part only for this machine. */
const KOFFI_BUILDS = Object.fromEntries(
  ['arm64', 'x64'].map((cpu) => [
    cpu,
    join(packageFor(ROOT, `@koromix/koffi-linux-${cpu}`), `linux_${cpu}/koffi.node`),
  ]),
);
const NATIVE = {
  'koffi.linux-arm64.node': KOFFI_BUILDS.arm64,
  'koffi.linux-x64.node': KOFFI_BUILDS.x64,
  'serialport.linux-arm64.node': `${SERIAL_BUILDS}/linux-arm64/@serialport+bindings-cpp.armv8.glibc.node`,
  'serialport.linux-x64.node': `${SERIAL_BUILDS}/linux-x64/@serialport+bindings-cpp.glibc.node`,
  'usb.linux-arm64.node': `${USB_BUILDS}/linux-arm64/node.napi.armv8.node`,
  'usb.linux-x64.node': `${USB_BUILDS}/linux-x64/node.napi.glibc.node`,
};
/** Packages compiled into those; node-addon-api is in both. */
const COMPILED = [
  ...['node_modules/@serialport/bindings-cpp', 'node_modules/koffi'],
  ...['node_modules/node-addon-api', 'node_modules/usb'],
];

function buildTimeMs() {
  const epoch = process.env.SOURCE_DATE_EPOCH;
  if (epoch !== undefined && epoch !== '') {
    if (!/^\d+$/.test(epoch)) throw new Error(`SOURCE_DATE_EPOCH is not a number of seconds: ${epoch}`);
    return Number(epoch) * 1000;
  }
  try {
    const git = ['-C', ROOT, 'log', '-1', '--format=%ct'];
    return Number(execFileSync('git', git, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })) * 1000;
  } catch {
    return Date.now();
  }
}

/** Folders of the packages with bytes in the bundles or in files next to them, sorted. */
function bundledPackages(metafiles) {
  const folders = new Set([DEJAVU, INTER, ...COMPILED]);
  for (const output of metafiles.flatMap(({ outputs }) => Object.values(outputs))) {
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
      const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
      if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
    }
  }
  return [...folders].sort();
}

/** libusb is not a package of its own: it is linked into native/usb.*.node, which may be replaced (LGPL 2.1, 6b). */
function noticeOfLibusb() {
  const text = readFileSync(join(ROOT, 'node_modules/usb/libusb/COPYING'), 'utf8').trim();
  return `libusb (LGPL-2.1-or-later), in native/usb.*.node; its source is in the npm package usb\n\n${text}`;
}

function notices(metafiles) {
  const packages = bundledPackages(metafiles).map((folder) => noticeOf(join(ROOT, folder)));
  return noticesOf('kasirbox', [...packages, noticeOfLibusb()]);
}

/** The packages look for their compiled part in a folder above their own, which does not exist for a bundle. */
const nativeBesideBundle = {
  name: 'native-beside-bundle',
  setup({ onLoad }) {
    const load = (name) =>
      `require(require('node:path').join(__dirname, 'native', \`${name}.\${process.platform}-\${process.arch}.node\`))`;
    onLoad({ filter: /@serialport\/bindings-cpp\/dist\/serialport-bindings\.js$/ }, () => ({
      contents: `exports.binding = ${load('serialport')};`,
    }));
    onLoad({ filter: /node_modules\/usb\/dist\/usb\/bindings\.js$/ }, () => ({
      contents: `module.exports = ${load('usb')};`,
    }));
    onLoad({ filter: /node_modules\/koffi\/index\.cjs$/ }, () => ({
      contents: `module.exports = ${load('koffi')};`,
    }));
  },
};

/**
 * Separate files for code that few boxes or few moments need and that would slow down every start: the encoder of Star
 * printers, the client of NATS, and the reader of what pages send.
 */
const STAR_ENCODER = 'star-encoder.cjs';
const NATS_CLIENT = 'nats-client.cjs';
const KOA_BODY = 'koa-body.cjs';
const rareBesideBundle = {
  name: 'rare-beside-bundle',
  setup({ initialOptions, onResolve, onLoad }) {
    onResolve({ filter: /^node-thermal-printer$/ }, () => ({ path: `./${STAR_ENCODER}`, external: true }));
    const namespace = 'rare';
    onResolve({ filter: /./, namespace }, ({ path }) => ({ path, external: true }));
    // Uses require(), because import() reads the whole file once more for its names, which takes longer than running
    // it.
    onLoad({ filter: /./, namespace }, ({ path }) => ({ contents: `module.exports = require('./${path}');` }));
    onResolve({ filter: /^koa-body$/ }, () => ({ path: KOA_BODY, namespace }));
    // The owner's server uses more of the clients than a box.
    if ([NATS_CLIENT, FLEET.name].some((name) => initialOptions.outfile === join(out, name))) return;
    // Signs for NKeys in JavaScript, which the box leaves to OpenSSL.
    onLoad({ filter: /node_modules\/tweetnacl\/nacl-fast\.js$/ }, () => ({ contents: '' }));
    onResolve({ filter: /^@nats-io\/(?:transport-node(?:\/lib\/node_transport\.js)?|jetstream)$/ }, () => ({
      path: NATS_CLIENT,
      namespace,
    }));
  },
};
/**
 * What koa-body loads and never uses here takes 8 MB of memory and 0.9 MB of disk: tables of encodings other than
 * Unicode, and all of zod but the seven functions that its options are checked with.
 */
const leanKoaBody = {
  name: 'lean-koa-body',
  setup({ onLoad, onEnd }) {
    const cut = new Set();
    onLoad({ filter: /node_modules\/iconv-lite\/encodings\/[ds]bcs-data(?:-generated)?\.js$/ }, () => {
      cut.add('iconv-lite');
      return { contents: 'module.exports = {};' };
    });
    onLoad({ filter: /node_modules\/zod\/index\.js$/ }, ({ path }) => {
      cut.add('zod');
      return {
        contents: `
        import { array, boolean, enum as oneOf, number, object, string, union } from './v4/classic/schemas.js';
        export const z = { array, boolean, enum: oneOf, number, object, string, union };`,
        resolveDir: dirname(path),
      };
    });
    // A release that moves its files would silently bring all of this back.
    onEnd(() => {
      const errors = ['iconv-lite', 'zod']
        .filter((name) => !cut.has(name))
        .map((name) => ({ text: `koa-body loads ${name} otherwise than before` }));
      // esbuild prints no errors of this hook.
      for (const { text } of errors) console.error(text);
      return { errors };
    });
  },
};
/** Both packages in one file, so that they share common code; only what a box uses of them. */
const NATS_ENTRY = {
  contents: `
    export { headers, NatsConnectionImpl, setTransportFactory } from '@nats-io/transport-node';
    export { NodeTransport, nodeResolveHost } from '@nats-io/transport-node/lib/node_transport.js';
    export { jetstream, jetstreamManager } from '@nats-io/jetstream';`,
  resolveDir: ROOT,
  sourcefile: NATS_CLIENT,
};

/**
 * kasirbox.cjs has the commands and the communication with a running service. The implementation of commands is in
 * these folders. Each is bundled into a file of its own, loaded when a command imports() one of its modules, so that a
 * short command need not parse everything. box.cjs is the box, for its service and for commands without a running
 * service. files.cjs reads and writes backups, certificates and similar files, with libraries that a service never
 * loads. fleet.cjs is the owner's server for several boxes. Code needed by two bundles is in both; only plain values
 * pass between them, and an error is identified by its name.
 */
const [BOX, FILES, FLEET] = ['box', 'files', 'fleet'].map((name) => ({
  name: `${name}.cjs`,
  folder: join(ROOT, 'src/programs/cli', name),
}));

/** The entry of such a file: its modules by name, each run on first use. */
function entryOf({ name, folder }) {
  const modules = readdirSync(folder)
    .sort()
    .map((file) => basename(file, '.ts'));
  const contents = modules.map((module) => `exports.${module} = () => require('./${module}.js');`).join('\n');
  return { contents, resolveDir: folder, sourcefile: name };
}

/** Resolves an import() of a module in another such file. */
const codeBesideBundle = {
  name: 'code-beside-bundle',
  setup({ initialOptions, onResolve, onLoad }) {
    onResolve({ filter: /^\.\.?\/\w+\/\w+\.js$/ }, ({ path, kind, resolveDir }) => {
      const module = resolve(resolveDir, path);
      const beside = [BOX, FILES, FLEET].find(({ folder }) => folder === dirname(module));
      const isApart = beside !== undefined && initialOptions.outfile !== join(out, beside.name);
      if (kind !== 'dynamic-import' || !isApart) return undefined;
      return { path: `${beside.name}/${basename(module, '.js')}`, namespace: 'beside' };
    });
    onResolve({ filter: /./, namespace: 'beside' }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /./, namespace: 'beside' }, ({ path }) => {
      const [name, module] = path.split('/');
      return { contents: `module.exports = require('./${name}').${module}();` };
    });
  },
};

/** pdfkit reads the colour profile of an archived PDF from a file next to itself, which does not exist for a bundle. */
const profileInBundle = {
  name: 'profile-in-bundle',
  setup({ onLoad }) {
    onLoad({ filter: /node_modules\/pdfkit\/js\/pdfkit\.js$/ }, ({ path }) => {
      const profile = readFileSync(join(dirname(path), 'data/sRGB_IEC61966_2_1.icc')).toString('base64');
      const text = readFileSync(path, 'utf8');
      const found = 'fs.readFileSync(ICC_PROFILE_PATH)';
      if (!text.includes(found)) throw new Error('pdfkit reads its colour profile otherwise than before');
      return { contents: text.replace(found, `Buffer.from('${profile}', 'base64')`) };
    });
  },
};

const { values } = parseArgs({
  options: {
    entry: { type: 'string', default: 'src/programs/main.ts' },
    out: { type: 'string', default: 'dist' },
    // Builds only the pages, in a second, into the output of an earlier build; for the fast lane.
    pages: { type: 'boolean', default: false },
  },
});
const out = resolve(values.out);
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
// Who makes and supplies the program, and the number under which the tax authority has approved it; 0: not yet.
const madeBy = JSON.parse(readFileSync(join(ROOT, 'maker.json'), 'utf8'));
const { maker, esirNumber, supplier } = madeBy;
const supplierText = [supplier.name, supplier.address, supplier.phone, supplier.email]
  .filter((text) => text !== '')
  .join(', ');
const define = {
  __VERSION__: JSON.stringify(version),
  __BUILD_TIME__: String(buildTimeMs()),
  __MAKER__: JSON.stringify({ maker, esirNumber, supplier: supplierText }),
};

/** Bundles one entry, a file or esbuild's `stdin`; returns the metafile. */
async function bundle(entry, name, plugins = []) {
  const file = join(out, name);
  const { metafile } = await build({
    absWorkingDir: ROOT,
    ...(typeof entry === 'string' ? { entryPoints: [entry] } : { stdin: entry }),
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    banner: { js: '#!/usr/bin/env node' },
    define,
    plugins: [nativeBesideBundle, rareBesideBundle, profileInBundle, ...plugins],
    alias: {
      // CommonJS, like the replacement above.
      koffi: join(ROOT, 'node_modules/koffi/index.cjs'),
      // Two packages contain the same list, of 140 KB each.
      'mime-db': join(ROOT, 'node_modules/mime-db'),
      // Its module for `import` needs its own URL when it loads, which a CommonJS bundle does not have.
      pdfkit: join(ROOT, 'node_modules/pdfkit/js/pdfkit.js'),
      // Only the encoder, without the code that draws pictures.
      qrcode: join(ROOT, 'node_modules/qrcode/lib/core/qrcode.js'),
    },
    // Identifiers are not minified, so that a stack trace from the field can be read without the source map.
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  }).catch(() => process.exit(1)); // esbuild has printed the reason
  chmodSync(file, 0o755);
  return metafile;
}

/** Writes the list of scripts into the service worker, which caches all of them; it changes when they change. */
function nameChunks(folder) {
  const chunks = readdirSync(folder).filter((name) => name.startsWith('chunk-'));
  const version = createHash('sha256')
    .update(readFileSync(join(folder, 'app.js')))
    .digest('hex');
  const worker = join(folder, 'sw.js');
  const text = readFileSync(worker, 'utf8')
    .replace("'VERSION'", `'${version.slice(0, 12)}'`)
    .replace("['CHUNKS']", JSON.stringify(chunks.sort().map((name) => `/${name}`)));
  writeFileSync(worker, text);
}

/** The pages: scripts and one style, compressed at build time, their static files, and the documents of the help page. */
async function bundlePages() {
  const from = join(ROOT, 'src/interfaces/web/client');
  // The folder is replaced as a whole, so that no script of an earlier build remains, and a box that runs from it
  // misses none for long.
  const to = join(out, `web.${process.pid}`);
  mkdirSync(to);
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(from, 'main.tsx')],
    outdir: to,
    entryNames: 'app',
    chunkNames: 'chunk-[hash]',
    bundle: true,
    // Each screen is a script of its own, fetched when it is first shown.
    splitting: true,
    platform: 'browser',
    format: 'esm',
    // Chromium 100 is the browser of the oldest Android tablets that still get updates.
    target: ['chrome100', 'firefox100', 'safari15.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  }).catch(() => process.exit(1)); // esbuild has printed the reason
  for (const name of readdirSync(join(from, 'static'))) copyFileSync(join(from, 'static', name), join(to, name));
  writeHelp({ root: ROOT, out: to, maker: madeBy, version });
  nameChunks(to);
  for (const name of readdirSync(to).filter((file) => /\.(?:js|css)$/.test(file))) {
    writeFileSync(join(to, `${name}.gz`), gzipSync(readFileSync(join(to, name)), { level: 9 }));
  }
  rmSync(join(out, 'web'), { recursive: true, force: true });
  renameSync(to, join(out, 'web'));
  return metafile;
}

if (values.pages) {
  mkdirSync(out, { recursive: true });
  await bundlePages();
  process.exit();
}
for (const folder of ['fonts', 'faces', 'native', 'web']) mkdirSync(join(out, folder), { recursive: true });
// In parallel: esbuild works on all of them while this process draws the faces.
const bundling = Promise.all([
  bundle(resolve(values.entry), 'kasirbox.cjs', [codeBesideBundle]),
  bundle(entryOf(BOX), BOX.name, [codeBesideBundle]),
  bundle(entryOf(FILES), FILES.name, [codeBesideBundle]),
  bundle(entryOf(FLEET), FLEET.name, [codeBesideBundle]),
  bundle(join(ROOT, 'src/programs/cli/boardProgram.ts'), 'board.cjs'),
  bundle(join(ROOT, 'src/paper/documents/pdf/worker.ts'), 'pdf-worker.cjs'),
  bundle(join(ROOT, 'src/processors/pfr/http/externalKey/worker.ts'), 'tls-worker.cjs'),
  bundle(join(ROOT, 'node_modules/node-thermal-printer/node-thermal-printer.js'), STAR_ENCODER),
  bundle(NATS_ENTRY, NATS_CLIENT),
  bundle(join(ROOT, 'node_modules/koa-body/dist/esm/index.js'), KOA_BODY, [leanKoaBody]),
  bundlePages(),
]);
copyFileSync(join(ROOT, 'node_modules/sql.js/dist/sql-wasm.wasm'), join(out, 'sql-wasm.wasm'));
// Removes files of an earlier build.
for (const name of readdirSync(join(out, 'fonts'))) if (!(name in FONTS)) rmSync(join(out, 'fonts', name));
for (const [name, from] of Object.entries(FONTS)) copyFileSync(join(ROOT, from), join(out, 'fonts', name));
const faces = writeFaces(join(ROOT, DEJAVU, 'ttf/DejaVuSansMono-Bold.ttf'), join(out, 'faces'));
for (const [name, from] of Object.entries(NATIVE)) copyFileSync(resolve(ROOT, from), join(out, 'native', name));
writeFileSync(join(out, 'THIRD-PARTY-NOTICES.txt'), notices(await bundling));

const bundles = [
  'kasirbox.cjs',
  BOX.name,
  FILES.name,
  FLEET.name,
  'board.cjs',
  'pdf-worker.cjs',
  'tls-worker.cjs',
  STAR_ENCODER,
  NATS_CLIENT,
  KOA_BODY,
].flatMap((name) => [name, `${name}.map`]);
const fonts = [...Object.keys(FONTS).map((name) => join('fonts', name)), ...faces.map((name) => join('faces', name))];
const pages = readdirSync(join(out, 'web'))
  .sort()
  .map((name) => join('web', name));
const native = Object.keys(NATIVE).map((name) => join('native', name));
for (const name of [...bundles, 'sql-wasm.wasm', ...fonts, ...pages, ...native, 'THIRD-PARTY-NOTICES.txt']) {
  const kib = Math.ceil(statSync(join(out, name)).size / 1024);
  console.log(`${String(kib).padStart(6)} KiB  ${join(values.out, name)}`);
}
