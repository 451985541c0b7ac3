// proof: chains
// time limit: 400 s
import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isValidAtSomeTime } from '../../../../src/processors/pfr/http/chainWithoutTime.js';
import { cases, shareOf } from '../../../kit/cases.js';
import { newFolder } from '../../../kit/folder.js';
import { Random, seededRandom } from '../../../kit/random.js';
import { shortest } from '../../../kit/shrink.js';
import { type CertificatePlan, encodeCertificate, pemOf } from './chains/certificate.js';
import { type Change, CHANGES, HARMLESS } from './chains/changes.js';
import { leafOf, MOMENT, rightChain } from './chains/plan.js';

const CHAINS = cases('CHAINS', { ci: 45, all: 2200 });
/** Of these each is made alone. */
const ALONE = shareOf(CHANGES);
/** OpenSSL runs as a process of its own for each chain. */
const AT_ONCE = 2;

/**
 * A chain that can be made again: all choices come from the seed. Keys are not among them, since new ones are made in each
 * run.
 */
interface Case {
  readonly seed: number;
  readonly changes: readonly Change[];
}

interface Files {
  readonly leaf: string;
  readonly sent: readonly string[];
  readonly anchors: readonly string[];
}

/** The certificates as PEM; undefined when a change has no place in this chain. */
function filesOf({ seed, changes }: Case): Files | undefined {
  const random = new Random(seed);
  const chain = rightChain(random);
  if (!changes.every(({ apply }) => apply(chain, random))) return undefined;
  const made = new Map<CertificatePlan, string>();
  const pem = (plan: CertificatePlan): string => {
    const known = made.get(plan) ?? pemOf(encodeCertificate(plan));
    made.set(plan, known);
    return known;
  };
  return { leaf: pem(leafOf(chain)), sent: chain.sent.map(pem), anchors: chain.anchors.map(pem) };
}

const folder = newFolder('chains');
mkdirSync(folder);
let runs = 0;

/** Does OpenSSL accept the chain at the moment at which all of it is valid? */
function isRightByOpenssl({ leaf, sent, anchors }: Files): Promise<boolean> {
  runs += 1;
  const path = (name: string): string => join(folder, `${runs}.${name}`);
  const [leafPath, sentPath, anchorsPath] = [path('leaf'), path('sent'), path('anchors')];
  writeFileSync(leafPath, leaf);
  writeFileSync(sentPath, sent.join(''));
  writeFileSync(anchorsPath, anchors.join(''));
  const args = [
    ...['verify', '-attime', String(MOMENT), '-purpose', 'sslserver', '-auth_level', '2', '-partial_chain'],
    ...['-no-CApath', '-no-CAstore', '-CAfile', anchorsPath],
    ...(sent.length === 0 ? [] : ['-untrusted', sentPath]),
    leafPath,
  ];
  return new Promise((resolve, reject) => {
    execFile('openssl', args, (error, _stdout, stderr) => {
      for (const file of [leafPath, sentPath, anchorsPath]) rmSync(file);
      if (error === null) resolve(true);
      else if (/verification failed/.test(stderr)) resolve(false);
      else reject(new Error(`openssl: ${stderr}`));
    });
  });
}

/**
 * OpenSSL takes the first issuer of the right name, also one whose key has not signed, and looks no further. A chain is right
 * when it is right with some of the certificates that were sent.
 */
async function isRightWithSome(files: Files): Promise<boolean> {
  const { sent } = files;
  const withoutOne = [...sent.keys()].map((at) => sent.toSpliced(at, 1));
  const withoutTwo = withoutOne.flatMap((left) => [...left.keys()].map((at) => left.toSpliced(at, 1)));
  for (const some of [...withoutOne, ...withoutTwo]) {
    if (await isRightByOpenssl({ ...files, sent: some })) return true;
  }
  return false;
}

function isRightHere({ leaf, sent, anchors }: Files): boolean {
  const read = (pem: string): X509Certificate => new X509Certificate(pem);
  const [chain, trusted] = [[leaf, ...sent].map(read), anchors.map(read)];
  return isValidAtSomeTime(chain, trusted, 0);
}

type Comparison = 'both accept' | 'both refuse' | 'stricter here' | 'WEAKER HERE' | 'STRICTER HERE WITHOUT A REASON';

