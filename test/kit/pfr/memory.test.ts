import { appendFileSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cleanUp, temporaryFolder } from '../process.js';
import { get, find, statusAndBody, invoice, parsed } from './calling.js';
import { FakePfr } from './core.js';
import { fileMemory } from './memory.js';

test.after(cleanUp);

function restarted(path: string): FakePfr {
  return new FakePfr({ pin: null, memory: fileMemory(path) });
}

test('a receipt whose writing was cut short was never signed, and those before and after it stay', () => {
  const path = join(temporaryFolder(), 'signed');
  const first = restarted(path);
  const answer = parsed(first.handle(invoice('1')));
  first.handle(invoice('2'));
  truncateSync(path, readFileSync(path).length - 100);
  const second = restarted(path);
  assert.equal(parsed(second.handle(find('1'))), answer);
  assert.is(parsed(second.handle(get('/api/v3/status')))['lastInvoiceNumber'], answer['invoiceNumber']);
  assert.is(statusAndBody(second.handle(find('2'))), '200 null');
  assert.is(parsed(second.handle(invoice('3')))['totalCounter'], 2);
  assert.equal(
    restarted(path).signed.map(({ requestId }) => requestId),
    ['1', '3'],
  );
});

test('a file of nothing but a torn line is an empty one', () => {
  const path = join(temporaryFolder(), 'signed');
  appendFileSync(path, '{"requestId":"1"');
  assert.is(restarted(path).signed.length, 0);
  assert.is(readFileSync(path, 'utf8'), '');
});

test.run();
