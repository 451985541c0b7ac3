import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../../src/base/clock.js';
import { silentLog } from '../../../src/base/log.js';
import { failed, ok } from '../../../src/base/result.js';
import type { ReaderBackend } from '../../../src/processors/card/link.js';
import { UsbReaderBackend } from '../../../src/processors/card/reader/usbBackend.js';
import { CARD_HOLDER, knownCard, newCard } from '../../kit/card/cards.js';
import { FakeReader } from '../../kit/card/fakeReader.js';
import { MODELS } from '../../kit/card/readerModels.js';
import { CARDS, SlotCard } from '../../kit/card/slotCard.js';
import type { TaxCard } from '../../kit/card/taxCard.js';
import { assertAccessible } from '../../kit/web/accessibility.js';
import { hasBrowser, PHONE } from '../../kit/web/browser.js';
import { assertFits, Managed, TECHNICIAN } from '../../kit/web/managing.js';
import { operate, signIn } from '../../kit/web/signedIn.js';
import { Turns } from '../../kit/turns.js';

interface Shop {
  managed: Managed;
  reader: FakeReader;
}

const test = suite<Shop>('the card on a page');

const RIGHT = '7305';
const WRONG = '8642';
/** As a value of its own: other numbers and names may have such digits within. */
const PINS = new RegExp(`(?<![\\w.-])(?:${RIGHT}|${WRONG})(?![\\w-])`);
/** The number of tries (GIDS), and the answer of a card without it. */
const PIN_STATUS = Buffer.from('7f71', 'hex');
const UNTOLD = { data: Buffer.alloc(0), word: 0x6a88 };
const DARK_PHONE = { ...PHONE, colorScheme: 'dark' } as const;

function insert(reader: FakeReader, card: TaxCard): void {
  reader.insert(new SlotCard(card, CARDS.serbia));
}

/** A card that the box knows as that of the shop. */
async function ownCard({ managed }: Shop): Promise<TaxCard> {
  const card = await newCard({ pin: RIGHT });
  await managed.box.set('cards', [knownCard()]);
  return card;
}

/** Inserts a card of another shop. */
async function insertForeign({ managed: { box }, reader }: Shop): Promise<void> {
  await box.set('company', { ...box.parts.settings.now.company, tin: CARD_HOLDER.tin });
  insert(reader, await newCard({}, { uid: 'CARD0002', environment: 'sandbox', tin: '101670560' }));
}

