// time limit: 1800 s
import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from '../house/documents.js';
import { adopt, cleanUp, temporaryFolder } from '../kit/process.js';

/**
 * IMAGE_TWICE=1: `scripts/image --quick` makes the image of the commit that is checked out twice, in two folders, one after the other:
 * the first with the packages that are kept here, the second with none, and with another time zone, language and umask. Both have the
 * same keys. Needs root, the mirrors of Debian, some 6 GB of room and five minutes.
 */
const ADDRESS = 'https://example.org/kasirbox';
/** Where a squashfs says how many bytes it has. */
const SQUASHFS_LENGTH_AT = 40;
const isWanted = process.env['IMAGE_TWICE'] === '1';

function it(name: string, work: () => void | Promise<void>): void {
  if (isWanted) test(name, work);
  else test.skip(name, work);
}
if (!isWanted) console.log('skipped: makes the image twice with IMAGE_TWICE=1');

const folder = temporaryFolder();
const keys = join(folder, 'keys');
const [first, second] = ['first', 'the second'].map((name) => join(folder, name)) as [string, string];
const work = (project: string): string => join(project, '.cache/image');
const out = (project: string): string => join(project, 'dist/image');

interface How {
  readonly umask?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

async function make(project: string, { umask = '022', environment = {} }: How): Promise<void> {
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', ROOT, project]);
  execFileSync('cp', ['-a', join(ROOT, 'node_modules'), project]);
  const command = 'umask "$1"; exec scripts/image --quick --keys "$2" --address "$3"';
  const made = spawn('bash', ['-c', command, 'bash', umask, keys, ADDRESS], {
    cwd: project,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  adopt(made);
  let said = '';
  made.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  assert.is(await new Promise((done) => made.once('close', done)), 0, said.slice(-3000));
}

/** Fails with the first bytes that differ. */
function same(one: string, other: string, bytes?: number): void {
  const limit = bytes === undefined ? [] : [`--bytes=${bytes}`];
  try {
    execFileSync('cmp', [...limit, one, other], { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    assert.unreachable((error as { stdout?: string }).stdout ?? String(error));
  }
}

it('the image is made in one folder, and anew in another', async () => {
  const script = 'keys= cache=$1; say() { :; }; source board/build/bundle.sh; make_keys';
  execFileSync('bash', ['-euc', script, 'bash', folder], { cwd: ROOT, stdio: 'pipe' });
  await make(first, {});
  await make(second, {
    umask: '027',
    environment: { TZ: 'Pacific/Auckland', LC_ALL: 'C', XDG_CACHE_HOME: join(folder, 'cache') },
  });
});

it('card, slot, boot and data partition are the same byte for byte', () => {
  const [name = ''] = readdirSync(work(first)).filter((file) => file.endsWith('.img'));
  for (const file of ['slot.ext4', 'boot.vfat', 'data.ext4', name])
    same(join(work(first), file), join(work(second), file));
});

it('so is all that is handed on, but the signatures and what holds them', () => {
  const [ours, theirs] = [first, second].map((project) => readdirSync(out(project)).sort()) as [string[], string[]];
  assert.equal(ours, theirs);
  const signed = (name: string): boolean => name.endsWith('.raucb') || name.startsWith('SHA256SUMS');
  for (const name of ours.filter((one) => !signed(one))) same(join(out(first), name), join(out(second), name));
});

it('the bundle is the same up to the end of its file system', () => {
  const [name = ''] = readdirSync(out(first)).filter((file) => file.endsWith('.raucb'));
  const [one, other] = [join(out(first), name), join(out(second), name)];
  const length = Number(readFileSync(one).readBigUInt64LE(SQUASHFS_LENGTH_AT));
  same(one, other, length);
});

test.after(cleanUp);
test.run();
