import { BUYER, CASHIER } from '../goods.js';
import { add, more, nameBuyer, payCash } from '../stage/pages.js';
import {
  ADVANCE_REFUND,
  ADVANCE_SALE,
  COPY_REFUND,
  COPY_SALE,
  NORMAL_REFUND,
  NORMAL_SALE,
  PLAIN_ADVANCE,
  PLAIN_COPY,
  PLAIN_PRO_FORMA,
  PLAIN_SALE,
  PLAIN_TRAINING,
  PRO_FORMA_REFUND,
  PRO_FORMA_SALE,
  TRAINING_REFUND,
  TRAINING_SALE,
} from '../samples/fifteen.js';
import { ALL_PAYMENTS, CLOSING_SALE, ESIR_TIME, FIVE_LINES, OPTIONAL_FIELD, yesterday } from '../samples/further.js';
import { likeSample, sampleCheck } from '../samples/check.js';
import { Maker } from '../samples/sample.js';
import { NeedsStandIn } from '../stage/stage.js';
import type { Check, Trial } from '../trial.js';
import { type Invoice, valueOf } from '../answers.js';
import { receipt } from './papers.js';

/** The newest receipt of the shop. */
async function latest(trial: Trial): Promise<Invoice | undefined> {
  const [first] = await (await trial.shop()).receipts();
  if (first !== undefined) trial.paper('рачун са касе', first);
  return first;
}

/** That the newest receipt is of this kind. */
async function latestIs(trial: Trial, letters: string): Promise<void> {
  const counter = (await latest(trial))?.pfr.invoiceCounter ?? '';
  trial.holds(`каса је издала рачун ${letters}`, counter.endsWith(letters), counter);
}

const optionalFromTill: Check = async (trial) => {
  await trial.atPage('till', async (page) => {
    await add(page, /^Кафа/);
    await page.getByRole('button', { name: 'Наплати', exact: true }).click();
    await nameBuyer(page, BUYER, '20', '123456789');
    await page.getByRole('button', { name: /тачно/ }).click();
    await page.getByText('Рачун је издат').waitFor();
  });
  const invoice = await latest(trial);
  trial.same('опционо поље на рачуну са касе', invoice && valueOf(invoice, 'Опционо поље купца'), '20:123456789');
};

const proFormaRefundFromPage: Check = async (trial) => {
  const proForma = await trial.issue({
    items: [{ name: 'Кафа', quantity: 1, unitPrice: 150, label: 'Ђ' }],
    ...{ cashier: CASHIER, buyerId: BUYER, invoiceType: 'ProForma' },
  });
  await trial.atPage(`till/find/${proForma.uuid}`, async (page) => {
    await page.getByRole('button', { name: 'Рефундирај', exact: true }).click();
    await page.getByRole('button', { name: 'Врати све' }).click();
    await page.getByRole('button', { name: /^Рефундирај \d/ }).click();
    await page.getByText(/Рефундација предрачуна је издата|Рефундација је издата/).waitFor();
  });
  await latestIs(trial, 'РР');
};

/** Switches the till to training, and works there. */
async function inTraining(
  trial: Trial,
  work: (page: Parameters<Parameters<Trial['atPage']>[1]>[0]) => Promise<void>,
): Promise<void> {
  await trial.atPage('till', async (page) => {
    await more(page, 'Обука');
    await page.getByRole('button', { name: 'Почни обуку' }).click();
    await trial.shows('обука се јасно види на екрану', page.getByText('Ово није продаја'));
    await trial.picture(page, 'каса у обуци');
    await work(page);
  });
}

const trainingFromTill: Check = async (trial) => {
  await inTraining(trial, async (page) => {
    await add(page, /^Кафа/);
    await payCash(page);
    await page.getByText('Рачун обуке је издат').waitFor();
  });
  await latestIs(trial, 'ОП');
};

const trainingRefundFromTill: Check = async (trial) => {
  await inTraining(trial, async (page) => {
    await add(page, /^Кафа/);
    await payCash(page);
    await page.getByRole('button', { name: 'Следећа продаја' }).click();
    await more(page, /^Рачун обуке је издат/);
    await page.getByRole('button', { name: 'Рефундирај', exact: true }).click();
    await page.getByRole('button', { name: 'Врати све' }).click();
    await page.getByLabel('Документ купца').selectOption('20');
    await page.getByLabel('Број', { exact: true }).fill('0023456');
    await page.getByRole('button', { name: /^Рефундирај \d/ }).click();
    await page.getByText('Рефундација обуке је издата').waitFor();
  });
  await latestIs(trial, 'ОР');
};

