import { leaves, readMime } from '../../kit/smtp/mime.js';
import { check, type Tools } from '../kit/check.js';
import { matches, read, refused, same, that } from '../kit/expect.js';
import { type Invoice, invoice, mailed } from '../kit/shapes.js';

/** What the kit's own server got of a receipt. */
async function letterOf({ client, till, mailServer, whileMailing }: Tools): Promise<{ sold: Invoice; text: string }> {
  const sold = await till.issue();
  await whileMailing(async (to) => void read(await client.post(`/invoices/${sold.uuid}/email`, { to }), 200, mailed));
  const letter = mailServer.received.at(-1);
  that(letter !== undefined, 'a letter at the mail server');
  return {
    sold,
    text: leaves(readMime(letter.content), 'text/plain')
      .map(({ content }) => content.toString())
      .join('\n'),
  };
}

/** "POST /invoices/{uuid}/email". */
export const mailChecks = [
  check(['email.200', 'service.email'], async ({ client, till, whileMailing }) => {
    const { uuid } = await till.issue();
    await whileMailing(async (to) => {
      const answer = read(await client.post(`/invoices/${uuid}/email`, { to }), 200, mailed);
      same(answer, { ok: true, uuid, to }, 'the answer');
    });
  }),
  check('email.journal', async (tools) => {
    const { sold, text } = await letterOf(tools);
    const rows = (sold.journal ?? '').split(/\r?\n/).map((row) => row.trim());
    for (const row of rows) that(text.includes(row), `the letter holds the row ${row}`);
  }),
  check('email.link', async (tools) => {
    const { sold, text } = await letterOf(tools);
    that(text.includes(String(sold.pfr.verificationUrl)), 'the letter holds the verification link');
  }),
  check('email.demo', async (tools) => {
    const { sold, text } = await letterOf(tools);
    const rest = (sold.journal ?? '').split(/\r?\n/).reduce((left, row) => left.replaceAll(row, ''), text);
    matches(rest, /демо|demo|није фискали/i, 'what the letter says beside the journal');
  }),
  check(['email.to', 'email.to.valid', 'email.to.max', 'errors.case.email', 'limits.to'], async ({ client, till }) => {
    const { uuid } = await till.issue();
    const longest = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.example`;
    same(longest.length, 190, 'characters of the longest address');
    const accepted = await client.post(`/invoices/${uuid}/email`, { to: longest });
    that(accepted.status !== 422, `an address of 190 characters is not refused with 422: ${longest}`);
    const wrong = [
      undefined,
      null,
      5,
      '',
      'kupac',
      '@example.com',
      'kupac@',
      'a b@example.com',
      'a@example.com, b@example.com',
    ];
    for (const to of [...wrong, 'a@example.com\r\nBcc: b@example.com', `a${longest}`]) {
      refused(await client.post(`/invoices/${uuid}/email`, { to }), 422, 'validation');
    }
  }),
  check(['email.audit', 'events.1'], async ({ client, operator, till, whileMailing }) => {
    const { uuid } = await till.issue();
    const entries = async (): Promise<number> =>
      (await operator.audit()).filter((line) => line.includes('invoice.email') && line.includes(uuid)).length;
    same(await entries(), 0, 'audit entries of a receipt that was not sent');
    await whileMailing(async (to) => {
      for (const count of [1, 2]) {
        read(await client.post(`/invoices/${uuid}/email`, { to }), 200, mailed);
        same(await entries(), count, `audit entries after ${count} of 2 letters`);
      }
    });
  }),
  check(
    ['email.mail_error', 'email.untouched', 'enum.error.mail_error', 'errors.409.mail', 'versioning.4.409'],
    async ({ client, operator, till, whileMailing }) => {
      const sold = await till.issue();
      const path = `/invoices/${sold.uuid}/email`;
      const nobody = { host: '127.0.0.1', port: 9, secure: false, from: 'kasa@example.com' };
      await operator.during('mail', nobody, async () => {
        refused(await client.post(path, { to: 'kupac@example.com' }), 409, 'mail_error');
      });
      same(read(await client.get(`/invoices/${sold.uuid}`), 200, invoice), sold, 'the invoice after the failure');
      await whileMailing(async (to) => void read(await client.post(path, { to }), 200, mailed));
    },
  ),
  check('email.no-server', async ({ client, operator, till }) => {
    const { uuid } = await till.issue();
    await operator.during('mail', null, async () => {
      refused(await client.post(`/invoices/${uuid}/email`, { to: 'kupac@example.com' }), 409, 'mail_error');
    });
  }),
];
