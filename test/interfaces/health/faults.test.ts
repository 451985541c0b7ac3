// For each check a fault is made here, and the first row of `kasirbox doctor` names it with the right next action.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BEFORE_SERVICE } from '../../../src/programs/cli/doctor.js';
import { CONSEQUENCES } from '../../../src/interfaces/health/check.js';
import { ALL_CHECKS, runChecks } from '../../../src/interfaces/health/checks.js';
import { doctorLines } from '../../kit/health.js';
import { NOON } from '../../kit/ledger.js';
import { KASA } from '../../kit/printing.js';
import { Bench } from './faulty/bench.js';
import { CARD_FAULTS } from './faulty/card.js';
import { boardOf, MACHINE_FAULTS } from './faulty/machine.js';
import { STORAGE_FAULTS } from './faulty/storage.js';
import { TRADE_FAULTS } from './faulty/trade.js';

const COMPANY = { name: 'Пекара', tin: '100000049', location: '1234567-Пекара', address: 'А', district: 'Б' };
const FAULTS = [...STORAGE_FAULTS, ...TRADE_FAULTS, ...MACHINE_FAULTS, ...CARD_FAULTS];

async function onBench(work: (bench: Bench) => Promise<void>): Promise<void> {
  const bench = await new Bench().open();
  await bench.set('company', COMPANY);
  try {
    await work(bench);
  } finally {
    await bench.end();
  }
}

test('in a box in good order everything is well', async () => {
  await onBench(async ({ deps }) => {
    const lines = doctorLines(await runChecks({ ...deps, printers: () => [KASA], ...boardOf('0', '45000') }));
    assert.match(lines.en[0] ?? '', /^service +ok +The service is running\.$/);
    for (const line of lines.en) assert.match(line, /^[a-z-]+ +ok /);
    proofsAreWhole(lines);
  });
});

/** Names in a proof that are no words of ours: of modes, addresses, the kernel, the card and the system. */
const NAMES =
  /\b(?:demo|lpfr|vpfr|http|production|heap|eMMC|life_time|pre_eol_info|in0_lcrit_alarm|company|tin|[A-Z]+\d*|[0-9a-f]{32})\b/g;

/** The text in brackets after a finding is in the language of its line. */
function proofsAreWhole({ sr, en }: ReturnType<typeof doctorLines>): void {
  const quirk = /; journal$/;
  const proofsOf = (line = ''): string[] => [...line.matchAll(/ \[(.*?)\](?= |$)/g)].map(([, proof = '']) => proof);
  for (const [at, line] of sr.entries()) {
    const [proof = ''] = proofsOf(line);
    assert.not.match(proof.replaceAll(NAMES, '').replace(quirk, ''), /\b[a-z]{2,}\b/, line);
    assert.is(proofsOf(en[at]).length > 0, proof !== '', line);
    assert.not.match(en[at] ?? '', /\[[^\]]*[А-Яа-я]/);
  }
}

/** The states of a check as doctor shows them. */
const STATES = {
  ok: { sr: 'у реду', en: 'ok' },
  warning: { sr: 'упозорење', en: 'warning' },
  failure: { sr: 'квар', en: 'failure' },
};

/** What a technician types, which is the same in each language. */
const COMMANDS = /(?:kasirbox (?:doctor|[a-z-]+ [a-z-]+)|systemctl [a-z]+ [a-z-]+|(?:journalctl|timedatectl) [a-z-]+)/g;

for (const { check, what, state, make, sr, en } of FAULTS) {
  test(`${check}, ${what}: the first row of doctor names it and the next action`, async () => {
    await onBench(async (bench) => {
      const lines = doctorLines(await runChecks(await make(bench)));
      for (const [[first = ''], [found, action], named] of [
        [lines.sr, sr, STATES[state].sr],
        [lines.en, en, STATES[state].en],
      ] as const) {
        assert.match(first, new RegExp(`^${check} +${named} +.*${found.source}.*${action.source}`), first);
      }
      for (const [at, line] of lines.sr.entries()) {
        assert.equal(line.match(COMMANDS) ?? [], lines.en[at]?.match(COMMANDS) ?? [], line);
        // The technician reads it too: first what to do, then whom to call.
        assert.not.match(line, /[.\]] Позовите сервисера/, line);
      }
      proofsAreWhole(lines);
    });
  });
}

const OFF = { state: 'off', start: 'systemctl start kasirbox' } as const;

test('service: where none runs, that is the first row, unless a fault keeps it from starting', async () => {
  await onBench(async (bench) => {
    const lines = doctorLines(await runChecks(bench.deps), OFF);
    assert.match(lines.en[0] ?? '', /^service +failure +No service is running .*Start it: systemctl start kasirbox$/);
    assert.match(lines.sr[0] ?? '', /^service +квар +Сервис није покренут .*Покрените га: systemctl start kasirbox$/);
    bench.disk.budget = bench.disk.used();
    const [first = '', second = ''] = doctorLines(await runChecks(bench.deps), OFF).en;
    assert.match(first, /^disk +failure /);
    assert.match(second, /^service +failure /);
  });
});

/** Only a command sees what these check; it places them itself. test/programs/cli has their faults. */
const BY_COMMAND: readonly string[] = ['service', 'folder'];
const CHECK_NAMES = ALL_CHECKS.map(({ name }) => name);

test('the checks stand in the order of what their faults lead to', () => {
  const ranks = CHECK_NAMES.filter((name) => !BY_COMMAND.includes(name)).map((name) => rankOf(name));
  assert.equal(
    ranks,
    [...ranks].sort((a, b) => a - b),
  );
  const beforeService = CHECK_NAMES.filter((name) => !BY_COMMAND.includes(name) && rankOf(name) < rankOf('service'));
  assert.equal(beforeService, BEFORE_SERVICE);
});

function rankOf(name: string): number {
  const check = ALL_CHECKS.find((one) => one.name === name);
  assert.ok(check, name);
  return CONSEQUENCES.indexOf(check.consequence);
}

test('the clock of a shop without Internet stands below printer, paper and backup', () => {
  for (const name of ['printer', 'paper', 'backup', 'queue']) assert.ok(rankOf(name) < rankOf('clock'), name);
});

test('a clock that nothing vouches for, as a board without a network always has, does not hide safe mode', async () => {
  await onBench(async ({ deps, ledger }) => {
    const event = { at: NOON, kind: 'safe-mode', on: true, reason: 'crash' } as const;
    assert.ok((await ledger.put({ type: 'event', event })).ok);
    const [first = '', second = ''] = doctorLines(await runChecks({ ...deps, clockTrust: () => 'guess' })).en;
    assert.match(first, /^safe-mode +warning /);
    assert.match(second, /^clock +warning /);
  });
});

test('every check has a fault here', () => {
  const made = new Set<string>([...BY_COMMAND, ...FAULTS.map(({ check }) => check)]);
  assert.equal(
    CHECK_NAMES.filter((name) => !made.has(name)),
    [],
  );
});

test.run();
