import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { EVENTS, jsonLog, type LogFields } from '../../src/base/log.js';
import { NOON } from '../kit/ledger.js';

test('a line has time in UTC, level and event, and then its fields', () => {
  const lines: string[] = [];
  const log = jsonLog(
    (line) => lines.push(line),
    () => NOON,
  );
  log('clock.behind', { shows: '2020-01-01 01:00:00' });
  assert.is(
    lines[0],
    '{"time":"2026-11-21T11:00:00.000Z","level":"warn","event":"clock.behind","shows":"2020-01-01 01:00:00"}\n',
  );
});

test('no field can take the place of what each line has of its own', () => {
  // @ts-expect-error: it would say another time than all other lines, or none that a program can read.
  const fields: LogFields = { time: '2020-01-01 01:00:00' };
  assert.is(typeof fields, 'object');
});

const SOURCES = resolve(__dirname, '../../src');
/** The files of the catalogue itself: `base/log.ts` and `base/ledgerEvents.ts`, for example. */
const CATALOGUE = /^base\/(?:log|\w+Events)\.ts$/;

test('the catalogue has no event that nothing logs', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !CATALOGUE.test(file),
  );
  const source = files.map((file) => readFileSync(join(SOURCES, file), 'utf8')).join('\n');
  assert.equal(
    Object.keys(EVENTS).filter((event) => !source.includes(`'${event}'`)),
    [],
  );
});

test.run();
