// turns: 4
// proof: project
// time limit: 600 s
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shareOf } from '../kit/cases.js';

const ROOT = resolve(import.meta.dirname, '../..');

interface Fault {
  readonly name: string;
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** A line of the fast lane that says what is wrong. */
  readonly finds: RegExp;
  /** Seconds of tests. */
  readonly budget: number;
}

/** One line each, as a person would get it wrong. */
const FAULTS: readonly Fault[] = [
  {
    name: 'a wrong type in a page',
    file: 'src/interfaces/web/client/screens/till/pay.tsx',
    before: "[given, setGiven] = useState('')",
    after: '[given, setGiven] = useState(0)',
    finds: /^FAIL Types: the pages/,
    budget: 0,
  },
  {
    name: 'money that is rounded down',
    file: 'src/base/money.ts',
    before: '(2n * numerator + half)',
    after: '(2n * numerator)',
    finds: /^FAIL test\/base\/money\.test\.ts: /,
    budget: 20,
  },
  {
    name: 'a health check that warns of a disk with enough space',
    file: 'src/interfaces/health/checks/disk.ts',
    before: 'if (free < LOW_SPACE)',
    after: 'if (free > LOW_SPACE)',
    finds: /^FAIL test\/interfaces\/health\/\S+: /,
    budget: 20,
  },
];

/** A clone of this project as it is, with its packages. */
function clone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kasirbox-quick-'));
  const git = (cwd: string, args: readonly string[], input?: Buffer): Buffer =>
    execFileSync('git', args, { cwd, ...(input !== undefined && { input }), maxBuffer: 64 * 1024 * 1024 });
  git(ROOT, ['clone', '--quiet', '--shared', ROOT, join(folder, 'project')]);
  const changes = git(ROOT, ['diff', '--binary', 'HEAD']);
  const root = join(folder, 'project');
  if (changes.length > 0) git(root, ['apply', '--index'], changes);
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.rs', '-c', 'commit.gpgsign=false'];
  git(root, [...identity, 'commit', '--quiet', '--allow-empty', '--message', 'As it is']);
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  return root;
}

for (const { name, file, before, after, finds, budget } of shareOf(FAULTS)) {
  test(`the fast lane finds ${name}`, () => {
    const root = clone();
    try {
      const text = readFileSync(join(root, file), 'utf8');
      assert.is(text.split(before).length, 2, `${file} has ${before} once`);
      writeFileSync(join(root, file), text.replace(before, after));
      const args = ['test/quick.mjs', '--base', 'HEAD', '--budget', String(budget)];
      const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
      assert.ok(
        stdout.split('\n').some((line) => finds.test(line)),
        stdout,
      );
      assert.is(status, 1);
    } finally {
      rmSync(join(root, '..'), { recursive: true });
    }
  });
}

test.run();
