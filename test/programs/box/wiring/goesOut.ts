import { mkdirSync } from 'node:fs';
import { ChatServer } from '../../../kit/chat/server.js';
import { newFolder } from '../../../kit/folder.js';
import { FakePrinter } from '../../../kit/printer/core.js';
import { TcpFront } from '../../../kit/printer/fronts/tcp.js';
import { SmtpServer } from '../../../kit/smtp/server.js';
import type { Trace } from './trace.js';
import { TracedBox } from './tracedBox.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const MINUTE = 60_000;

/** What a box sends by itself: paper, mail, events, messages to the owner, backups. */
export async function sendsThings(trace: Trace): Promise<void> {
  const printer = new FakePrinter();
  const front = await TcpFront.start(printer);
  const events = await ChatServer.start();
  const owner = await ChatServer.start();
  const mail = await SmtpServer.start();
  try {
    await TracedBox.during(trace, (box) => send(trace, box, { port: front.port, events, owner, mail }));
  } finally {
    await Promise.all([front.stop(), events.stop(), owner.stop(), mail.stop()]);
  }
}

interface Others {
  readonly port: number;
  readonly events: ChatServer;
  readonly owner: ChatServer;
  readonly mail: SmtpServer;
}

async function send(trace: Trace, box: TracedBox, { port, events, owner, mail }: Others): Promise<void> {
  const kasa = { name: 'kasa', address: `tcp://127.0.0.1:${port}`, width: 80, dpi: 203, mode: 'text', autoPrint: true };
  await box.box.set('printers', [kasa]);
  await box.box.set('mail', { host: '127.0.0.1', port: mail.port, secure: false, from: 'kasa@pekara.rs' });
  await box.box.set('webhooks', [{ name: 'shop', url: `${events.origin}/`, secret: SECRET }]);
  await box.box.set('notify', { kind: 'webhook', url: `${owner.origin}/` });
  const uuid = await box.sell();
  await box.until(() => box.box.parts.printing.job(1)?.state === 'printed');
  await box.until(() => events.taken.length > 0, 100);
  for (const { body } of events.taken) trace.flat('an event', body);
  await box.until(() => owner.taken.length > 0, 100);
  for (const { body } of owner.taken) trace.flat('a message to the owner', body);
  const sheet = await box.client.get(`/invoices/${uuid}/document?format=html`);
  box.answer('the sheet', sheet.status, sheet.text.slice(0, 3000));
  await box.ask('mail.test', { to: 'vlasnik@example.rs' });
  await box.ask('webhooks.test', { name: 'shop' });
  await box.ask('notify.test', {});
  const stick = newFolder('stick');
  mkdirSync(stick, { recursive: true });
  await box.box.parts.settings
    .set('backup', { folder: stick })
    .then((set) => trace.flat('a backup without a code', set));
  const made = await box.ask('backup.make-code', {});
  if (made?.ok === true) await box.ask('backup.set-code', { code: made.value.code });
  await box.box.set('backup', { folder: stick });
  await box.ask('backup.probe', {});
  for (const job of box.box.parts.printing.jobs()) trace.flat('a job', { state: job.state });
  await box.pass(MINUTE, MINUTE);
  while (!(await box.client.get('/status')).text.includes('Ставите USB меморију')) await box.pass(MINUTE);
  trace.add('the status warns of a backup without a stick');
  await box.get('/status');
  await box.ask('doctor', {});
}
