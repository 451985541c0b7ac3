// "POST /invoices/{uuid}/email" of the specification of API v1, with its limit, its audit entry and its errors.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nodeDisk } from '../../../../src/base/nodeDisk.js';
import type { AuditEntry } from '../../../../src/platform/ledger/changeTypes.js';
import { verifyLedger } from '../../../../src/platform/ledger/verify.js';
import { body, line } from '../../../sales/invoicing/bodies.js';
import { type Invoice, invoiceAlone } from '../../../kit/answers.js';
import { TestBox } from '../../../kit/box.js';
import { type Client, read, readError, type Reply } from '../../../kit/client.js';
import { drawWithoutEnd } from '../../../kit/drawing.js';
import { serveWithoutSocket } from '../../../kit/serve.js';
import { header, leaves, readMime } from '../../../kit/smtp/mime.js';
import { type Fault, SmtpServer } from '../../../kit/smtp/server.js';
import { Turns } from '../../../kit/turns.js';
import { inEnglish } from '../../../kit/inEnglish.js';

/** For servers that never answer, ms, or never end, bytes. */
const SHORT = { greetingMs: 60, silenceMs: 200, wholeMs: 1500, closeMs: 20, maxConversation: 16 * 1024 };
const TO = 'kupac@example.rs';
const NOBODY = '01934d6e-7a10-7000-8000-000000000001';

let box: TestBox;
let client: Client;
let server: SmtpServer;
let invoice: Invoice;

const limitDrawing = drawWithoutEnd();

test.before(async () => {
  box = await TestBox.start({ serve: serveWithoutSocket, mail: SHORT });
});
test.before.each(async () => {
  server = await SmtpServer.start();
  await setMail(server);
  client = await box.client();
  invoice = await issue();
});
test.after.each(() => server.stop());
test.after(async () => {
  await box.stop();
  limitDrawing();
});

const setMail = (to: SmtpServer) =>
  box.set('mail', { host: '127.0.0.1', port: to.port, secure: false, from: 'Пекара <kasa@pekara.rs>' });

async function issue(change: Record<string, unknown> = {}): Promise<Invoice> {
  return read('Invoice', 201, await client.post('/invoices', body(change)));
}

const email = (json: unknown = { to: TO }, { uuid }: { readonly uuid: string } = invoice): Promise<Reply> =>
  client.post(`/invoices/${uuid}/email`, json);

/** The audit entries of a receipt, read from the log itself. */
async function auditOf({ uuid }: Invoice): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  const upTo = box.parts.ledger.end.sequence;
  const { faults } = await verifyLedger({
    disk: nodeDisk,
    folder: box.folder,
    upTo,
    onAudit: (entry) => {
      if (entry.event === 'invoice.email' && entry.invoice === uuid) entries.push(entry);
    },
  });
  assert.equal(inEnglish(faults), []);
  return entries;
}

test('sends the receipt: 200 {ok, uuid, to}; journal, verification link, demo note and the A4 document arrive', async () => {
  // A mail waits for its document only some seconds, in which a busy machine does not even start to draw.
  assert.is((await client.get(`/invoices/${invoice.uuid}/document?format=pdf&paper=a4`)).status, 200);
  assert.equal(read('EmailSent', 200, await email()), { ok: true, uuid: invoice.uuid, to: TO });
  const [received] = server.received;
  assert.equal(received?.to, [TO]);
  assert.is(received?.from, 'kasa@pekara.rs');
  const mail = readMime(received?.content ?? '');
  assert.is(header(mail, 'From'), 'Пекара <kasa@pekara.rs>');
  assert.match(header(mail, 'Subject'), /^Демо рачун [\d.]+,\d\d РСД, ДЕМО ПРОДАВНИЦА, \d\d\.\d\d\.\d{4}\.$/);
  const text = leaves(mail, 'text/plain')[0]?.content.toString().replaceAll('\r\n', '\n') ?? '';
  const html = leaves(mail, 'text/html')[0]?.content.toString().replaceAll('\r\n', '\n') ?? '';
  for (const said of [text, html]) {
    assert.ok(said.includes(invoice.journal.replaceAll('\r\n', '\n').trimEnd()));
    assert.ok(said.includes(invoice.pfr.verificationUrl.replaceAll('&', said === html ? '&amp;' : '&')));
    assert.match(said, /Ово је демо рачун\. Није фискализован/);
    assert.ok(said.includes(`${invoice.pfr.invoiceNumber}.pdf`), 'the mail says what is attached');
  }
  const [pdf] = leaves(mail, 'application/pdf');
  assert.is(pdf?.content.subarray(0, 5).toString(), '%PDF-');
  assert.ok(header(pdf!, 'Content-Disposition').includes(`${invoice.pfr.invoiceNumber}.pdf`));
});

