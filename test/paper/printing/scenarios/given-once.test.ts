import * as assert from 'uvu/assert';
import { line } from '../../../sales/invoicing/bodies.js';
import { read, readError } from '../../../kit/client.js';
import { scene, type Stage } from './stage.js';

/** `needsCopy` of `GET /invoices/{uuid}/print-jobs`. */
async function needsCopy(stage: Stage, uuid: string): Promise<boolean> {
  return read('PrintJobList', 200, await stage.client.get(`/invoices/${uuid}/print-jobs`)).needsCopy;
}

scene('a fiscal receipt whose paper is proven is printed again as a copy alone', async (stage) => {
  const { uuid } = await stage.sold();
  await stage.become(uuid, 'printed');

  const refused = readError(422, await stage.client.post(`/invoices/${uuid}/print`, {}));
  assert.equal([refused.code, refused.rule, refused.field], ['validation', 'print.proven', undefined]);
  assert.is(
    refused.message,
    'Рачун је већ одштампан, а фискални рачун се издаје једном. Издајте копију (POST /invoices/{uuid}/copy).',
  );
  assert.is(
    refused.messageEn,
    'The receipt is printed already, and a fiscal receipt is given once. Issue a copy (POST /invoices/{uuid}/copy).',
  );
  assert.equal([await needsCopy(stage, uuid), await stage.states(uuid)], [true, ['printed']]);

  const copy = read('Invoice', 201, await stage.client.post(`/invoices/${uuid}/copy`, {}));
  await stage.become(copy.uuid, 'printed');
  assert.is(await needsCopy(stage, copy.uuid), false, 'a copy is no fiscal receipt');
  await stage.again(copy.uuid);
  await stage.become(copy.uuid, 'printed', 'printed');
  assert.equal(await stage.papers(), ['1', '2', '2 again']);
});

scene('a pro-forma and a training receipt may be printed again', async (stage) => {
  for (const invoiceType of ['ProForma', 'Training']) {
    const { uuid } = await stage.sold({ invoiceType });
    await stage.become(uuid, 'printed');
    assert.is((await stage.again(uuid)).repeat, true);
    await stage.become(uuid, 'printed', 'printed');
  }
  assert.equal(await stage.papers(), ['1', '1 again', '2', '2 again']);
});

scene(
  'one paper of a fiscal receipt is printed, however many copies and printers are set; of others all are',
  async (stage) => {
    const kuhinja = await stage.newStation('kuhinja');
    await stage.use(stage.station, kuhinja);
    const sale = await stage.sold();
    const items = [line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 300 })];
    const advance = await stage.sold({ invoiceType: 'Advance', items });
    for (const { uuid } of [sale, advance]) await stage.become(uuid, 'printed');
    const proforma = await stage.sold({ invoiceType: 'ProForma' });
    await stage.become(proforma.uuid, 'printed', 'printed', 'printed');
    const all = [...(await stage.papers()), ...(await stage.papers(kuhinja))];
    assert.is(all.filter((paper) => paper.startsWith('3')).length, 3);
    assert.equal(
      all.filter((paper) => !paper.startsWith('3')),
      ['1', '2'],
    );
  },
  { setting: { copies: 2 } },
);

scene(
  'of two papers that are requested at once the second does not come: the first was proven meanwhile',
  async (stage) => {
    const { uuid } = await stage.sold({ print: false });
    await Promise.all([stage.again(uuid), stage.again(uuid, 'kasa')]);
    await stage.become(uuid, 'printed', 'cancelled proven');
    const [, second] = await stage.jobsOf(uuid);
    assert.equal(
      [second?.message, second?.nextStep],
      ['Рачун је већ одштампан.', 'Ако је купцу потребан још један папир, издајте копију.'],
    );
    assert.equal(await stage.papers(), ['1']);
  },
);

scene(
  'a paper that waits for its printer does not come once another printer has printed the receipt',
  async (stage) => {
    const kuhinja = await stage.newStation('kuhinja', {}, { autoPrint: false });
    await stage.use(stage.station, kuhinja);
    stage.station.printer.cover('open');
    const { uuid } = await stage.sold();
    await stage.become(uuid, 'blocked cover');
    await stage.again(uuid, 'kuhinja');
    await stage.become(uuid, 'blocked cover', 'printed');
    stage.station.printer.cover('closed');
    await stage.become(uuid, 'cancelled proven', 'printed');
    assert.equal([await stage.papers(), await stage.papers(kuhinja)], [[], ['1 again']]);
    assert.is(await needsCopy(stage, uuid), true);

    const next = await stage.sold();
    await stage.become(next.uuid, 'printed');
    assert.equal(await stage.papers(), ['2'], 'the printer works on');
  },
);
