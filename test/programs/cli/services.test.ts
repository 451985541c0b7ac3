import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runCommand } from '../../../src/programs/cli/command.js';
import { commandOf } from '../../../src/programs/cli/forms.js';
import { COMMANDS } from '../../../src/programs/cli/run.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const UNITS = [
  ...readdirSync(join(ROOT, 'systemd'))
    .filter((file) => file.endsWith('.service'))
    .map((file) => `systemd/${file}`),
  'board/overlay/etc/systemd/system/kasirbox-rescue.service',
];
const PROGRAM = /^ExecStart=\S*\/node \S*\/kasirbox\.cjs (\S+) ?(.*)$/gm;

/** The exit code of a command line by the forms of its command, whose work is not done. */
async function codeOf(name: string, words: readonly string[]): Promise<number> {
  const command = COMMANDS[name];
  assert.ok(command, name);
  const forms = command.usage.map((form) => form.slice(name.length).replace('[--data DIR]', '').trim());
  const summary = { sr: '', en: '' };
  const parsed = commandOf({ name, summary, forms: Object.fromEntries(forms.map((form) => [form, () => 0])) });
  return runCommand(parsed, words);
}

for (const unit of UNITS) {
  test(`${unit} runs a command line that a form takes`, async () => {
    const lines = [...readFileSync(join(ROOT, unit), 'utf8').matchAll(PROGRAM)];
    assert.is(lines.length, 1);
    for (const [line, name = '', rest = ''] of lines) {
      assert.is(await codeOf(name, rest === '' ? [] : rest.split(' ')), 0, line);
    }
  });
}

test('a command line that no form takes is found', async () => {
  assert.is(await codeOf('fleet', ['init', '--colour', 'red']), 2);
  assert.is(await codeOf('fleet', ['ingest', '--nats', 'tls://localhost:4222']), 2);
});

test.run();
