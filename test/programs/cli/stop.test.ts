import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BoxProcess, cleanUp, CutAnswer, type Receipt, SALE, temporaryFolder } from '../../kit/process.js';
import { ServiceHere, stopServices } from '../../kit/serviceHere.js';
import { Turns } from '../../kit/turns.js';

const CLIENTS = 6;
test.after(stopServices);
test.after(cleanUp);

/** Each starts the box as a process. */
const turns = new Turns(2);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  turns.test(
    `${signal} under load: running requests finish, no answer is cut off, no answered receipt is lost`,
    async () => {
      const box = await BoxProcess.start();
      const keys = await box.keys(CLIENTS + 1);
      const answered: Receipt[] = [];
      const client = async (key: string): Promise<void> => {
        while (true) {
          try {
            answered.push(await box.issue(key));
          } catch (error) {
            // A stopping box may close an idle connection, as HTTP allows (RFC 9112, 9.5).
            assert.not.instance(error, CutAnswer);
            return;
          }
          if (answered.length === 10 * CLIENTS) box.signal(signal);
        }
      };
      await Promise.all(keys.slice(1).map(client));
      const { code, stdout } = await box.promisedEnd();
      assert.is(code, 0);
      assert.match(stdout, /"event":"box\.stopping"[^]*"event":"box\.stopped".*\n$/);

      const again = await ServiceHere.start({ folder: box.folder });
      const stored = new Map((await again.receipts(keys[0] ?? '')).map((receipt) => [receipt.uuid, receipt]));
      for (const receipt of answered) assert.equal(stored.get(receipt.uuid), receipt);
      await again.stop();
    },
  );
}

turns.test('SIGTERM while the box is still starting stops it as soon as it has started, exit code 0', async () => {
  const folder = join(temporaryFolder(), 'data');
  const box = BoxProcess.spawn({ folder });
  assert.ok(await box.says('ledger.opened'));
  box.signal('SIGTERM');
  const { code, stdout } = await box.promisedEnd();
  assert.is(code, 0);
  assert.match(stdout, /"event":"box\.stopped".*\n$/);

  const again = await ServiceHere.start({ folder });
  await again.stop();
});

turns.test('silent connections, with TLS or without, do not delay the stop', async () => {
  const box = await BoxProcess.start();
  const silent = connect(box.port, '127.0.0.1').on('error', () => undefined);
  await once(silent, 'connect');
  const secured = connectTls({ host: '127.0.0.1', port: box.port, ca: readFileSync(box.caFile) });
  secured.on('error', () => undefined);
  await once(secured, 'secureConnect');
  const control = connect({ path: join(box.folder, 'control.sock'), allowHalfOpen: true });
  control.on('error', () => undefined);
  await once(control, 'connect');
  box.signal('SIGTERM');
  assert.is((await box.promisedEnd()).code, 0);
});

turns.test('a half-sent request is given up within the promised time when the box stops', async () => {
  const box = await BoxProcess.start();
  const [key = ''] = await box.keys(1);
  const socket = connectTls({ host: '127.0.0.1', port: box.port, ca: readFileSync(box.caFile) });
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  const head = [`Host: localhost`, `Authorization: Bearer ${key}`, 'Content-Length: 100', '', ''].join('\r\n');
  socket.write(`POST /api/v1/invoices HTTP/1.1\r\n${head}${JSON.stringify(SALE).slice(0, 20)}`);
  // The box has certainly begun to read it when it has answered another request.
  await box.issue(key);
  box.signal('SIGTERM');
  assert.is((await box.promisedEnd()).code, 0);
});

test.run();
