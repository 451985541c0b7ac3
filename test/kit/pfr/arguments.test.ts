import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readArguments } from './arguments.js';

test('without --tin the stand-in is of the company of the manual, so that no alarm is raised for who follows it', () => {
  const manual = readFileSync(join(import.meta.dirname, '../../../docs/operate.md'), 'utf8');
  const [, tin] = /settings set company '.*"tin":"(\d{9})"/.exec(manual) ?? [];
  const read = readArguments([]);
  if (!read.ok || read.value === 'help') throw new Error('no options');
  assert.is(read.value.options.company?.tin, tin);
});

test.run();
