import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { EVENTS } from '../../src/base/events.js';

const SOURCES = resolve(__dirname, '../../src');

test('the catalogue has no event that nothing logs', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && file !== join('base', 'events.ts'),
  );
  const source = files.map((file) => readFileSync(join(SOURCES, file), 'utf8')).join('\n');
  assert.equal(
    Object.keys(EVENTS).filter((event) => !source.includes(`'${event}'`)),
    [],
  );
});

test.run();
