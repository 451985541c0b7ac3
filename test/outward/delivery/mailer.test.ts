import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { MailFailure } from '../../../src/outward/delivery/mailFailure.js';
import { type Mailer, SmtpMailer, type SmtpMailerOptions } from '../../../src/outward/delivery/mailer.js';
import type { MailSetting } from '../../../src/shop/settings/mail.js';
import { freePort } from '../../kit/port.js';
import { type TestAuthority, testAuthority } from '../../kit/smtp/certificate.js';
import { header, leaves, readMime } from '../../kit/smtp/mime.js';
import { type Fault, type SmtpOptions, SmtpServer, type Step, STEPS } from '../../kit/smtp/server.js';

type MailMessage = Parameters<Mailer['send']>[1];

type MailFailureKind = MailFailure['kind'];

const DAY = 86_400_000;
const LOGIN = { user: 'kasa', password: 'tajna reč: 7' };
const LETTER: MailMessage = {
  to: 'kupac@example.rs',
  subject: 'Рачун 1',
  text: '.почиње тачком\r\n..\r\n.\r\nкрај',
  html: '<p>Рачун</p>',
  attachments: [
    { filename: '1.pdf', contentType: 'application/pdf', content: Buffer.from([0x25, 0x50, 0, 255, 13, 10]) },
  ],
  date: Date.UTC(2026, 10, 21, 9, 30),
};

let authority: TestAuthority;
let starttls: SmtpOptions;
let implicit: SmtpOptions;
test.before(async () => {
  authority = await testAuthority();
  const certificate = await authority.server('127.0.0.1');
  [starttls, implicit] = [
    { tls: 'starttls', certificate },
    { tls: 'implicit', certificate },
  ];
});

function settingOf(server: SmtpServer, more: Partial<MailSetting> = {}): MailSetting {
  const secure = server.options.tls === 'implicit';
  const login = server.options.login ?? {};
  return { host: '127.0.0.1', port: server.port, secure, from: 'Пекара <kasa@pekara.rs>', ...login, ...more };
}

const never = new AbortController().signal;
const mailer = (options: Partial<SmtpMailerOptions> = {}): SmtpMailer =>
  new SmtpMailer({ ca: authority.ca, ...options });

/** Sends a mail that must fail, and returns why. The connection must be closed completely. */
async function failureWith(
  server: SmtpServer,
  more: Partial<MailSetting> = {},
  options: Partial<SmtpMailerOptions> = {},
) {
  const sent = await mailer(options).send(settingOf(server, more), LETTER, never);
  if (sent.ok) throw new Error('the letter went out');
  await server.until(() => server.open === 0);
  return sent.error;
}

test('a mail arrives unchanged: recipient, sender, subject, both texts, attachment, date', async () => {
  await SmtpServer.during({}, async (server) => {
    assert.equal(await mailer().send(settingOf(server), LETTER, never), { ok: true, value: undefined });
    const [received] = server.received;
    assert.is(received?.from, 'kasa@pekara.rs');
    assert.equal(received?.to, ['kupac@example.rs']);
    const mail = readMime(received?.content ?? '');
    assert.is(header(mail, 'From'), 'Пекара <kasa@pekara.rs>');
    assert.is(header(mail, 'To'), 'kupac@example.rs');
    assert.is(header(mail, 'Subject'), 'Рачун 1');
    assert.is(header(mail, 'Auto-Submitted'), 'auto-generated');
    assert.is(Date.parse(header(mail, 'Date')), LETTER.date);
    assert.match(header(mail, 'Message-ID'), /^<[^<>@\s]+@pekara\.rs>$/);
    assert.is(leaves(mail, 'text/plain')[0]?.content.toString().trimEnd(), LETTER.text);
    assert.is(leaves(mail, 'text/html')[0]?.content.toString(), LETTER.html);
    const [pdf] = leaves(mail, 'application/pdf');
    assert.ok(pdf?.content.equals(LETTER.attachments[0]!.content));
    assert.match(header(pdf!, 'Content-Disposition'), /^attachment; filename="?1\.pdf"?$/);
    await server.until(() => server.open === 0);
  });
});

test('an international domain goes out in ASCII', async () => {
  await SmtpServer.during({}, async (server) => {
    assert.ok((await mailer().send(settingOf(server), { ...LETTER, to: 'pera@пример.срб' }, never)).ok);
    assert.equal(server.received[0]?.to, ['pera@xn--e1afmkfd.xn--90a3ac']);
  });
});