async function compare({ changes }: Case, files: Files): Promise<Comparison> {
  const here = isRightHere(files);
  const there = await isRightByOpenssl(files);
  if (here) return there || (await isRightWithSome(files)) ? 'both accept' : 'WEAKER HERE';
  if (!there) return 'both refuse';
  return changes.some(({ reason }) => reason !== undefined) ? 'stricter here' : 'STRICTER HERE WITHOUT A REASON';
}

const isFailure = (comparison: Comparison | undefined): boolean =>
  comparison !== undefined && /^[A-Z]/.test(comparison);

/** The shortest list of changes that still fails, with the certificates. */
async function describe({ seed, changes }: Case): Promise<string> {
  const compareWith = async (list: readonly Change[]): Promise<Comparison | undefined> => {
    const files = filesOf({ seed, changes: list });
    return files === undefined ? undefined : compare({ seed, changes: list }, files);
  };
  const least = await shortest(changes, async (list) => isFailure(await compareWith(list)));
  const { leaf = '', sent = [], anchors = [] } = filesOf({ seed, changes: least }) ?? {};
  const names = least.map(({ name }) => name).join('; ');
  return `${await compareWith(least)}: ${names} (chain ${seed})\n${[leaf, '- sent:', ...sent, '- trusted:', ...anchors].join('\n')}`;
}

/** A chain in which a change has a place. */
function chainFor(change: Change, random: Random): Case {
  for (;;) {
    const seed = random.int(0, 2 ** 32 - 1);
    const choices = new Random(seed);
    if (change.apply(rightChain(choices), choices)) return { seed, changes: [change] };
  }
}

/** A third of the chains has one change, a third two that do no harm, and a third any two. */
function casesOf(random: Random): Case[] {
  return Array.from({ length: CHAINS }, (_, index) => {
    if (index % 3 === 0) return chainFor(ALONE[(index / 3) % ALONE.length]!, random);
    const seed = random.int(0, 2 ** 32 - 1);
    const list = index % 3 === 1 ? HARMLESS : CHANGES;
    return { seed, changes: [random.pick(list), random.pick(list)] };
  });
}

/** What must come of a change alone. */
const EXPECTED: Readonly<Record<Change['effect'], readonly Comparison[]>> = {
  accepted: ['both accept'],
  refused: ['both refuse'],
  stricter: ['stricter here', 'both refuse'],
  either: ['both accept', 'both refuse'],
};

test(`of ${CHAINS} chains none is accepted that OpenSSL refuses, and none refused that it accepts but for a known reason`, async () => {
  const left = casesOf(seededRandom());
  const counts: Partial<Record<Comparison, number>> = {};
  const alone = new Map<Change, Comparison>();
  const failures: Case[] = [];
  const work = async (): Promise<void> => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) {
      const files = filesOf(one);
      if (files === undefined) continue;
      const verdict = await compare(one, files);
      counts[verdict] = (counts[verdict] ?? 0) + 1;
      const [first, second] = one.changes;
      if (first !== undefined && second === undefined) alone.set(first, verdict);
      if (isFailure(verdict) || (second === undefined && !EXPECTED[first!.effect].includes(verdict)))
        failures.push(one);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  process.stdout.write(`${JSON.stringify(counts)}, ${runs} runs of openssl\n`);
  if (failures[0] !== undefined) assert.unreachable(`${failures.length} failures; ${await describe(failures[0])}`);
  // A change may have no place beside another one.
  const judged = Object.values(counts).reduce((sum, count) => sum + count, 0);
  assert.ok(judged > CHAINS / 2, `${judged} of ${CHAINS} chains were judged`);
  // Too few to have had every change alone.
  if (CHAINS < 3 * ALONE.length) return;
  const missing = ALONE.filter((change) => !alone.has(change)).map(({ name }) => name);
  assert.equal(missing, [], 'every change was made alone');
  // A share of the changes may all be of one kind.
  if (ALONE.length < CHANGES.length) return;
  assert.ok(judged >= CHAINS * (10 / 11), `${judged} of ${CHAINS} chains were judged`);
  for (const verdict of ['both accept', 'both refuse', 'stricter here'] as const) {
    assert.ok((counts[verdict] ?? 0) > judged / 10, `${verdict}: ${counts[verdict]}`);
  }
});

test.run();
