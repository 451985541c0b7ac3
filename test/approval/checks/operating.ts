import { type Invoice, rowsOf } from '../answers.js';
import { CASHIER, COFFEE, SALE } from '../goods.js';
import { add, more, payCash, receiptText } from '../stage/pages.js';
import { FIVE_LINES } from '../samples/further.js';
import { paperText } from '../samples/rows.js';
import { receipt } from './papers.js';
import type { Check } from '../trial.js';

const TYPES = ['Cash', 'Card', 'Check', 'WireTransfer', 'Voucher', 'MobileMoney', 'Other'] as const;

const commands: Check = async (trial) => {
  trial.same('API прима команду', (await trial.call('POST', '/invoices', COFFEE)).status, 201);
  const shop = await trial.shop();
  trial.step('kasirbox doctor');
  const doctor = await shop.box.command(['doctor']);
  trial.holds('команда оператера даје извештај', doctor.stdout.includes('kasirbox'), doctor.stdout.slice(0, 200));
  await trial.atPage('till', async (page) => {
    await add(page, /^Кафа/);
    await payCash(page);
    await trial.shows('каса издаје рачун', page.getByText('Рачун је издат'));
  });
};

const authenticates: Check = async (trial) => {
  const shop = await trial.shop();
  trial.step('Дневник од покретања');
  const line = shop.box.log.split('\n').find((one) => one.includes('"event":"pfr.state"')) ?? '';
  trial.answer(line);
  trial.holds('дневник бележи стање процесора при покретању', line !== '');
  await trial.atPage('status', async (page) => {
    await page.getByText('За сервисера').click();
    await trial.shows('страница Стање: процесор је спреман', page.getByText(/процесор је спреман/i));
    await trial.picture(page, 'стање');
  });
};

const pinFromPage: Check = async (trial) => {
  const [shop, { pfr }] = [await trial.shop(), await trial.stage.lpfr()];
  trial.step('Л-ПФР заборавља ПИН');
  pfr.change('pin-lost');
  try {
    await trial.atPage('status', async (page) => {
      await page.getByRole('button', { name: /ПИН/ }).first().click();
      const field = page.getByRole('dialog').getByRole('textbox').or(page.getByRole('dialog').getByLabel(/ПИН/));
      await field.first().fill('1234');
      await field.first().press('Enter');
      await trial.shows(
        'ПИН је прихваћен',
        page.getByRole('dialog').and(page.locator(':not([open])')).or(page.getByText('Данас')),
      );
    });
    await shop.untilReady();
    trial.same('рачун је затим издат', (await trial.call('POST', '/invoices', COFFEE)).status, 201);
  } finally {
    pfr.card.isOpen = true;
    await shop.untilReady();
  }
};

const certificateEntered: Check = async (trial) => {
  const shop = await trial.stage.vpfrShop();
  trial.step('Датотека са сертификатом, лозинка и ПАК су унети у подешавања');
  const { certificate } = await shop.ask('certificate.show', { environment: 'sandbox' });
  trial.holds('сертификат је приказан', certificate !== null);
  const shown = JSON.stringify(await shop.ask('settings.show', { name: 'pfr.sandbox' }));
  trial.holds('ПАК се не приказује', !shown.includes('ABC123'), shown);
  await shop.untilReady();
  trial.same('рачун је издат', (await trial.call('POST', '/invoices', COFFEE, shop)).status, 201);
};

const takenOff: Check = (trial) =>
  trial.atPage('till', async (page) => {
    await add(page, /^Кафа/);
    await add(page, /^Хлеб Сава/);
    const bill = page.getByRole('region', { name: 'Рачун', exact: true });
    await bill
      .getByRole('button', { name: /Мање|Уклони/ })
      .last()
      .click();
    await payCash(page);
    const text = await receiptText(page);
    trial.holds('остављени артикал је на рачуну', text.includes('Кафа') || text.includes('Хлеб'));
    trial.holds('уклоњени артикал није на рачуну', !(text.includes('Кафа') && text.includes('Хлеб')));
  });

const discount: Check = (trial) =>
  trial.atPage('till', async (page) => {
    await add(page, /^Кафа/);
    await more(page, 'Попуст на цео рачун');
    await page.getByRole('button', { name: '10 %' }).click();
    await payCash(page);
    const text = await receiptText(page);
    trial.papers.push({ title: 'рачун са попустом', text, files: [] });
    trial.holds('попуст је на рачуну', /попуст 10/i.test(text));
    trial.holds('умањена цена је на рачуну', text.includes('135,00'));
    const body = (await trial.stage.lpfr()).pfr.signed.at(-1)?.body.toString() ?? '';
    trial.holds('ПФР је добио умањену цену', /"totalAmount":\s*135/.test(body), body);
  });

