// What commands that change nothing say in a Serbian terminal is Serbian, but for names, units, and what one types.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { kasirbox } from '../../kit/command.js';
import { withoutCommands } from '../../kit/serbian.js';

const SERBIAN = { LC_ALL: 'sr_RS.UTF-8' };
const READ_ONLY: readonly string[] = [
  ...['status', 'doctor', 'keys list', 'users list', 'ledger verify', 'ledger audit', 'queue list', 'group show'],
  ...['card readers', 'certificate show', 'pfr status', 'pfr settle', 'print printers', 'print jobs --all'],
  ...['update list', 'update status', 'safe-mode status', 'board show', 'ledger', 'backup', 'update'],
];

/** Names of environments, checks and roles, values that one types, and units. */
const NAMES =
  /kasirbox|sandbox|production|demo|owner|technician|cashier|--?[a-z-]+|[A-Z][A-Z0-9_]+|https?:\S+|kasir_\w+…|\b(?:group|network|MB|ms)\b/g;

const folder = mkdtempSync(join(tmpdir(), 'kasirbox-'));
test.after(() => rmSync(folder, { recursive: true }));

async function said(command: string): Promise<string> {
  const { stdout, stderr } = await kasirbox([...command.split(' '), '--data', folder], { env: SERBIAN });
  return stdout + stderr;
}

/** Figures of `doctor` for a technician, which are English. */
const PROOF = /\[[^\]]*\]/;

/** The lines with a word of lower-case Latin letters that is no name. */
function foreignLines(text: string, command: string): readonly string[] {
  const lines = text
    // A usage is what one types.
    .replace(/^.*употреба:.*(?:\n {2}kasirbox .*)*$/gm, (usage) => (/ or /.test(usage) ? usage : ''))
    .replaceAll(folder, '/data')
    .split('\n')
    // A row of doctor begins with the name of its check.
    .map((line) => (command === 'doctor' ? line.replace(/^[a-z-]+/, '').replace(PROOF, '') : line));
  return lines.filter((line) => /[a-z]{2,}/.test(withoutCommands(line).replace(NAMES, '')));
}

test('no command that changes nothing says an English word', async () => {
  const password = { env: SERBIAN, input: 'dugačka lozinka 77\n' };
  const data = ['--data', folder];
  assert.is((await kasirbox(['users', 'create', 'Ана', '--role', 'technician', ...data], password)).code, 0);
  assert.is((await kasirbox(['keys', 'create', '--label', 'каса', ...data], { env: SERBIAN })).code, 0);
  const found: string[] = [];
  for (const command of READ_ONLY)
    found.push(...foreignLines(await said(command), command).map((line) => `${command}: ${line}`));
  assert.equal(found, []);
});

test('damage of the ledger is told in Serbian', async () => {
  const [segment = ''] = readdirSync(join(folder, 'log')).sort();
  const path = join(folder, 'log', segment);
  const bytes = readFileSync(path);
  // In the middle of the records, which begin behind the header and the dictionary (12 KB).
  const at = Math.floor((12 * 1024 + bytes.findLastIndex((byte) => byte !== 0)) / 2);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(path, bytes);
  const verified = await said('ledger verify');
  assert.match(verified, /^ОШТЕЋЕЊЕ: у сегменту 1, од места \d+, недостаје: запис \d+/m);
  assert.equal(foreignLines(verified, 'ledger verify'), []);
});

test.run();
