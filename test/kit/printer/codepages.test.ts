import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { spawnSync } from 'node:child_process';
import { characterAt, NO_CHARACTER } from './codepages.js';
import type { CodePage } from './types.js';

const PYTHON_NAMES: Readonly<Record<CodePage, string>> = {
  cp437: 'cp437',
  cp852: 'cp852',
  cp855: 'cp855',
  cp866: 'cp866',
  'iso-8859-5': 'iso8859-5',
  'windows-1250': 'cp1250',
  'windows-1251': 'cp1251',
};

const CODEPAGES = Object.keys(PYTHON_NAMES) as CodePage[];

test('the lower half of every code page is ASCII', () => {
  for (const page of CODEPAGES) {
    assert.is(Array.from({ length: 95 }, (_, index) => characterAt(0x20 + index, page)).at(0x21), 'A');
    assert.is(characterAt(0x7e, page), '~');
    assert.is(characterAt(0x7f, page), NO_CHARACTER);
  }
});

test('each byte of the upper halves is the letter that Python has for it', () => {
  const program = `
import json, sys
print(json.dumps([[bytes([b]).decode(name, 'replace') for b in range(128, 256)] for name in sys.argv[1:]]))`;
  const { stdout, status } = spawnSync('python3', ['-c', program, ...CODEPAGES.map((page) => PYTHON_NAMES[page])], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
  });
  assert.is(status, 0);
  const pages = JSON.parse(stdout) as string[][];
  for (const [index, page] of CODEPAGES.entries()) {
    const expected = pages[index]?.map((sign) => (/[\u0080-\u009f]/.test(sign) ? NO_CHARACTER : sign));
    const got = Array.from({ length: 128 }, (_, place) => characterAt(0x80 + place, page));
    assert.equal(got, expected, page);
  }
});

test.run();