const identity: Check = (trial) =>
  trial.atPage('till', async (page) => {
    await page.getByRole('button', { name: 'Још', exact: true }).click();
    await page.getByRole('button', { name: 'О уређају' }).click();
    await page.getByRole('dialog').getByText('Произвођач').waitFor();
    const text = await page.getByRole('dialog').innerText();
    for (const word of ['Произвођач', 'Серијски број', 'Верзија', 'ЕСИР']) {
      trial.holds(`„${word}” је приказано`, text.includes(word));
    }
    await trial.picture(page, 'о уређају');
  });

const sevenTypes: Check = async (trial) => {
  for (const paymentType of TYPES) {
    const reply = await trial.call('POST', '/invoices', { ...COFFEE, payments: [{ paymentType, amount: 150 }] });
    trial.same(`${paymentType}: издат`, reply.status, 201);
    const { payments } = JSON.parse(reply.text) as Invoice;
    trial.same(`${paymentType}: на рачуну`, payments, [{ paymentType, amount: 150 }]);
  }
};

const fourTypes: Check = async (trial) => {
  const shop = await trial.shop();
  await shop.during('simplifiedCash', true, async () => {
    for (const paymentType of TYPES) {
      const isOff = ['Card', 'Check', 'MobileMoney'].includes(paymentType);
      const reply = await trial.call('POST', '/invoices', { ...COFFEE, payments: [{ paymentType, amount: 150 }] });
      trial.same(`${paymentType}: ${isOff ? 'одбијен' : 'издат'}`, reply.status, isOff ? 422 : 201);
    }
    await trial.atPage('till', async (page) => {
      await add(page, /^Кафа/);
      await page.getByRole('button', { name: 'Наплати', exact: true }).click();
      await page.getByRole('button', { name: 'Ваучер' }).waitFor();
      trial.same('каса нуди картицу', await page.getByRole('button', { name: /картица/i }).count(), 0);
    });
  });
};

const severalPayments: Check = async (trial) => {
  const invoice = await trial.issue(SALE);
  trial.rows(invoice, 'Готовина: 189,90', 'Платна картица: 200,00');
};

const sameTypeTwice: Check = async (trial) => {
  const payments = [
    { paymentType: 'Cash', amount: 100 },
    { paymentType: 'Cash', amount: 50 },
  ];
  const invoice = await trial.issue({ ...COFFEE, payments });
  trial.rows(invoice, 'Готовина: 100,00', 'Готовина: 50,00');
  await trial.atPage('till', async (page) => {
    await add(page, /^Кафа/);
    await page.getByRole('button', { name: 'Наплати', exact: true }).click();
    await page.getByRole('button', { name: 'Подели плаћање' }).click();
    for (const amount of ['100', '50']) {
      await page.getByLabel('Начин плаћања').selectOption('Card');
      await page.getByRole('textbox', { name: 'Износ' }).fill(amount);
      await page.getByRole('button', { name: 'Додај део' }).click();
    }
    await page.locator('.split').getByRole('button', { name: 'Наплати' }).click();
    const rows = rowsOf(await receiptText(page)).filter((row) => row.startsWith('Платна картица'));
    trial.same('каса издаје оба дела', rows, ['Платна картица: 100,00', 'Платна картица: 50,00']);
  });
};

const change: Check = async (trial) => {
  const shop = await trial.shop();
  const invoice = await trial.issue({ ...COFFEE, tendered: 500 });
  const text = await paperText((path) => shop.call('GET', path), invoice);
  trial.papers.push({ title: 'папир', text, files: [] });
  trial.holds('примљено 500,00 је на папиру', /500,00/.test(text));
  trial.holds('повраћај 350,00 је на папиру', /(?:Повраћај|Кусур)\D*350,00/i.test(text));
  await trial.atPage('till', async (page) => {
    await add(page, /^Кафа/);
    await page.getByRole('button', { name: 'Наплати', exact: true }).click();
    await page.getByRole('textbox', { name: 'Други износ (РСД)' }).fill('500');
    await page.getByRole('button', { name: 'Прими' }).click();
    await trial.shows('каса показује колики кусур се враћа', page.getByText('Вратите кусур'));
  });
  const [latest] = await shop.receipts();
  const paper = latest === undefined ? '' : await paperText((path) => shop.call('GET', path), latest);
  trial.holds('повраћај је и на рачуну са касе', /(?:Повраћај|Кусур)\D*350,00/i.test(paper));
};

const asEntered: Check = async (trial) => {
  await trial.refuses('два плаћања која не дају износ', {
    ...COFFEE,
    payments: [
      { paymentType: 'Cash', amount: 10 },
      { paymentType: 'Card', amount: 10 },
    ],
  });
  const reply = await trial.call('POST', '/invoices', { ...COFFEE, payments: [{ paymentType: 'Cash', amount: 10 }] });
  const { payments, warnings } = JSON.parse(reply.text) as Invoice;
  const isAsEntered = JSON.stringify(payments) === '[{"paymentType":"Cash","amount":10}]';
  trial.holds(
    'једно плаћање другог износа: одбијено, или уз упозорење да је износ промењен',
    reply.status === 422 || isAsEntered || (warnings ?? []).length > 0,
  );
};