test('writes the audit entry invoice.email, one per send, none when nothing was sent', async () => {
  const { key } = read('Me', 200, await client.get('/me'));
  const entry = { event: 'invoice.email', invoice: invoice.uuid, key: key.id, to: TO };
  assert.equal(await auditOf(invoice), []);
  await email();
  await email({ to: 'drugi@example.rs' });
  const sent = [entry, { ...entry, to: 'drugi@example.rs' }];
  assert.equal(await auditOf(invoice), sent);
  server.faults.RCPT = { reply: '550 no' };
  readError(409, await email());
  readError(422, await email({ to: 'nobody' }));
  assert.equal(await auditOf(invoice), sent);
  assert.is(server.received.length, 2);
});

test('to is required, a text, at most 190 characters, one valid address: 422 validation that names it', async () => {
  const at190 = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(61)}.rs`;
  assert.is(at190.length, 190);
  read('EmailSent', 200, await email({ to: at190 }));
  const wrong = [
    ...[{}, { to: null }, { to: 1 }, { to: [TO] }, { To: TO }, { to: '' }, { to: 'kupac' }, { to: 'kupac@localhost' }],
    ...[{ to: `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(62)}.rs` }, { to: 'a'.repeat(100_000) }],
    ...[
      { to: `${TO}, drugi@example.rs` },
      { to: `${TO};drugi@example.rs` },
      { to: `Купац <${TO}>` },
      { to: `<${TO}>` },
    ],
    ...[
      { to: `${TO}\r\nBcc: drugi@example.rs` },
      { to: `${TO}\n` },
      { to: `\r\n${TO}` },
      { to: `${TO}\0` },
      { to: ` ${TO}` },
    ],
    ...[{ to: '"a\r\nRCPT TO:<x@y.rs>"@example.rs' }, { to: '"a b"@example.rs' }, { to: 'kupac(x)@example.rs' }],
    ...[{ to: 'пера@example.rs' }, { to: 'kupac@[127.0.0.1]' }, { to: 'kupac@127.0.0.1' }, { to: `${TO}>` }],
  ];
  for (const json of wrong) {
    const { code, message } = readError(422, await email(json));
    assert.is(code, 'validation', JSON.stringify(json).slice(0, 100));
    assert.match(message, /^to (?:is required|must be one e-mail address|may have at most 190 characters)/);
  }
  assert.is(server.received.length, 1);
});

test('an address with an international domain is accepted, and answered as it was sent', async () => {
  assert.is(read('EmailSent', 200, await email({ to: 'pera@пример.срб' })).to, 'pera@пример.срб');
  assert.equal(server.received[0]?.to, ['pera@xn--e1afmkfd.xn--90a3ac']);
});

test('404 for an unknown invoice, 400 for a body that is no JSON object', async () => {
  assert.is(readError(404, await email({ to: TO }, { uuid: NOBODY })).code, 'not_found');
  for (const raw of ['', '{', '[]', '"a@b.rs"']) {
    const reply = await client.call('POST', `/invoices/${invoice.uuid}/email`, { raw });
    assert.is(readError(400, reply).code, 'bad_request', raw);
  }
  assert.equal(server.lines, []);
});

test('30 e-mails per hour and key: the 31st is 429 with a mail-limit message; other keys and other routes go on', async () => {
  for (let n = 0; n < 29; n += 1) read('EmailSent', 200, await email());
  // Neither what never reaches a mail server counts, nor what one refuses.
  readError(422, await email({ to: 'nobody' }));
  readError(404, await email({ to: TO }, { uuid: NOBODY }));
  await box.set('mail', null);
  readError(409, await email());
  await setMail(server);
  server.faults.RCPT = { reply: '550 no' };
  readError(409, await email());
  server.faults.RCPT = undefined;
  read('EmailSent', 200, await email());
  const { code, message } = readError(429, await email());
  assert.is(code, 'rate_limited');
  assert.match(message, /30 e-mails per hour/);
  assert.is(server.received.length, 30);
  await issue();
  client = await box.client();
  read('EmailSent', 200, await email());
});

test('mail_error when no mail server is set: the message says what the owner has to do', async () => {
  await box.set('mail', null);
  const { code, message, messageEn, rule } = readError(409, await email());
  assert.equal([code, rule], ['mail_error', 'mail.no-server']);
  assert.is(message, 'Сервер за пошту није подешен. Власник га задаје у подешавањима (kasirbox settings set mail).');
  assert.match(messageEn, /kasirbox settings set mail/);
});

const FAULTS: readonly (readonly [string, keyof SmtpServer['faults'], Fault])[] = [
  ['refuses the connection', 'greeting', { reply: '554 no' }],
  ['is silent', 'greeting', 'silence'],
  ['hangs up', 'MAIL', 'drop'],
  ['refuses the recipient', 'RCPT', { reply: '550 5.1.1 secret-of-the-server' }],
  ['is full', 'content', { reply: '552 full' }],
  ['is silent after the mail', 'content', 'silence'],
  ['drips', 'EHLO', 'drip'],
  ['sends without end', 'EHLO', 'endless'],
  ['is no mail server', 'greeting', 'garbage'],
];

/** Each sends a receipt that is drawn for it. */
const turns = new Turns(3);
const TIMED_OUT: readonly Fault[] = ['silence', 'drip'];

for (const [name, step, fault] of FAULTS) {
  turns.test(
    `mail_error when the mail server ${name}; the invoice is untouched, and it may be repeated later`,
    async () => {
      server.faults[step] = fault;
      const { code, message, messageEn, rule } = readError(409, await email());
      assert.is(code, 'mail_error');
      // After a timeout it is unknown how far the server was.
      assert.is(rule, TIMED_OUT.includes(fault) ? 'mail.outcome-unknown' : 'mail.not-sent');
      assert.match(message, /^(?:Сервер за пошту|Нема безбедне везе)/);
      assert.match(messageEn, /^(?:The mail server|No secure)/);
      assert.not.match(message + messageEn, /secret/);
      const kept = read('InvoiceWithState', 200, await client.get(`/invoices/${invoice.uuid}`));
      assert.equal(invoiceAlone(kept), invoice);
      await server.until(() => server.open === 0);
      server.faults[step] = undefined;
      read('EmailSent', 200, await email());
      assert.is(server.received.length, 1);
    },
  );
}

test('neither log nor response holds a password, an address or what the mail server sent', async () => {
  server.faults.RCPT = { reply: '550 5.1.1 secret-of-the-server' };
  const before = box.lines.length;
  const { message } = readError(409, await email({ to: 'privatna.adresa@example.rs' }));
  server.faults.RCPT = undefined;
  await email({ to: 'privatna.adresa@example.rs' });
  const login = { user: 'kasa', password: 'tajna-lozinka' };
  await box.set('mail', { host: '127.0.0.1', port: server.port, secure: false, from: 'kasa@pekara.rs', ...login });
  const unsafe = readError(409, await email()).message;
  const said = [...box.lines.slice(before), message, unsafe].join('');
  assert.not.match(said, /privatna|secret-of-the-server|tajna/);
  assert.match(said, /"event":"mail\.failed".*"reason":"recipient","reply":550/);
  assert.match(said, /"event":"mail\.sent"/);
});

test('no name of a company or an item can add a header or HTML', async () => {
  const evil = '<img src=x onerror=alert(1)> Bcc: evil@example.com';
  invoice = await issue({
    items: [line({ name: evil })],
    adText: 'Bcc: evil@example.com\r\n\r\n.\r\nMAIL FROM:<x@y.rs>',
  });
  read('EmailSent', 200, await email());
  assert.is(server.received.length, 1);
  assert.equal(server.received[0]?.to, [TO]);
  const mail = readMime(server.received[0]?.content ?? '');
  assert.not.ok(mail.headers.has('bcc'));
  assert.not.match(leaves(mail, 'text/html')[0]?.content.toString() ?? '', /<img/);
  assert.match(leaves(mail, 'text/plain')[0]?.content.toString() ?? '', /MAIL FROM:<x@y\.rs>/);
});

turns.test(
  'a mail server that hangs holds up no sale; more than four mails at a time are refused at once',
  async () => {
    const patient = await TestBox.start({ serve: serveWithoutSocket });
    try {
      const till = await patient.client();
      await patient.set('mail', { host: '127.0.0.1', port: server.port, secure: false, from: 'kasa@pekara.rs' });
      const { uuid } = read('Invoice', 201, await till.post('/invoices', body()));
      server.faults.greeting = 'silence';
      let answered = 0;
      const hanging = Array.from({ length: 4 }, async () => {
        const reply = await till.post(`/invoices/${uuid}/email`, { to: TO });
        answered += 1;
        return reply;
      });
      await server.until(() => server.count('greeting') === 4);
      for (let n = 0; n < 20; n += 1) read('Invoice', 201, await till.post('/invoices', body()));
      const { code, message, messageEn, rule } = readError(409, await till.post(`/invoices/${uuid}/email`, { to: TO }));
      assert.equal([code, rule], ['mail_error', 'mail.busy']);
      assert.match(message, /превише порука/);
      assert.match(messageEn, /Too many e-mails/);
      assert.is(answered, 0, 'all of them still hang');
      assert.is(server.count('greeting'), 4);
      // Once the server is closed, the hanging requests are answered.
      await server.stop();
      for (const reply of await Promise.all(hanging)) assert.is(readError(409, reply).code, 'mail_error');
    } finally {
      await patient.stop();
      server = await SmtpServer.start();
    }
  },
);

test.run();
