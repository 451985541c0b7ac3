import { type Invoice, refusalOf, rowsOf } from '../answers.js';
import { COFFEE } from '../goods.js';
import type { Check } from '../trial.js';
import { issuesNothing, whileAway } from './occasions.js';

/** The till says in Serbian that nothing was issued. */
const NOT_ISSUED = /Рачун није издат/;

const withoutProcessor: Check = (trial) =>
  whileAway(trial, async (shop) => {
    await issuesNothing(trial, shop);
    await trial.atPage('till', async (page) => {
      await page.getByRole('button', { name: /^Кафа/ }).first().click();
      await page.getByRole('button', { name: 'Наплати', exact: true }).click();
      await page.getByRole('button', { name: /тачно/ }).click();
      await trial.shows('каса каже да рачун није издат', page.getByText(NOT_ISSUED));
      await trial.picture(page, 'каса без Л-ПФР-а');
    });
  });

const withoutCard: Check = async (trial) => {
  const [shop, { pfr }] = [await trial.shop(), await trial.stage.lpfr()];
  trial.step('Картица се вади из Л-ПФР-а');
  pfr.change('card-out');
  try {
    await issuesNothing(trial, shop);
    await trial.atPage('till', async (page) => {
      await page.getByRole('button', { name: /^Кафа/ }).first().click();
      await page.getByRole('button', { name: 'Наплати', exact: true }).click();
      await page.getByRole('button', { name: /тачно/ }).click();
      await trial.shows('каса каже да рачун није издат', page.getByText(NOT_ISSUED));
      await trial.shows('каса каже да картице нема', page.getByText(/картиц/i));
    });
  } finally {
    pfr.change('card-in');
    pfr.card.isOpen = true;
    await shop.untilReady();
  }
};

const withoutCertificate: Check = async (trial) => {
  const shop = await trial.stage.vpfrShop();
  trial.step('Сертификат за В-ПФР се уклања');
  await shop.ask('certificate.remove', { environment: 'sandbox' });
  try {
    await issuesNothing(trial, shop);
  } finally {
    await trial.stage.installCertificate(shop);
    await shop.untilReady();
  }
};

const withoutPin: Check = async (trial) => {
  const [shop, { pfr }] = [await trial.shop(), await trial.stage.lpfr()];
  trial.step('Л-ПФР заборавља ПИН');
  pfr.change('pin-lost');
  await issuesNothing(trial, shop);
  trial.step('Уноси се погрешан ПИН, па прави');
  const wrong = await shop.ask('pfr.pin', { pin: '0000' });
  trial.holds('погрешан ПИН није прихваћен', wrong !== null);
  const reply = await trial.call('POST', '/invoices', COFFEE, shop);
  trial.same('после погрешног ПИН-а', reply.status, 409);
  trial.holds('прави ПИН је прихваћен', (await shop.ask('pfr.pin', { pin: '1234' })) === null);
  await shop.untilReady();
};

const saysWhy: Check = (trial) =>
  whileAway(trial, async (shop) => {
    const { message } = refusalOf(await trial.call('POST', '/invoices', COFFEE));
    trial.holds('порука API-ја је на српском', /процесор/i.test(message), message);
    const { problems } = await shop.get<{ readonly problems: readonly string[] }>('/status');
    trial.holds('стање уређаја наводи разлог', problems.length > 0);
    await trial.atPage('status', async (page) => {
      await trial.shows('страница Стање наводи процесор', page.getByText(/процесор/i));
      await trial.picture(page, 'стање без процесора');
    });
  });

/** What a waiting slip must not have, since a buyer takes a paper with it for a receipt. */
const TRAITS = [/Кафа/i, /150,00/, /123456789/, /Готовина/i, /ПДВ/, /ФИСКАЛНИ РАЧУН ={3}/];

