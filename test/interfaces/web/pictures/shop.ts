import { english } from '../../../../src/base/index.js';
import type { Browser, Page } from 'playwright-core';
import { TestBox } from '../../../kit/box.js';
import { Random } from '../../../kit/random.js';
import { type Look, MOMENT, openSteadyBrowser, steadyPage } from '../../../kit/web/steady.js';
import { inEnglish } from '../../../kit/inEnglish.js';

/** A bakery in Belgrade: its goods, its people, and what it has sold in a month; the same in each run. */

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const SECRET = 'lozinka vlasnice';
const PIN = '2468';

const COMPANY = {
  tin: '106006802',
  name: 'Пекара Ђурђевак',
  location: '1013690-Пекара Ђурђевак',
  address: 'Немањина 4',
  district: 'Београд-Савски венац',
};

const goods = (category: string, label: string, ...items: readonly (readonly [string, number, string?])[]) =>
  items.map(([name, price, unit = 'ком']) => ({ name, price, unit, label, category }));

const GOODS = [
  ...goods('Пецива', 'Е', ['Бурек са сиром', 180], ['Бурек са месом', 200], ['Кифла', 45], ['Ђеврек са сусамом', 55]),
  ...goods(
    'Пецива',
    'Е',
    ['Погачица са чварцима', 60],
    ['Проја', 70],
    ['Пица парче', 160],
    ['Кроасан са чоколадом', 110],
  ),
  ...goods('Хлеб', 'Е', ['Хлеб бели 500 г', 89.9], ['Хлеб ражани', 149], ['Лепиња', 40], ['Погача са семенкама', 135]),
  ...goods('Пића', 'Ђ', ['Кафа еспресо', 150], ['Капућино', 190], ['Јогурт 0,25 л', 62], ['Чај од нане', 120]),
  ...goods('Пића', 'Ђ', ['Минерална вода 0,5 л', 80], ['Сок од јабуке 0,2 л', 110]),
  ...goods('Колачи', 'Ђ', ['Крофна са кајсијом', 95], ['Пита од вишања', 170], ['Штрудла са маком', 890, 'кг']),
  ...goods('Остало', 'Ђ', ['Кеса', 8], ['Торта по наруџбини', 0]),
].map((item, at) => ({ ...item, plu: String(101 + at), ...(at === 2 && { gtin: '8600123456788' }) }));

/** What is sold by the piece, at a price. */
const SOLD = GOODS.filter(({ price, unit }) => price > 0 && unit === 'ком');

const PEOPLE = [
  ['Вера', 'owner', SECRET],
  ['Тома', 'technician', SECRET],
  ['Ђорђе', 'cashier', PIN],
  ['Милица', 'cashier', '8642'],
] as const;

export class Shop {
  private constructor(
    readonly box: TestBox,
    readonly browser: Browser,
    private readonly clock: { now: number },
  ) {}

  /** An unclaimed, empty box. */
  static async startNew(): Promise<Shop> {
    const clock = { now: MOMENT };
    const [box, browser] = await Promise.all([TestBox.start({ wallClock: () => clock.now }), openSteadyBrowser()]);
    return new Shop(box, browser, clock);
  }

  /** With all that the bakery has, and what it has sold in so many days. */
  static async start(days = 1): Promise<Shop> {
    const shop = await Shop.startNew();
    try {
      const { box } = shop;
      await box.set('company', COMPANY);
      for (const [name, role, secret] of PEOPLE) {
        const made = await box.parts.users.create(name, role, secret);
        if (!made.ok) throw new Error(english(made.error.message));
      }
      for (const item of GOODS) {
        const made = await box.parts.catalogue.create(item);
        if (!made.ok) throw new Error(JSON.stringify(inEnglish(made.error)));
      }
      await shop.sell(days);
      return shop;
    } catch (error) {
      await shop.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.box.stop();
  }

  /** A page of the box at a place behind `#/`, opened by a signed-in user. */
  async open(place: string, look: Look, name = 'Вера'): Promise<{ page: Page; close: () => Promise<void> }> {
    const opened = await steadyPage(this.browser, look);
    const secret = PEOPLE.find(([one]) => one === name)?.[2] ?? SECRET;
    await this.post(opened.page, '/web/session', { name, secret }, { Origin: this.box.origin });
    await opened.page.goto(`${this.box.origin}/#/${place}`);
    await opened.page.getByRole('navigation').first().waitFor();
    return opened;
  }

  /** Sells on each of the last days but Sundays, the same in each run. */
  private async sell(days: number): Promise<void> {
    const { key } = await this.box.newKey('Таблет у сали');
    const { page, close } = await steadyPage(this.browser, { device: 'desktop' });
    const random = new Random(17);
    const issue = async (cashier: string): Promise<void> => {
      const lines = new Set(Array.from({ length: random.int(2, 5) }, () => random.pick(SOLD)));
      const items = [...lines].map(({ name, unit, label, price }) => {
        return { name, unit, label, unitPrice: price, quantity: random.int(1, 3) };
      });
      const total = items.reduce((sum, { unitPrice, quantity }) => sum + Math.round(unitPrice * 100) * quantity, 0);
      const paymentType = random.oneIn(3) ? 'Card' : 'Cash';
      const asked = { items, cashier, payments: [{ paymentType, amount: total / 100 }] };
      await this.post(page, '/api/v1/invoices', asked, { Authorization: `Bearer ${key}` });
    };
    for (let day = days - 1; day >= 0; day -= 1) {
      const date = new Date(MOMENT - day * DAY_MS);
      if (date.getUTCDay() === 0) continue;
      for (let at = 0; at < (day === 0 ? 4 : 2); at += 1) {
        this.clock.now = date.getTime() - (60 - at * 12) * MINUTE_MS;
        await issue(at % 2 === 0 ? 'Ђорђе' : 'Милица');
      }
    }
    this.clock.now = MOMENT;
    await close();
  }

  /** Over the browser, which does not look at the dates of the certificate. */
  private async post(page: Page, path: string, data: object, headers: Record<string, string>): Promise<unknown> {
    const reply = await page.request.post(`${this.box.origin}${path}`, { data, headers });
    if (!reply.ok()) throw new Error(`${path}: ${reply.status()} ${await reply.text()}`);
    return reply.json();
  }
}
