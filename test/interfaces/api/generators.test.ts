// time limit: 600 s
// What others' tools make of the document of a running box.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TestBox } from '../../kit/box.js';
import { Turns } from '../../kit/turns.js';
import { compile, missing, type Outcome, run, tool, workplace } from './generators/tools.js';

let box: TestBox;
let document: string;
const folders: string[] = [];

test.before(async () => {
  if (missing !== undefined) return;
  box = await TestBox.start();
  document = (await box.anonymous.fetch('GET', '/openapi.json')).text;
});
test.after(async () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  if (missing === undefined) await box.stop();
});

/** Each compiles a program with another tool, or runs one. */
const turns = new Turns(6);
const proof = (name: string, work: () => Promise<void>): boolean =>
  turns.test(name, missing === undefined ? work : undefined);

function folderFor(zod?: 'zod' | 'zod4'): string {
  const folder = workplace(document, zod);
  folders.push(folder);
  return folder;
}

function succeeded({ code, text }: Outcome): void {
  assert.is(code, 0, text);
}

/** Compiles the program of a generator with what it has made, and lets it sell. */
async function works(name: string, folder: string): Promise<void> {
  succeeded(await compile(name, folder));
  const { key } = await box.newKey(name);
  const env = { BOX: box.origin, BOX_KEY: key, NODE_EXTRA_CA_CERTS: join(box.folder, 'tls/ca.pem') };
  succeeded(await run(name, folder, env));
}

proof('redocly finds no error and nothing to warn of', async () => {
  const { text } = await tool('@redocly/cli/bin/cli.js', ['lint', 'openapi.json', '--format=json'], folderFor());
  const { problems } = JSON.parse(/^\{[\s\S]*^\}/m.exec(text)?.[0] ?? '{}') as { problems?: unknown[] };
  assert.equal(problems, []);
});

proof('spectral finds nothing by its rules for OpenAPI', async () => {
  const folder = folderFor();
  writeFileSync(join(folder, 'rules.yaml'), 'extends: ["spectral:oas"]\n');
  const args = ['lint', 'openapi.json', '-r', 'rules.yaml', '--fail-severity', 'hint'];
  succeeded(await tool('@stoplight/spectral-cli/dist/index.js', args, folder));
});

proof('a program with the types of openapi-typescript calls every operation', async () => {
  const folder = folderFor();
  succeeded(await tool('openapi-typescript/bin/cli.js', ['openapi.json', '-o', 'generated.d.ts'], folder));
  await works('openapi-typescript', folder);
});

proof('what orval makes for zod takes what the box sends, and gives it what it takes', async () => {
  const folder = folderFor();
  const output = { client: 'zod', target: './generated.ts', mode: 'single' };
  const config = { box: { input: { target: './openapi.json' }, output } };
  writeFileSync(join(folder, 'orval.config.mjs'), `export default ${JSON.stringify(config)};`);
  succeeded(await tool('orval/dist/bin/orval.mjs', ['--config', 'orval.config.mjs'], folder));
  await works('orval', folder);
});

proof('the client of hey-api sells, with its types and its zod checks', async () => {
  const folder = folderFor();
  const sdk = { name: '@hey-api/sdk', validator: true };
  const plugins = ['@hey-api/typescript', '@hey-api/client-fetch', sdk, 'zod'];
  const config = { input: './openapi.json', output: 'generated', plugins };
  writeFileSync(join(folder, 'openapi-ts.config.mjs'), `export default ${JSON.stringify(config)};`);
  succeeded(await tool('@hey-api/openapi-ts/bin/run.js', ['-f', 'openapi-ts.config.mjs'], folder));
  assert.not.match(readFileSync(join(folder, 'generated/types.gen.ts'), 'utf8'), /\bname\??: unknown/);
  await works('hey-api', folder);
});

proof('the client of openapi-zod-client sells', async () => {
  const folder = folderFor('zod');
  succeeded(await tool('openapi-zod-client/bin.js', ['openapi.json', '-o', 'generated.ts'], folder));
  await works('openapi-zod-client', folder);
});

test.run();
