import { suite, test } from 'uvu';
import * as assert from 'uvu/assert';
import { CHAT, ChatServer, TOKEN } from '../../kit/chat/server.js';
import { kasirbox } from '../../kit/command.js';
import { BoxProcess, cleanUp, temporaryFolder } from '../../kit/process.js';
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
      assert.equal(await box.command(['ledger', 'audit']), {
        code: 0,
        stdout: '',
        stderr: 'No e-mail, change or decision is recorded yet.\n',
      });
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
      assert.equal(sent, { code: 0, stdout: 'The mail server accepted the message.\n', stderr: '' });
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
      assert.match(failing.stdout, /^mail +warning +The last e-mail .* was not sent\. \[sender 550/m);
      assert.match(sr.stdout, /^mail +упозорење +Последња порука е-поште .*kasirbox mail test/m);
      server.faults.MAIL = undefined;
      assert.is(
        (await box.command(['mail', 'test', 'vera@example.rs'], serbian)).stdout,
        'Сервер за пошту је примио поруку.\n',
      );
      assert.match((await box.command(['doctor'], { env: { LC_ALL: 'C' } })).stdout, /^mail +ok +E-mail is sent/m);
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
      assert.match(reply.text, /"mail_error","message":"Уређај се зауставља\."/);
      assert.is((await box.promisedEnd()).code, 0);
      assert.match(box.log, /"event":"mail\.failed".*"reason":"stopped"[^]*"event":"box\.stopped"/);
    },
  ),
);

const notifyTest = suite('notify');

notifyTest.after(cleanUp);

notifyTest('notify test says whether the message was taken, and what to do when it was not, without the token', () =>
  ChatServer.during({}, async (server) => {
    const folder = temporaryFolder();
    const run = (...args: string[]) => kasirbox([...args, '--data', folder], { env: { LC_ALL: 'C' } });
    const bot = (token: string) => JSON.stringify({ kind: 'bot', token, chat: CHAT, url: server.origin });
    assert.is((await run('settings', 'set', 'notify', bot(TOKEN))).code, 0);
    assert.equal(await run('notify', 'test'), {
      code: 0,
      stdout: 'The message has arrived in the chat.\n',
      stderr: '',
    });
    assert.match(server.texts[0] ?? '', /Пробна порука/);
    assert.is((await run('settings', 'set', 'notify', bot('1:drugi'))).code, 0);
    const refused = await run('notify', 'test');
    assert.is(refused.code, 1);
    assert.match(
      refused.stderr,
      /^kasirbox: The chat server refuses messages \(401\)\. Check token in the setting notify/,
    );
    assert.not.match(refused.stderr, /drugi/);
  }),
);

notifyTest.run();

const webhooksTest = suite('webhooks');

webhooksTest.after(cleanUp);

webhooksTest(
  'webhooks test says whether a signed test was taken, and what to do when it was not, without the secret',
  () =>
    ChatServer.during({}, async (server) => {
      const folder = temporaryFolder();
      const run = (...args: string[]) => kasirbox([...args, '--data', folder], { env: { LC_ALL: 'C' } });
      const secret = `whsec_${'TAJN'.repeat(8)}`;
      const value = JSON.stringify([{ name: 'web-shop', url: `${server.origin}/tajna`, secret }]);
      const set = await run('settings', 'set', 'webhooks', value);
      assert.is(set.code, 0);
      assert.match(set.stderr, /Better: kasirbox settings set webhooks -$/m);
      const taken = await run('webhooks', 'test', 'web-shop');
      assert.equal(taken, { code: 0, stdout: 'The receiver accepted the test message.\n', stderr: '' });
      assert.is(server.taken[0]?.json['type'], 'test');
      assert.match(String(server.taken[0]?.headers['webhook-signature']), /^v1,[A-Za-z0-9+/]{43}=$/);
      server.faults.push({ status: 404 });
      const refused = await run('webhooks', 'test', 'web-shop');
      assert.is(refused.code, 1);
      assert.match(refused.stderr, /^kasirbox: The receiver refuses messages \(404\)\. Check url and secret/);
      assert.not.match(refused.stderr, /TAJN|tajna/);
      assert.match((await run('webhooks', 'test', 'books')).stderr, /^kasirbox: There is no webhook with this name/);
    }),
);

webhooksTest.run();

test.run();
