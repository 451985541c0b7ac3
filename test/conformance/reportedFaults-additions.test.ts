// proof: contract
// time limit: 300 s
// What kasirbox adds to v1 is checked where an installation announces it, and asked of no other.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  stopProxiedBox,
  inAnswer,
  inPlaceOf,
  runChecks,
  runChecksSpoiled,
  startProxiedBox,
  proxy,
  failures,
} from './proxiedBox.js';
import { isAnnounced } from './kit/announcement.js';
import type { Passing } from './proxy.js';
import { failed, jsonReport, summaryLine } from './report.js';
import { sentence, sentenceIds } from './sentences/index.js';
import { Turns } from '../kit/turns.js';

/** Each checks a box once or several times. */
const turns = new Turns(4);

test.before(async () => {
  await startProxiedBox();
});
test.after(stopProxiedBox);

const ADDITIONS = sentenceIds.filter((id) => sentence(id).addition !== undefined);

/** The description of another installation, which says nothing of any operation that has additions here. */
function withoutAdditions(answer: Passing): void {
  if (answer.path !== '/openapi.json') return;
  const document = JSON.parse(answer.text) as { paths: Record<string, Record<string, unknown>> };
  const told = new Set(ADDITIONS.map((id) => sentence(id).addition?.operation));
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const kept = Object.entries(item).filter(([method]) => !told.has(`${method.toUpperCase()} ${path}`));
    return [path, Object.fromEntries(kept)] as const;
  });
  answer.text = JSON.stringify({ ...document, paths: Object.fromEntries(paths) });
}

turns.test('an installation that announces no additions is not asked for them', async () => {
  proxy.calls.length = 0;
  const findings = await runChecksSpoiled(withoutAdditions, ['added', 'list.shape']);
  assert.equal([...failed(findings)], [], failures.join('\n'));
  assert.equal([...findings.checked], ['list.shape']);
  assert.match(summaryLine(findings), /^1 of 1 sentences checked/);
  assert.not.ok(proxy.calls.some((call) => /print-jobs|queue|printers/.test(call)));
});

turns.test('nor is one without a description, nor any in a run by the contract alone', async () => {
  const noDescription = (answer: Passing): void => {
    if (answer.path === '/openapi.json') answer.status = 404;
  };
  assert.is((await runChecksSpoiled(noDescription, ['added'])).checked.size, 0);
  assert.is((await runChecks(['added'], { contractOnly: true })).checked.size, 0);
});

turns.test('one that announces an addition is held to it', async () => {
  for (const [id, spoil] of [
    ['added.queue.entry', inAnswer(/GET .*\/queue\/kit/, (body) => (body['uuid'] = null))],
    ['added.print.job', inPlaceOf(/print-jobs\/9/, 404, 200)],
    ['added.status.warnings', inAnswer(/\/status$/, (body) => delete body['warnings'])],
  ] as const) {
    const findings = await runChecksSpoiled(spoil, [id]);
    assert.equal([...failed(findings)], [id], failures.join('\n'));
    assert.match(JSON.stringify(jsonReport(findings, proxy.url)), /"isAddition":true/);
  }
});

turns.test('each kind of announcement is found, behind references too, and not where it is not', () => {
  const document = {
    paths: {
      '/a': {
        post: {
          parameters: [{ $ref: '#/components/parameters/wait' }],
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Asked' } } } },
          responses: { 200: { $ref: '#/components/responses/Told' } },
        },
      },
    },
    components: {
      parameters: { wait: { name: 'wait', in: 'query' } },
      schemas: {
        Asked: { properties: { print: {} } },
        Told: { anyOf: [{ properties: { list: { items: { properties: { inner: {} } } } } }] },
      },
      responses: {
        Told: {
          headers: { 'X-Request-Id': {} },
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Told' } } },
        },
      },
    },
  };
  const operation = 'POST /a';
  for (const [announcement, isThere] of [
    [{ operation }, true],
    [{ operation: 'GET /a' }, false],
    [{ operation: 'POST /b' }, false],
    [{ operation, parameter: 'wait' }, true],
    [{ operation, parameter: 'after' }, false],
    [{ operation, takes: 'print' }, true],
    [{ operation, takes: 'whenOffline' }, false],
    [{ operation, status: 200, answers: 'list.inner' }, true],
    [{ operation, status: 200, answers: 'list.outer' }, false],
    [{ operation, status: 201, answers: 'list' }, false],
    [{ operation, status: 200, header: 'x-request-id' }, true],
    [{ operation, status: 200, header: 'ETag' }, false],
  ] as const) {
    assert.is(isAnnounced(document, announcement), isThere, JSON.stringify(announcement));
  }
});

test.run();