for (const mechanism of ['PLAIN', 'LOGIN'] as const) {
  for (const tls of ['starttls', 'implicit'] as const) {
    test(`logs in with ${mechanism} over TLS (${tls})`, async () => {
      await SmtpServer.during({ ...starttls, tls, login: LOGIN, mechanisms: [mechanism] }, async (server) => {
        assert.ok((await mailer().send(settingOf(server), LETTER, never)).ok);
        assert.is(server.received[0]?.secure, true);
        assert.is(server.received[0]?.user, LOGIN.user);
        assert.ok(server.lines.some((line) => line.startsWith(`AUTH ${mechanism}`)));
      });
    });
  }
}

test('with a password alone the box logs in under the address of the sender', async () => {
  const login = { user: 'kasa@pekara.rs', password: LOGIN.password };
  await SmtpServer.during({ ...starttls, login }, async (server) => {
    const { user: _, ...setting } = settingOf(server);
    assert.ok((await mailer().send(setting, LETTER, never)).ok);
    assert.is(server.received[0]?.user, login.user);
  });
});

test('without a login STARTTLS is used if it is offered, and a mail may be sent unencrypted if not', async () => {
  for (const [options, secure] of [
    [starttls, true],
    [{}, false],
  ] as const) {
    await SmtpServer.during(options, async (server) => {
      assert.ok((await mailer().send(settingOf(server), LETTER, never)).ok);
      assert.is(server.received[0]?.secure, secure);
    });
  }
});

test('a password is never sent unencrypted: no STARTTLS, no login, no mail', async () => {
  await SmtpServer.during({}, async (server) => {
    for (const login of [LOGIN, { password: LOGIN.password }]) {
      assert.is((await failureWith(server, login)).kind, 'insecure');
    }
    assert.equal(
      server.lines.filter((line) => /^(?:AUTH|MAIL)/.test(line)),
      [],
    );
  });
});

test('a certificate that is untrusted, for another name or expired is refused, with either kind of TLS', async () => {
  const others = {
    stranger: await (await testAuthority()).server('127.0.0.1'),
    name: await authority.server('10.0.0.1'),
    expired: await authority.server('127.0.0.1', Date.now() - DAY),
  };
  for (const tls of ['starttls', 'implicit'] as const) {
    for (const [name, wrong] of Object.entries(others)) {
      await SmtpServer.during({ tls, certificate: wrong, login: LOGIN }, async (server) => {
        assert.is((await failureWith(server)).kind, 'insecure', `${tls} ${name}`);
        assert.equal(
          server.lines.filter((line) => /^(?:AUTH|MAIL)/.test(line)),
          [],
        );
      });
    }
  }
});

test('the certificate is checked whatever the environment variables are', async () => {
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  try {
    await SmtpServer.during(implicit, async (server) => {
      const trusting = new SmtpMailer({ ca: (await testAuthority()).ca });
      const sent = await trusting.send(settingOf(server), LETTER, never);
      assert.is(!sent.ok && sent.error.kind, 'insecure');
    });
  } finally {
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  }
});

test('a wrong value of secure fails, with the cause or as unreachable', async () => {
  await SmtpServer.during(starttls, async (server) => {
    assert.is((await failureWith(server, { secure: true })).kind, 'insecure');
  });
  await SmtpServer.during(implicit, async (server) => {
    assert.is((await failureWith(server, { secure: false }, { greetingMs: 50 })).kind, 'late');
  });
});

/** What a refusal of each step is for the owner. */
const REFUSALS: Readonly<Record<Step, readonly [number, MailFailureKind]>> = {
  greeting: [554, 'refused'],
  EHLO: [550, 'refused'],
  STARTTLS: [454, 'insecure'],
  AUTH: [535, 'login'],
  MAIL: [550, 'sender'],
  RCPT: [550, 'recipient'],
  DATA: [554, 'refused'],
  content: [552, 'refused'],
};

/** Short waits, for servers that are never going to answer; the whole bound is the only one that ends a drip. */
const SHORT = { greetingMs: 60, silenceMs: 60, wholeMs: 300, closeMs: 20 };

