import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { KEY_STATES } from '../../src/sales/invoicing/issue/keyStatus.js';
import { INTENT_STATES } from '../../src/platform/ledger/intent.js';
import { JOB_STATE_TABLE } from '../../src/platform/ledger/job.js';
import { QUEUE_STATES } from '../../src/platform/ledger/queuedOrder.js';

type States = Readonly<Record<string, { readonly next: readonly string[] }>>;

const ROOT = resolve(import.meta.dirname, '../..');

/** The transitions of the drawing that follows a sentence, as `from > to`, without those from and to `[*]`. */
function drawn(document: string, heading: string): string[] {
  const text = readFileSync(resolve(ROOT, document), 'utf8');
  const start = text.indexOf('stateDiagram-v2', text.indexOf(heading));
  assert.ok(start > 0, `${document} draws the states of "${heading}"`);
  const drawing = text.slice(start, text.indexOf('```', start));
  return Array.from(drawing.matchAll(/^ +(\w+) --> (\w+)/gm), ([, from, to]) => `${from} > ${to}`).sort();
}

/** The transitions of a table in the form of {@link drawn}, where a name has no blanks. */
function listed(states: States, leftOut: readonly string[] = []): string[] {
  const name = (state: string): string => state.replaceAll(' ', '_');
  return Object.entries(states)
    .filter(([from]) => !leftOut.includes(from))
    .flatMap(([from, { next }]) => next.map((to) => `${name(from)} > ${name(to)}`))
    .sort();
}

test('the documents draw the states of an intent, a key, a queued order and a print job as the tables have them', () => {
  const architecture = 'docs/architecture.md';
  assert.equal(drawn(architecture, 'An **intent**'), listed(INTENT_STATES));
  assert.equal(drawn(architecture, 'An **idempotency key**'), listed(KEY_STATES, ['used for other content']));
  assert.equal(drawn(architecture, 'A **queued order**'), listed(QUEUE_STATES));
  assert.equal(drawn('docs/printers.md', '## Jobs'), listed(JOB_STATE_TABLE));
});

test.run();