const bothForms: Check = async (trial) => {
  const [printers, server] = [await trial.stage.printers(), await trial.stage.mail()];
  const invoice = await trial.issue({ ...SALE, print: 'rolna80' });
  const printed = await printers.paperOf(invoice.uuid);
  trial.paper('папир', invoice, printed);
  trial.same(
    'порука е-поште је послата',
    (await trial.call('POST', `/invoices/${invoice.uuid}/email`, { to: 'kupac@primer.rs' })).status,
    200,
  );
  trial.holds(
    'порука је стигла',
    server.received.some(({ to }) => to.includes('kupac@primer.rs')),
  );
  const pdf = await (await trial.shop()).file(`/invoices/${invoice.uuid}/document?format=pdf`);
  trial.holds('PDF постоји', pdf.subarray(0, 5).toString() === '%PDF-');
};

const gtinKept: Check = async (trial) => {
  const shop = await trial.shop();
  const reply = await trial.call('POST', '/items', {
    name: 'Сок са кодом',
    price: 90,
    label: 'Ђ',
    gtin: '8600123456788',
  });
  trial.same('артикал са GTIN-ом је сачуван', reply.status, 201);
  const { items } = await shop.get<{
    readonly items: readonly { readonly name: string; readonly gtin: string | null }[];
  }>('/items');
  trial.same('GTIN је сачуван уз артикал', items.find(({ name }) => name === 'Сок са кодом')?.gtin, '8600123456788');
  await trial.atPage('catalogue', async (page) => {
    await page
      .getByRole('button', { name: 'Нови артикал' })
      .or(page.getByRole('link', { name: 'Нови артикал' }))
      .first()
      .click();
    await page.getByLabel('Назив', { exact: true }).fill('Вода са кодом');
    await page.getByLabel('Цена са ПДВ').fill('60');
    await page.getByLabel('Бар-код (GTIN)').fill('8600123456795');
    await page
      .getByRole('button', { name: /Сачувај/ })
      .first()
      .click();
    await trial.shows('страница чува артикал са GTIN-ом', page.getByText('Вода са кодом'));
  });
};

const gtinOnReceipt: Check = async (trial) => {
  const invoice = await receipt(trial, FIVE_LINES);
  trial.holds('GTIN је у називу на рачуну', invoice.journal.replace(/\s/g, '').includes('8600123456788'));
};

const lpfrProtocol: Check = async (trial) => {
  const { pfr, url } = await trial.stage.lpfr();
  trial.step(`Л-ПФР је на адреси ${url}`);
  const before = pfr.signed.length;
  await trial.issue(COFFEE);
  trial.holds('адреса је HTTP', url.startsWith('http:'));
  trial.same('Л-ПФР је потписао један рачун', pfr.signed.length - before, 1);
  trial.holds('захтев има RequestId', pfr.signed.at(-1)?.requestId !== '');
};

const vpfrProtocol: Check = async (trial) => {
  const [shop, { pfr, url }] = [await trial.stage.vpfrShop(), await trial.stage.vpfr()];
  await shop.untilReady();
  trial.step(`В-ПФР је на адреси ${url}`);
  const before = pfr.signed.length;
  await trial.issue(COFFEE, shop);
  trial.holds('адреса је HTTPS', url.startsWith('https:'));
  trial.same('В-ПФР је потписао један рачун, са клијентским сертификатом и ПАК-ом', pfr.signed.length - before, 1);
};

const receiptList: Check = async (trial) => {
  const invoice = await trial.issue({ ...COFFEE, cashier: CASHIER });
  await trial.atPage('receipts', async (page) => {
    await page.getByLabel('Шта тражите').fill(invoice.pfr.invoiceNumber);
    await page.getByRole('button', { name: 'Тражи', exact: true }).click();
    await trial.shows('рачун је нађен по броју', page.getByText(invoice.pfr.invoiceNumber));
    await page.getByRole('link', { name: 'Сви рачуни' }).click();
    const found = page.getByRole('list', { name: 'Нађени рачуни' });
    await page.getByLabel('Тражи по').selectOption({ label: 'износу' });
    await page.getByLabel('Шта тражите').fill('150,00');
    await page.getByRole('button', { name: 'Тражи', exact: true }).click();
    await trial.shows('рачун је нађен по износу', found.getByText(/150,00/));
    await trial.picture(page, 'листа рачуна');
  });
};

export const OPERATING_CHECKS: Readonly<Record<string, Check>> = {
  O01: commands,
  O02: authenticates,
  O03: pinFromPage,
  O04: certificateEntered,
  O05: takenOff,
  O06: discount,
  O08: identity,
  O09: sevenTypes,
  O10: fourTypes,
  O11: severalPayments,
  O12: sameTypeTwice,
  O13: change,
  O14: asEntered,
  O16: bothForms,
  O17: gtinKept,
  O18: gtinOnReceipt,
  O28: lpfrProtocol,
  O29: vpfrProtocol,
  O30: receiptList,
};
