import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Args, runCommand, USAGE } from '../../../src/programs/cli/command.js';
import { commandOf } from '../../../src/programs/cli/forms.js';

const ran: unknown[] = [];
const note =
  (name: string) =>
  ({ folder, values, flags }: Args, ...words: string[]): number => {
    ran.push([name, words, { ...values }, [...flags], folder]);
    return 0;
  };

const COMMAND = commandOf({
  name: 'shelf',
  summary: { sr: 'полица', en: 'a shelf' },
  forms: {
    'FILE|URL [--again]': note('put'),
    'list [--json]': note('list'),
    'find NAME [PLACE]': note('find'),
    'move NAME --to PLACE [--by NAME [--why TEXT]]': note('move'),
    'move NAME --back': note('back'),
  },
});

async function run(...words: string[]): Promise<unknown> {
  ran.length = 0;
  const code = await runCommand(COMMAND, words);
  return code === 0 ? ran[0] : code;
}

test('usage and options of a command are those of its rows', () => {
  assert.equal(COMMAND.usage, [
    'shelf FILE|URL [--again] [--data DIR]',
    'shelf list [--json] [--data DIR]',
    'shelf find NAME [PLACE] [--data DIR]',
    'shelf move NAME --to PLACE [--by NAME [--why TEXT]] [--data DIR]',
    'shelf move NAME --back [--data DIR]',
  ]);
  assert.equal(
    [COMMAND.options, COMMAND.flags],
    [
      ['to', 'by', 'why'],
      ['again', 'json', 'back'],
    ],
  );
});

test('the row that fits is run with its words and options', async () => {
  const folder = './data';
  assert.equal(await run('a.csv', '--again', '--data', folder), ['put', ['a.csv'], {}, ['again'], folder]);
  assert.equal(await run('--json', 'list', '--data=x'), ['list', [], {}, ['json'], 'x']);
  assert.equal(await run('find', '-12', '--data', folder), ['find', ['-12'], {}, [], folder]);
  assert.equal(await run('find', '--data', folder, '--', '--json', '-x'), ['find', ['--json', '-x'], {}, [], folder]);
  for (const word of ['-5-3', '-2026-11-29.csv', '-x=1', '-']) {
    assert.equal(await run('find', word, '-b', '--data', folder), ['find', [word, '-b'], {}, [], folder]);
    assert.equal(await run('find', '--data', folder, '--', word), ['find', [word], {}, [], folder]);
    const put = await run('move', word, '--to', word, '--by', '-1-2', '--data', folder);
    assert.equal(put, ['move', [word], { to: word, by: '-1-2' }, [], folder]);
    assert.equal(await run('move', 'a', `--to=${word}`, '--data', folder), ['move', ['a'], { to: word }, [], folder]);
  }
  const moved = await run('move', 'a', '--to=b=c', '--why', '', '--by', '-', '--data', folder);
  assert.equal(moved, ['move', ['a'], { to: 'b=c', why: '', by: '-' }, [], folder]);
  assert.equal(await run('move', 'a', '--back', '--data', folder), ['back', ['a'], {}, ['back'], folder]);
});

test('what fits no row is refused: too few or many words, options of another row, missing ones and values', async () => {
  for (const words of [
    [],
    ['a', 'b'],
    ['list', 'a'],
    ['list', '--again'],
    ['a.csv', '--json'],
    ['find'],
    ['find', 'a', 'b', 'c'],
    ['move', 'a'],
    ['move', 'a', '--to'],
    ['move', 'a', '--to', '--back'],
    ['move', 'a', '--back', '--to', 'b'],
    ['list', '--json=yes'],
    ['list', '--colour'],
    ['list', '--__proto__', 'x'],
  ]) {
    assert.is(await run(...words), USAGE, words.join(' '));
    assert.equal(ran, []);
  }
});

test.run();
