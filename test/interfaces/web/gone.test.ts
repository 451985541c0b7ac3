import { readFileSync } from 'node:fs';
import * as https from 'node:https';
import { connect, type Socket } from 'node:net';
import * as tls from 'node:tls';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { body } from '../../sales/invoicing/bodies.js';
import { TestBox } from '../../kit/box.js';
import { read } from '../../kit/client.js';
import { operate, signIn } from '../../kit/web/signedIn.js';

const DAY_MS = 86_400_000;
const DAYS = 4;
/** Types of receipts that are read for each day. */
const TYPES = 2;

test('a report that a page does not wait for any more ends, and the next one does not wait for all of it', async () => {
  await TestBox.during(async (box) => {
    const first = Date.parse('2026-11-02T11:00:00Z');
    const client = await box.client();
    for (let day = 0; day < DAYS; day += 1) {
      box.clockOffset = first + day * DAY_MS - Date.now();
      read('Invoice', 201, await client.post('/invoices', body({})));
    }
    box.clockOffset = 0;
    const owner = await signIn(box, 'Ана', 'owner');
    const { ledger } = box.parts;
    const usual = ledger.invoiceSequence.bind(ledger);
    let reads = 0;
    let begun: () => void = () => undefined;
    let goOn: () => void = () => undefined;
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
    ledger.invoiceSequence = async (...page) => {
      reads += 1;
      begun();
      await mayGoOn;
      return usual(...page);
    };
    const period = { from: '2026-11-01', to: '2026-11-30' };
    const left = leaving(box, owner.headers, period);
    await isBegun;
    // A reset is noticed at once; after a mere end, a client may still read its response.
    left.resetAndDestroy();
    // Disconnected callers are noticed before these are answered.
    for (let times = 0; times < 3; times += 1) await operate(box, owner, 'users.list', {});
    const next = operate<{ rows: object[] }>(box, owner, 'reports.rows', { table: 'items', ...period });
    goOn();
    assert.is((await next).rows.length, 1);
    assert.is(reads, 1 + DAYS * TYPES, 'the first was not read to its end');
  });
});

/** Asks for a report over a connection of its own, and returns the connection. */
function leaving(box: TestBox, headers: Readonly<Record<string, string>>, period: object): Socket {
  const ca = readFileSync(join(box.folder, 'tls', 'ca.pem'));
  const { hostname, port } = new URL(box.origin);
  const socket = connect({ host: hostname, port: Number(port) });
  const request = https.request(`${box.origin}/web/operations/reports.rows`, {
    method: 'POST',
    createConnection: () => tls.connect({ socket, ca, servername: hostname }),
    headers: { ...headers, 'Content-Type': 'application/json' },
  });
  request.on('error', () => undefined);
  request.end(JSON.stringify({ table: 'items', ...period }));
  return socket;
}

test.run();
