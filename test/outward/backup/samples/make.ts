import * as fs from 'node:fs';
import { join } from 'node:path';
import { BackupCode } from '../../../../src/outward/backup/backupCode.js';
import { nodeDisk } from '../../../../src/base/nodeDisk.js';
import { encodeProfile } from '../../../../src/platform/ledger/processorProfile.js';
import { backUp } from '../../../kit/backup.js';
import { TestBox } from '../../../kit/box.js';
import type { Client } from '../../../kit/client.js';
import { profile } from '../../../kit/everyKind.js';
import { FakePfrServer } from '../../../kit/pfr/server.js';

/**
 * Keeps a sample of the data as it is written now: `node --import tsx test/outward/backup/samples/make.ts 5`, to be run each time
 * that records or backups differ from those of the last sample.
 */
const [, , name] = process.argv;
if (name === undefined) throw new Error('give the number of the data version');
const folder = join(import.meta.dirname, name);

/** Its password is a secret. */
const MAIL = { host: 'm.example', port: 465, secure: true, user: 'kasa', password: 'lozinka', from: 'k@example.rs' };

const cash = [{ paymentType: 'Cash', amount: 1000 }];
const line = (name: string, unitPrice: number, label = 'Ђ'): object => ({ name, quantity: 1.5, unitPrice, label });

/** Receipts of many kinds, also refused ones and one whose end is not known. */
async function sell(client: Client, fake: FakePfrServer): Promise<string> {
  const issue = async (path: string, body: object): Promise<string> => {
    const { status, text } = await client.post(path, body);
    if (status !== 201) throw new Error(text);
    return (JSON.parse(text) as { uuid: string }).uuid;
  };
  const sale = await issue('/invoices', { items: [line('Хлеб', 89.99)], payments: cash, cashier: 'Ђорђе' });
  await issue('/invoices', {
    items: [line('Млеко', 120, 'Е')],
    clientRequestId: 'sample-0001',
    buyerId: '10:123456789',
  });
  await issue('/invoices', { invoiceType: 'ProForma', items: [line('Сто', 12_000)] });
  await issue('/invoices', { invoiceType: 'Training', items: [line('Вежба', 1)] });
  await issue(`/invoices/${sale}/copy`, {});
  await issue(`/invoices/${sale}/refund`, { buyerId: '10:123456789' });
  const advance = await issue('/invoices', {
    invoiceType: 'Advance',
    items: [{ ...line('10: Аванс (Ђ)', 100), quantity: 1 }],
  });
  await client.post(`/invoices/${advance}/close-advance`, { items: [line('Столица', 300)], payments: cash });
  fake.faults.add({ fault: 'refuse', code: '2310' }, { fault: 'drop', signs: true });
  await client.post('/invoices', { items: [line('Одбијено', 5)] });
  return sale;
}

async function make(): Promise<void> {
  const fake = await FakePfrServer.start({ environment: 'sandbox' });
  fake.pfr.card.givePin('1234');
  await TestBox.during(async (box) => {
    await box.set('company', {
      ...{ name: 'Пекара Ђурђевак', tin: '123456789', location: '1234567-Пекара' },
      ...{ address: 'Кнез Михаилова 1', district: 'Београд' },
    });
    const client = await box.client('каса');
    await client.post('/items', { name: 'Бурек са сиром', price: 240, label: 'Ђ', plu: '7' });
    await box.set('mail', MAIL);
    await box.set('pfr.sandbox', { mode: 'lpfr', url: fake.url });
    await sell(client, fake);
    await fake.stop();
    const { ledger } = box.parts;
    await box.set('offlineQueue', { enabled: true, maxCount: 10, maxAgeHours: 48, printSlip: false });
    const waits = { items: [line('Чека', 50)], clientRequestId: 'sample-0002', whenOffline: 'queue' };
    const queued = await client.post('/invoices', waits);
    if (queued.status !== 202) throw new Error(queued.text);
    await ledger.put({ type: 'event', event: { at: Date.now(), kind: 'restart', reason: 'power' } });
    await ledger.put({ type: 'notice', cursor: { sequence: ledger.end.sequence, alarms: {} } });
    await ledger.put({ type: 'profile', environment: 'sandbox', value: encodeProfile(profile(Date.now())) });
    const kept = await ledger.invoices({ environment: 'sandbox', skip: 0, limit: 100 });
    const expected = {
      receipts: await Promise.all(
        kept.map(async ({ uuid }) => JSON.parse((await client.get(`/invoices/${uuid}`)).text) as unknown),
      ),
      items: ledger.main.items(),
      company: box.parts.settings.now.company,
      keys: ledger.main.keys().map(({ label, hash }) => ({ label, hash })),
      intents: ledger.main.intents('sandbox').map(({ requestId }) => requestId),
      queued: Array.from(ledger.main.queue.orders('sandbox'), ({ clientRequestId }) => clientRequestId),
      events: ledger.main.events.filter(({ kind }) => kind === 'restart'),
      profile: ledger.main.profile('sandbox'),
      mail: box.parts.settings.now.mail,
    };
    const code = BackupCode.make();
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(join(folder, 'box.age'), await backUp(ledger, nodeDisk, code, box.folder));
    fs.writeFileSync(join(folder, 'code.txt'), `${code.text}\n`);
    fs.writeFileSync(join(folder, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`);
  });
}

void make();
