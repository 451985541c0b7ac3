// The technician's guide is made from the registry of doctor, and begins with commands that exist.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { COMMANDS } from '../../../../src/programs/cli/run.js';
import { ALL_CHECKS } from '../../../../src/interfaces/health/checks.js';
import { guideDocument, storedDocument } from './document.js';

test('the document is what the registry says; node --import tsx test/interfaces/health/guide/keep.ts writes it', async () => {
  assert.is(storedDocument(), await guideDocument());
});

test('every check has a row in both languages, with a command that exists', () => {
  for (const { name, guide } of ALL_CHECKS) {
    const { symptom, cause, command } = guide;
    for (const { sr, en } of [symptom, cause]) {
      assert.match(sr, /[А-Яа-я]/, name);
      assert.not.match(en, /[А-Яа-я]/, name);
    }
    const [program, word = '', verb = ''] = command.split(' ');
    if (program !== 'kasirbox') continue;
    const forms = COMMANDS[word]?.usage ?? [];
    assert.ok(
      forms.some(
        (form) =>
          form.startsWith(`${word} ${verb}`.trim()) || form.startsWith(`${word} FILE`) || form.startsWith(`${word} [`),
      ),
      `${name}: ${command}`,
    );
  }
});

test.run();