if (hasBrowser) {
  /** Each works in a browser. */
  const turns = new Turns(3, test);

  test.before(async (context) => {
    context.reader = new FakeReader(MODELS.omnikey, systemClock);
    const usb = new UsbReaderBackend({
      drivers: { usbBus: async () => ok(context.reader) },
      clock: systemClock,
      log: silentLog,
    });
    const pcsc: ReaderBackend = { find: async () => failed('driver'), open: async () => failed('driver') };
    context.managed = await Managed.start({ readers: { usb, pcsc } });
  });
  test.after(({ managed }) => managed.stop());

  turns.test('a new card shows its owner, is accepted, takes its PIN, and its removal is noticed', async (shop) => {
    const { managed, reader } = shop;
    const { page, faults, close } = await managed.open('settings/card', undefined, DARK_PHONE);
    const answers: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/card.')) answers.push(response.text().catch(() => ''));
    });
    await page.getByText('У читачу нема картице.').waitFor();
    await page.getByText('HID OMNIKEY 3x21').waitFor();
    const card = await newCard({ pin: RIGHT });
    insert(reader, card);
    await page.getByText('Још није потврђено да је ове радње').waitFor();
    await page.getByRole('definition').filter({ hasText: 'Немањина 4' }).waitFor();
    await assertFits(page);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Ово је картица ове радње' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Картица CARD0001: Пекара Зора, ПИБ 100000049').waitFor();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Јесте, картица је наша' }).click();
    await page.getByText('Картица чека ПИН. Преостало покушаја: 5.').waitFor();
    assert.equal(managed.box.parts.settings.now.cards, [knownCard()]);

    const pin = page.getByLabel('ПИН картице');
    const send = page.getByRole('button', { name: 'Унеси ПИН' });
    assert.is(await pin.getAttribute('inputmode'), 'numeric');
    await pin.fill('12');
    await send.click();
    await page.getByText('ПИН има тачно четири цифре.').waitFor();
    assert.is(card.pki.pin.given.length, 0);
    await pin.fill(WRONG);
    await send.click();
    await page.getByText('ПИН није тачан. Преостало покушаја: 4.').waitFor();
    // Shown once, beside the facts of the card.
    await page.locator('.fact', { hasText: 'Преостали покушаји ПИН-а за В-ПФР' }).getByText('4').waitFor();
    assert.is(await page.getByText('Преостало покушаја').count(), 1);
    await page.getByText('Заборављен ПИН не погађајте').waitFor();
    assert.is(await pin.inputValue(), '');
    await assertFits(page);
    await assertAccessible(page);
    await pin.fill(RIGHT);
    await send.click();
    await page.getByText('ПИН је прихваћен.').waitFor();
    await page.getByText('Картица је спремна.').waitFor();
    assert.is(await pin.count(), 0);
    const left = page.locator('.fact', { hasText: 'Преостали покушаји ПИН-а за В-ПФР' });
    await left.getByText('5').waitFor();
    assert.is(card.pki.pin.given.length, 2);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Преузми сертификате (PEM)' }).click(),
    ]);
    assert.is(file.suggestedFilename(), 'card-CARD0001.pem');

    reader.remove();
    await page.getByText('У читачу нема картице.').waitFor();
    assert.is(await page.getByText('ПИН је прихваћен.').count(), 0);
    assert.equal(faults, []);
    await close();

    const auditor = await signIn(managed.box, 'Ревизор', 'owner');
    const audit = await operate<{ readonly rows: readonly object[] }>(managed.box, auditor, 'audit.list', {});
    const deeds = JSON.stringify(audit);
    assert.ok(deeds.includes('"card.pin"') && deeds.includes('"CARD0001"'), deeds);
    for (const text of [deeds, ...managed.box.lines, ...(await Promise.all(answers))]) {
      assert.not(PINS.test(text), text);
    }
    assert.ok(answers.length > 5);
  });

  turns.test('few tries have to be confirmed, by the number that is left, until the card is blocked', async (shop) => {
    const { managed, reader } = shop;
    const { page, faults, close } = await managed.open('settings/card', TECHNICIAN, PHONE);
    const card = await ownCard(shop);
    const { pin: counter } = card.pki;
    insert(reader, card);
    await page.getByText('Картица чека ПИН. Преостало покушаја: 5.').waitFor();
    const dialog = page.getByRole('dialog');
    const enter = async (): Promise<void> => {
      await page.getByLabel('ПИН картице').fill(WRONG);
      await page.getByRole('button', { name: 'Унеси ПИН', exact: true }).click();
    };
    // Another person has tried meanwhile: the page's number is outdated.
    counter.left = 2;
    await enter();
    await page.getByText('ПИН није послат картици').waitFor();
    assert.is(counter.given.length, 0);
    await page.getByText('Картица чека ПИН. Преостало покушаја: 2.').waitFor();
    await enter();
    await dialog.getByRole('heading', { name: 'Још покушаја: 2' }).waitFor();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Одустани' }).click();
    assert.is(await page.getByLabel('ПИН картице').inputValue(), '');
    assert.is(counter.given.length, 0);
    await enter();
    await dialog.getByRole('button', { name: 'Пошаљи ПИН (још 2)' }).click();
    await page.getByText('ПИН није тачан. Преостало покушаја: 1.').waitFor();
    await enter();
    await dialog.getByText('Ово је последњи покушај.').waitFor();
    await assertFits(page);
    await dialog.getByRole('button', { name: 'Пошаљи ПИН (још 1)' }).click();
    await page.getByText('Картица је закључана после погрешних ПИН-ова.').waitFor();
    assert.is(await page.getByLabel('ПИН картице').count(), 0);
    assert.is(counter.given.length, 2);
    await assertAccessible(page);
    reader.remove();
    assert.equal(faults, []);
    await close();
  });

  turns.test('for a card that does not report its tries a person confirms just that', async (shop) => {
    const { managed, reader } = shop;
    const { page, faults, close } = await managed.open('settings/card');
    const card = await ownCard(shop);
    card.spoil = (answer, { ins }) => (ins === 0xcb && answer.data.subarray(0, 2).equals(PIN_STATUS) ? UNTOLD : answer);
    insert(reader, card);
    await page.getByText('Картица не каже колико је покушаја преостало.').waitFor();
    await page.getByLabel('ПИН картице').fill(RIGHT);
    await page.getByRole('button', { name: 'Унеси ПИН', exact: true }).click();
    await page.getByRole('dialog').getByText('Можда је ово последњи').waitFor();
    assert.is(card.pki.pin.given.length, 0);
    await page.getByRole('dialog').getByRole('button', { name: 'Ипак пошаљи ПИН' }).click();
    await page.getByText('ПИН је прихваћен.').waitFor();
    reader.remove();
    assert.equal(faults, []);
    await close();
  });

  turns.test(
    'of a card of the same name with another certificate the page says so, and asks for no PIN',
    async (shop) => {
      const { managed, reader } = shop;
      const { page, faults, close } = await managed.open('settings/card', undefined, DARK_PHONE);
      await ownCard(shop);
      const before = managed.box.parts.settings.now.cards;
      const renewed = { ...CARD_HOLDER, edition: 2 };
      const card = await newCard({ pin: RIGHT }, renewed);
      insert(reader, card);
      await page.getByText('нема исти сертификат као раније потврђена картица').waitFor();
      assert.is(await page.getByLabel('ПИН картице').count(), 0);
      await assertFits(page);
      await assertAccessible(page);
      await page.getByRole('button', { name: 'Ово је картица ове радње' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Ако је Пореска управа није обновила нити издала нову, одустаните.').waitFor();
      await dialog.getByRole('button', { name: 'Јесте, картица је наша' }).click();
      await page.getByLabel('ПИН картице').waitFor();
      assert.equal(managed.box.parts.settings.now.cards, [knownCard(renewed)]);
      assert.is(card.pki.pin.given.length, 0);
      await managed.box.set('cards', before);
      reader.remove();
      assert.equal(faults, []);
      await close();
    },
  );

  turns.test(
    'the owner has the PIN kept over a restart once he was told the risk, and a technician only sees it',
    async (shop) => {
      const { managed, reader } = shop;
      const { settings } = managed.box.parts;
      const { page, faults, close } = await managed.open('settings/card', undefined, DARK_PHONE);
      insert(reader, await ownCard(shop));
      await page.getByText('Уређај памти ПИН док ради.').waitFor();
      await page.getByRole('button', { name: 'Чувај ПИН', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('ко украде и уређај и картицу').waitFor();
      await assertAccessible(page);
      await dialog.getByRole('button', { name: 'Одустани' }).click();
      assert.is(settings.now.cardPin, 'ask');
      await page.getByRole('button', { name: 'Чувај ПИН', exact: true }).click();
      await dialog.getByRole('button', { name: 'Прихватам ризик, чувај ПИН' }).click();
      await page.getByText('ПИН ове картице још није сачуван').waitFor();
      assert.is(settings.now.cardPin, 'keep');
      await page.getByLabel('ПИН картице').fill(RIGHT);
      await page.getByRole('button', { name: 'Унеси ПИН', exact: true }).click();
      await page.getByText('ПИН је прихваћен и сачуван').waitFor();
      await page.getByText('ПИН ове картице је сачуван.').waitFor();
      await assertFits(page);
      await assertAccessible(page);
      const technician = await managed.open('settings/card', TECHNICIAN);
      await technician.page.getByText('Ово бира само власник.').waitFor();
      assert.is(await technician.page.getByRole('button', { name: 'Не чувај ПИН' }).count(), 0);
      await technician.close();
      await page.getByRole('button', { name: 'Не чувај ПИН' }).click();
      await page.getByText('ПИН више није сачуван.').waitFor();
      assert.is(settings.now.cardPin, 'ask');
      reader.remove();
      assert.equal([...faults, ...technician.faults], []);
      await close();
    },
  );

  turns.test(
    'a processor takes its key from the card; the state of the box leads to what the card waits for',
    async (shop) => {
      const { managed, reader } = shop;
      const { box } = managed;
      const { page, faults, close } = await managed.open('settings/processor', undefined, PHONE);
      const form = page.getByRole('form', { name: 'Пробно', exact: true });
      await form.getByLabel('Врста процесора').selectOption('vpfr');
      await form.getByLabel('ПАК').waitFor();
      await form.getByLabel('Где је кључ за В-ПФР').selectOption('card');
      await form.getByLabel('ПАК').waitFor({ state: 'hidden' });
      await form.getByLabel('Адреса процесора').fill('https://127.0.0.1:9');
      await form.getByRole('button', { name: 'Сачувај' }).click();
      await form.getByText('Сачувано.').waitFor();
      assert.equal(box.parts.settings.now['pfr.sandbox'], { mode: 'vpfr', key: 'card', url: 'https://127.0.0.1:9' });
      await form.getByText('У читачу нема картице.').waitFor();
      await assertFits(page);
      await assertAccessible(page);
      await insertForeign(shop);
      await form.getByText('Картица CARD0002 припада другој радњи').waitFor();
      await form.getByRole('link', { name: 'Отвори картицу' }).click();
      await page.getByRole('definition').filter({ hasText: '101670560' }).waitFor();
      assert.is(await page.getByRole('button', { name: 'Ово је картица ове радње' }).count(), 0);
      assert.is(await page.getByLabel('ПИН картице').count(), 0);

      await page.goto(`${box.origin}/#/status`);
      const check = page.getByRole('listitem').filter({ hasText: 'припада другој радњи' });
      await check.getByRole('link', { name: 'Отвори картицу' }).waitFor();
      assert.is(await page.getByText('Сертификат за В-ПФР није инсталиран').count(), 0);
      await page.goto(`${box.origin}/#/settings/certificates`);
      await page.getByText('Кључ за В-ПФР је у картици').waitFor();
      await assertFits(page);
      await assertAccessible(page);
      await page.goto(`${box.origin}/#/setup/certificate`);
      await page.getByText('Изабрани процесор не тражи сертификат.').waitFor();
      await page.goto(`${box.origin}/#/setup/processor`);
      await page.getByText('Картица CARD0002 припада другој радњи').waitFor();
      assert.is(await page.getByLabel('ПАК (уз сертификат)').count(), 0);
      await assertFits(page);
      await assertAccessible(page);
      reader.remove();
      assert.equal(faults, []);
      await close();
    },
  );

  turns.test('a box that does not use readers says so', async (shop) => {
    const { managed, reader } = shop;
    await insertForeign(shop);
    const { page, faults, close } = await managed.open('settings/card', TECHNICIAN);
    const form = page.getByRole('form', { name: 'Начин приступа читачу' });
    assert.ok(reader.isClaimed);
    await form.getByLabel('Како уређај долази до читача').selectOption('off');
    await form.getByRole('button', { name: 'Сачувај' }).click();
    await page.getByText('Читач картице је искључен у подешавањима.').waitFor();
    assert.not(reader.isClaimed);
    await form.getByLabel('Како уређај долази до читача').selectOption('auto');
    await form.getByRole('button', { name: 'Сачувај' }).click();
    await page.getByText('припада другој радњи').waitFor();
    assert.equal(faults, []);
    await close();
  });
} else {
  test.skip('there is no browser here');
}

test.run();
