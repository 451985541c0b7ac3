import type { Page } from 'playwright-core';
import type { TestBox } from '../box.js';
import { FakePfrServer } from '../pfr/server.js';
import type { BoxProcess } from '../process.js';

/** The shop of the till's tests. */
export const GOODS = [
  { name: 'Кафа', price: 150, label: 'Ђ', plu: '1', category: 'Пића', gtin: '8600000000011' },
  { name: 'Чај', price: 120, label: 'Ђ', plu: '2', category: 'Пића' },
  { name: 'Јабука', price: 89.9, label: 'Е', plu: '123', unit: 'кг', category: 'Воће' },
  { name: 'Бурек', price: 220, label: 'Е', plu: '4', category: 'Храна' },
  { name: 'Поправка', price: 0, label: 'Ђ', plu: '5' },
] as const;

const PASSWORD = 'tajna-lozinka';

/** Fills the catalogue, and makes an owner. */
export async function openShop(box: TestBox, goods: readonly object[] = GOODS): Promise<void> {
  for (const item of goods) {
    const made = await box.parts.catalogue.create(item);
    if (!made.ok) throw new Error(JSON.stringify(made.error));
  }
  const owner = await box.parts.users.create('Мира', 'owner', PASSWORD);
  if (!owner.ok) throw new Error(owner.error.message);
}

/** Gives a box a processor, and lets sales wait for it while it is away. One receipt is made, so that the rates are known. */
export async function openQueue(box: TestBox): Promise<FakePfrServer> {
  const fake = await FakePfrServer.start({ now: box.now });
  fake.pfr.card.isOpen = true;
  await box.set('pfr.sandbox', { mode: 'lpfr', url: fake.url, timeout: 2, signingLimit: 2 });
  await box.set('offlineQueue', { enabled: true, maxCount: 10, maxAgeHours: 1, printSlip: false });
  const items = [{ name: 'Вода', quantity: 1, unitPrice: 70, label: 'Ђ' }];
  const { status, text } = await (await box.client()).post('/invoices', { items });
  if (status !== 201) throw new Error(text);
  return fake;
}

/** Signs the owner in, which opens the till. */
export async function openTill(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await signIn(page);
  await page.getByRole('button', { name: 'Слободан износ' }).waitFor();
}

export async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Име').fill('Мира');
  await page.getByLabel('Лозинка').fill(PASSWORD);
  await page.getByRole('button', { name: 'Пријави се' }).click();
}

/** How many receipts the box has, newest first, as the ledger holds them. */
export async function receiptsOf(box: TestBox): Promise<readonly { readonly total: number; readonly uuid: string }[]> {
  const client = await box.client();
  const { text } = await client.get('/invoices');
  return (JSON.parse(text) as { invoices: { total: number; uuid: string }[] }).invoices;
}

/** Makes the owner of a box that runs as a process. */
export async function addOwner(box: BoxProcess): Promise<void> {
  const made = await box.ask('users.create', { name: 'Мира', role: 'owner', secret: PASSWORD });
  if (made?.ok !== true) throw new Error(made?.error ?? 'nobody answers');
}