for (const step of STEPS) {
  test(`${step}: a refusal, a silence, a hang-up, garbage and endless answers are failures, and the connection ends`, async () => {
    const [code, refusal] = REFUSALS[step];
    const expected: readonly (readonly [Fault, readonly MailFailureKind[]])[] = [
      [{ reply: `${code} no secrets here` }, [refusal]],
      ['silence', ['late']],
      // Who was given the whole mail may have taken it.
      ['drop', step === 'content' ? ['cut'] : ['broken', 'insecure']],
      ['garbage', ['broken', 'insecure', 'refused', 'login', 'sender', 'recipient']],
      ['endless', ['broken', 'insecure', 'late']],
      ['drip', ['late', 'insecure']],
    ];
    for (const [fault, others] of expected) {
      // The first line of an answer without an end may be the word to go on.
      const mayBeGiven = (step === 'content' && fault !== 'drop') || (step === 'DATA' && fault === 'endless');
      const kinds = mayBeGiven ? [...others, 'cut'] : others;
      await SmtpServer.during({ ...starttls, login: LOGIN }, async (server) => {
        server.faults[step] = fault;
        const { kind, reply, cause } = await failureWith(server, {}, SHORT);
        const what = `${step} ${JSON.stringify(fault)}: ${kind} ${reply} ${cause}`;
        assert.ok(kinds.includes(kind), what);
        // Ended by its own limit, not only by that of the whole.
        if (fault === 'silence') assert.is(cause, 'ETIMEDOUT', what);
        if (typeof fault === 'object' && step !== 'EHLO') assert.is(reply, code, what);
        assert.equal(server.received, [], what);
      });
    }
  });
}

test('without a listener, or with an unknown name, the server cannot be reached', async () => {
  const setting = { host: '127.0.0.1', port: await freePort(), secure: false, from: 'kasa@pekara.rs' };
  for (const host of ['127.0.0.1', 'mail.invalid']) {
    const sent = await mailer().send({ ...setting, host }, LETTER, never);
    assert.is(!sent.ok && sent.error.kind, 'unreachable', host);
  }
});

test('a stop ends mails in progress at once, and those after it', async () => {
  await SmtpServer.during({}, async (server) => {
    server.faults.MAIL = 'silence';
    const stop = new AbortController();
    const sending = mailer().send(settingOf(server), LETTER, stop.signal);
    await server.until(() => server.count('MAIL') === 1);
    stop.abort();
    for (const attempt of [sending, mailer().send(settingOf(server), LETTER, stop.signal)]) {
      const sent = await attempt;
      assert.is(!sent.ok && sent.error.kind, 'stopped');
    }
    await server.until(() => server.open === 0);
  });
});

test('no address, name or subject can add a header, a recipient or a command', async () => {
  const evil = 'a@b.rs\r\nBcc: evil@example.com\r\n\r\nHello';
  await SmtpServer.during({}, async (server) => {
    for (const to of [
      evil,
      'a@b.rs, c@d.rs',
      'a@b.rs\n',
      '"a\r\nRCPT TO:<x@y.rs>"@b.rs',
      'X <a@b.rs>',
      'a@b.rs> SIZE=1',
    ]) {
      const sent = await mailer().send(settingOf(server), { ...LETTER, to }, never);
      assert.is(!sent.ok && sent.error.kind, 'recipient', to);
    }
    for (const from of [evil, `Пекара\r\nBcc: x@y.rs <a@b.rs>`, '<a@b.rs>\r\nX: y']) {
      const sent = await mailer().send(settingOf(server, { from }), LETTER, never);
      assert.is(!sent.ok && sent.error.kind, 'sender', from);
    }
    assert.equal(server.lines, []);
    const subject = 'Рачун\r\nBcc: evil@example.com\r\n\r\n<b>';
    assert.ok((await mailer().send(settingOf(server), { ...LETTER, subject }, never)).ok);
    const mail = readMime(server.received[0]?.content ?? '');
    assert.not.ok(mail.headers.has('bcc'));
    assert.equal(server.received[0]?.to, ['kupac@example.rs']);
    assert.match(header(mail, 'Subject'), /^Рачун\s+Bcc/);
  });
});

test('nothing is read from files or addresses', async () => {
  await SmtpServer.during({}, async (server) => {
    // What the types do not allow, as if another part of the box had been talked into it.
    const attachments = [{ filename: 'x', contentType: 'text/plain', path: '/etc/hostname' }] as never;
    const sending = mailer().send(settingOf(server), { ...LETTER, attachments }, never);
    assert.match(await sending.then(() => 'sent', String), /File access rejected/);
    assert.equal(server.received, []);
  });
});

test.run();
