// time limit: 300 s
// proof: documents
// The guide for programs: its commands run, in order, against a box, and answer what it shows.
import { spawn } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BoxProcess, bundle, cleanUp } from '../kit/process.js';
import { blocksOf, ROOT } from './documents.js';

const GUIDE = 'docs/api.md';
const END = '--- end of block ---';

test.after(cleanUp);

/** The commands, with this box in place of the one that the reader has started. */
function script(box: BoxProcess): string {
  const commands = blocksOf(GUIDE).flatMap(({ kind, text }) => (kind === 'sh' ? [text] : []));
  return ['set -euo pipefail\n', ...commands.map((text) => `${text}\nprintf '\\n%s\\n' '${END}'\n`)]
    .join('')
    .replaceAll('localhost:8443', `localhost:${box.port}`)
    .replaceAll('node dist/kasirbox.cjs', `'${process.execPath}' '${bundle()}'`)
    .replaceAll('--data data', `--data '${box.folder}'`)
    .replaceAll('CA=data/', `CA='${box.folder}'/`);
}

/** What each block of commands has printed. */
async function run(box: BoxProcess): Promise<string[]> {
  const shell = spawn('bash', ['-c', script(box)], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    shell[name].setEncoding('utf8').on('data', (text: string) => (said[name] += text));
  }
  const code = await new Promise((done) => shell.on('close', done));
  assert.is(code, 0, said.stdout + said.stderr);
  return said.stdout.split(END).slice(0, -1);
}

/** Holds an answer against what is shown of it: each member that is shown is there; a text with `…` shows only a part. */
function holds(shown: unknown, answered: unknown, place: string): void {
  if (typeof shown === 'string' && shown.includes('…')) {
    const pattern = shown.split('…').map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    assert.match(String(answered), new RegExp(`^${pattern.join('[^]*')}$`), place);
  } else if (Array.isArray(shown)) {
    assert.ok(Array.isArray(answered), `${place} is a list`);
    for (const [index, entry] of shown.entries()) holds(entry, (answered as unknown[])[index], `${place}[${index}]`);
  } else if (typeof shown === 'object' && shown !== null) {
    assert.type(answered, 'object', place);
    const members = answered as Readonly<Record<string, unknown>>;
    for (const [name, member] of Object.entries(shown)) holds(member, members[name], `${place}.${name}`);
  } else {
    assert.equal(answered, shown, place);
  }
}

test('every command works, and answers what is shown below it', async () => {
  const box = await BoxProcess.start();
  const printed = await run(box);
  await box.stop();
  let block = -1;
  let compared = 0;
  for (const { kind, text } of blocksOf(GUIDE)) {
    if (kind === 'sh') block += 1;
    if (kind !== 'json') continue;
    const answer = printed[block]?.trim() ?? '';
    // The last line of JSON is the answer that the text speaks of.
    const last = answer.slice(Math.max(0, answer.lastIndexOf('\n{') + 1));
    holds(JSON.parse(text), JSON.parse(last), `the answer to block ${block + 1}`);
    compared += 1;
  }
  assert.ok(compared > 0);
});

test.run();
