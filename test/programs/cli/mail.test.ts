import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BoxProcess, cleanUp } from '../../kit/process.js';
import { ServiceHere, stopServices } from '../../kit/serviceHere.js';
import { SmtpServer } from '../../kit/smtp/server.js';
import { Turns } from '../../kit/turns.js';

test.after(stopServices);
test.after(cleanUp);

/** Each starts a box with a mail server. */
const turns = new Turns(2);

/** A box with a mail server and one receipt. */
async function during<B extends ServiceHere | BoxProcess>(
  start: () => Promise<B>,
  work: (box: B, key: string, uuid: string, server: SmtpServer) => Promise<void>,
): Promise<void> {
  await SmtpServer.during({}, async (server) => {
    const box = await start();
    const [key = ''] = await box.keys(1);
    const mail = { host: '127.0.0.1', port: server.port, secure: false, from: 'kasa@pekara.rs' };
    assert.is((await box.command(['settings', 'set', 'mail', JSON.stringify(mail)])).code, 0);
    const { uuid } = await box.issue(key);
    await work(box, key, uuid, server);
  });
}

turns.test('ledger audit lists which receipts were e-mailed to whom, while the service runs and after it', () =>
  during(
    () => ServiceHere.start(),
    async (box, key, uuid) => {
      assert.equal(await box.command(['ledger', 'audit']), { code: 0, stdout: '', stderr: '' });
      const addresses = ['kupac@example.rs', 'drugi@example.rs'];
      for (const to of addresses)
        assert.is((await box.send('POST', `/invoices/${uuid}/email`, key, { to })).status, 200);
      for (const running of [true, false]) {
        if (!running) await box.stop();
        const { code, stdout } = await box.command(['ledger', 'audit']);
        assert.is(code, 0);
        const lines = stdout.trimEnd().split('\n');
        assert.is(lines.length, addresses.length);
        for (const [index, line] of lines.entries()) {
          const [time = '', ...rest] = line.split('  ');
          assert.match(time, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
          assert.equal(rest, ['invoice.email', uuid, 'key 1', addresses[index]]);
        }
      }
    },
  ),
);

turns.test('mail test sends one mail, and tells why one was not taken', () =>
  during(
    () => ServiceHere.start(),
    async (box, _key, _uuid, server) => {
      const sent = await box.command(['mail', 'test', 'vera@example.rs']);
      assert.equal(sent, { code: 0, stdout: 'The mail server has taken the mail.\n', stderr: '' });
      assert.equal(server.received.map(({ to }) => to).at(-1), ['vera@example.rs']);
      server.faults.MAIL = { reply: '550 not you' };
      const refused = await box.command(['mail', 'test', 'vera@example.rs']);
      assert.is(refused.code, 1);
      assert.match(refused.stderr, /does not accept the sender \(550\)/);
      const serbian = { env: { LC_ALL: 'sr_RS.UTF-8' } };
      assert.match(
        (await box.command(['mail', 'test', 'vera@example.rs'], serbian)).stderr,
        /не прихвата пошиљаоца \(550\)/,
      );
      // The wiring: what the mailer of the box has met is what its doctor says.
      const [failing, sr] = [
        await box.command(['doctor'], { env: { LC_ALL: 'C' } }),
        await box.command(['doctor'], serbian),
      ];
      assert.match(failing.stdout, /^mail +warning +The last mail .* was not sent\. \[sender 550/m);
      assert.match(sr.stdout, /^mail +упозорење +Последња порука е-поште .*kasirbox mail test/m);
      server.faults.MAIL = undefined;
      assert.is(
        (await box.command(['mail', 'test', 'vera@example.rs'], serbian)).stdout,
        'Сервер за пошту је примио поруку.\n',
      );
      assert.match((await box.command(['doctor'], { env: { LC_ALL: 'C' } })).stdout, /^mail +ok +Mail goes out/m);
      assert.is((await box.command(['mail', 'test'])).code, 2);
    },
  ),
);

turns.test('SIGTERM while a mail server hangs: the caller is told, and the box stops within the promised time', () =>
  during(
    () => BoxProcess.start(),
    async (box, key, uuid, server) => {
      server.faults.DATA = 'silence';
      const sending = box.send('POST', `/invoices/${uuid}/email`, key, { to: 'kupac@example.rs' });
      await server.until(() => server.count('DATA') === 1);
      box.signal('SIGTERM');
      const reply = await sending;
      assert.is(reply.status, 409);
      assert.match(reply.text, /"mail_error","message":"Каса се зауставља\."/);
      assert.is((await box.promisedEnd()).code, 0);
      assert.match(box.log, /"event":"mail\.failed".*"reason":"stopped"[^]*"event":"box\.stopped"/);
    },
  ),
);

test.run();