const nothingInstead: Check = async (trial) => {
  const [printers, shop] = [await trial.stage.printers(), await trial.shop()];
  const queue = { enabled: true, maxCount: 10, maxAgeHours: 1, printSlip: true, printReceipts: false };
  await shop.during('offlineQueue', queue, async () => {
    await whileAway(trial, async () => {
      const count = printers.count('slova80');
      const request = { ...COFFEE, whenOffline: 'queue', clientRequestId: 'cekanje-p06', print: 'slova80' };
      const reply = await trial.call('POST', '/invoices', request);
      trial.same('захтев чека', reply.status, 202);
      await printers.untilMore('slova80', count);
    });
    const slip =
      printers
        .last('slova80')
        ?.read()
        .rows.map(({ text }) => text)
        .join('\n') ?? '';
    trial.papers.push({ title: 'листић који чека', text: slip, files: [] });
    trial.holds('листић каже да није фискални рачун', /НИЈЕ\s+ФИСКАЛНИ\s+РАЧУН/.test(slip));
    for (const trait of TRAITS) trial.holds(`на листићу нема ${trait.source}`, !trait.test(slip));
  });
};

const nothingVanishes: Check = async (trial) => {
  const shop = await trial.shop();
  const queue = { enabled: true, maxCount: 10, maxAgeHours: 1, printSlip: false };
  await shop.during('offlineQueue', queue, () =>
    whileAway(trial, async () => {
      const request = { ...COFFEE, whenOffline: 'queue', clientRequestId: 'nestaje-p07' };
      trial.same('захтев чека', (await trial.call('POST', '/invoices', request)).status, 202);
      trial.step('kasirbox queue remove без разлога, па са разлогом');
      const without = await shop.box.command(['queue', 'remove', 'nestaje-p07']);
      trial.holds('без разлога се не уклања', without.code !== 0);
      const reason = ['--reason', 'Купац је одустао.', '--by', 'Техничар'];
      const removed = await shop.box.command(['queue', 'remove', 'nestaje-p07', ...reason]);
      trial.answer(removed.stdout + removed.stderr);
      trial.same('са разлогом се уклања', removed.code, 0);
      const { rows } = await shop.ask('queue.unsettled', {});
      const row = rows.find(({ key }) => key === 'nestaje-p07');
      trial.holds('продаја је на списку „продато без рачуна”', row !== undefined);
      trial.same('списак наводи разлог', row?.reason, 'Купац је одустао.');
      trial.same('списак наводи особу', row?.by, 'Техничар');
    }),
  );
  await trial.atPage('status', async (page) => {
    await trial.shows('страница Стање показује продају без рачуна', page.getByText(/без рачуна/i));
  });
};

const noSimulator: Check = async (trial) => {
  const shop = await trial.stage.plainShop();
  await shop.during('environment', 'production', async () => {
    await issuesNothing(trial, shop);
    const { ready } = await shop.get<{ readonly ready: boolean }>('/status');
    trial.same('уређај није спреман', ready, false);
  });
};

/** The rows of a receipt that a processor has given stand on the paper as they were given, in their order. */
const unchanged: Check = async (trial) => {
  const printers = await trial.stage.printers();
  const invoice: Invoice = await trial.issue({ ...COFFEE, print: 'slova80' });
  const printed = await printers.paperOf(invoice.uuid, 'slova80');
  const texts = printed.read().rows.map(({ text }) => text);
  const paper = rowsOf(texts.join('\n'));
  trial.papers.push({ title: 'папир', text: paper.join('\n'), files: [] });
  const given = rowsOf(invoice.journal);
  const missing = given.filter((row) => !paper.includes(row));
  trial.same('редови ПФР-а који нису на папиру', missing, []);
  const { pfr } = await trial.stage.lpfr();
  const answer = pfr.lastAnswer(1)?.['journal'];
  trial.holds(
    'API враћа текст ПФР-а без измене',
    typeof answer === 'string' && answer.trim() === invoice.journal.trim(),
  );
};

export const PROHIBITED_CHECKS: Readonly<Record<string, Check>> = {
  P01: withoutProcessor,
  P02: withoutCard,
  P03: withoutCertificate,
  P04: withoutPin,
  P05: saysWhy,
  P06: nothingInstead,
  P07: nothingVanishes,
  P08: noSimulator,
  P09: unchanged,
};