const noBuyerRow: Check = async (trial) => {
  for (const sample of [PLAIN_SALE, PLAIN_COPY, PLAIN_PRO_FORMA, PLAIN_TRAINING, PLAIN_ADVANCE]) {
    const invoice = await receipt(trial, sample);
    trial.same(`${sample.title}: ред ИД купца`, valueOf(invoice, 'ИД купца'), undefined);
  }
};

const esirTimeFromTill: Check = async (trial) => {
  const invoice = await new Maker(trial.stage).of(ESIR_TIME);
  const [day] = yesterday().split(' ');
  trial.holds('ЕСИР време је дан пре ПФР времена', invoice.pfr.sdcDateTime.slice(0, 10) > (day ?? ''));
  // The till has prescribed names for the labels of today's law only.
  if (trial.stage.isSandbox) return;
  await trial.atPage('till', async (page) => {
    await more(page, 'Аванс');
    await page
      .getByRole('textbox', { name: /^Примљени аванс/ })
      .first()
      .fill('3000');
    await page.getByLabel('Уплаћено раније (ЕСИР време)').fill(`${day}T14:00`);
    await page.getByRole('dialog').getByRole('button', { name: 'Наплати' }).click();
    await page.getByRole('button', { name: /Рачун на купца/ }).click();
    await page.getByLabel('Број', { exact: true }).fill(BUYER.slice(3));
    await page.getByRole('button', { name: 'Примени' }).click();
    await page.getByRole('button', { name: 'Пренос на рачун' }).click();
    await page.getByText('Авансни рачун је издат').waitFor();
  });
  const issued = await latest(trial);
  trial.holds('ЕСИР време је на авансу са касе', issued !== undefined && valueOf(issued, 'ЕСИР време') !== undefined);
  await likeSample(trial, ESIR_TIME);
};

export const KIND_CHECKS: Readonly<Record<string, Check>> = {
  S01: sampleCheck([NORMAL_SALE]),
  S02: sampleCheck([OPTIONAL_FIELD], optionalFromTill),
  S03: sampleCheck([NORMAL_REFUND]),
  S04: sampleCheck([COPY_SALE]),
  S05: sampleCheck([COPY_REFUND]),
  S06: sampleCheck([PRO_FORMA_SALE]),
  S07: sampleCheck([PRO_FORMA_REFUND], proFormaRefundFromPage),
  S08: sampleCheck([TRAINING_SALE], trainingFromTill),
  S09: sampleCheck([TRAINING_REFUND], trainingRefundFromTill),
  S10: sampleCheck([ADVANCE_SALE]),
  S11: sampleCheck([ADVANCE_REFUND]),
  S12: sampleCheck([PLAIN_SALE, PLAIN_COPY, PLAIN_PRO_FORMA, PLAIN_TRAINING, PLAIN_ADVANCE]),
  S13: noBuyerRow,
  S14: sampleCheck([FIVE_LINES]),
  S15: sampleCheck([ESIR_TIME], esirTimeFromTill),
  S16: sampleCheck([CLOSING_SALE]),
  S17: sampleCheck([ALL_PAYMENTS]),
  S18: signedBy('vpfr'),
  S19: signedBy('lpfr'),
};

/** A receipt that the processor of a kind has signed. In the sandbox it is that to which there is access. */
function signedBy(kind: 'lpfr' | 'vpfr'): Check {
  return async (trial) => {
    const shop = kind === 'lpfr' || trial.stage.isSandbox ? await trial.shop() : await trial.stage.vpfrShop();
    await shop.untilReady();
    const { pfr } = await shop.get<{ readonly pfr: { readonly mode: string } }>('/status');
    if (pfr.mode !== kind) throw new NeedsStandIn();
    const invoice = await trial.issue(
      { items: [{ name: 'Кафа', quantity: 1, unitPrice: 150, label: await firstLabel(trial) }] },
      shop,
    );
    trial.paper(`потписао ${kind === 'lpfr' ? 'Л-ПФР' : 'В-ПФР'}`, invoice);
    const [requester, signer] = invoice.pfr.invoiceNumber.split('-');
    trial.holds(
      kind === 'lpfr' ? 'Л-ПФР потписује сам' : 'В-ПФР потписује својим безбедносним елементом',
      (requester === signer) === (kind === 'lpfr'),
      invoice.pfr.invoiceNumber,
    );
  };
}

/** A label that the processor has. */
async function firstLabel(trial: Trial): Promise<string> {
  const { taxLabels } = await (
    await trial.shop()
  ).get<{ readonly taxLabels: readonly { readonly label: string }[] }>('/tax-labels');
  return taxLabels[0]?.label ?? 'Ђ';
}
