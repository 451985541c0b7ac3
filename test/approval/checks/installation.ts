import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { refusalOf, valueOf } from '../answers.js';
import { COFFEE } from '../goods.js';
import { FIFTEEN } from '../samples/fifteen.js';
import { makeSample } from '../samples/set.js';
import type { Check } from '../trial.js';
import { KIND_CHECKS } from './kinds.js';

const ROOT = resolve(import.meta.dirname, '../../..');

const onPremises: Check = async (trial) => {
  trial.step('Готов програм се покреће у новој фасцикли');
  const { status } = await trial.call('GET', '/status', undefined, await trial.stage.plainShop());
  trial.same('уређај одговара', status, 200);
  trial.holds('програм за инсталацију је приложен', existsSync(resolve(ROOT, 'scripts/install')));
};

const withLpfr: Check = async (trial) => {
  const invoice = await trial.issue(COFFEE);
  const [requester, signer] = invoice.pfr.invoiceNumber.split('-');
  trial.same('Л-ПФР потписује сам', requester, signer);
};

const withCertificateFile: Check = async (trial) => {
  const shop = await trial.stage.vpfrShop();
  await shop.untilReady();
  const invoice = await trial.issue(COFFEE, shop);
  trial.paper('рачун са В-ПФР-а', invoice);
  const [requester, signer] = invoice.pfr.invoiceNumber.split('-');
  trial.holds('потписао је безбедносни елемент В-ПФР-а', requester !== signer, invoice.pfr.invoiceNumber);
};

const operatingSystems: Check = (trial) => {
  trial.step('Тражи се навод оперативног система у упитнику (docs/sr/upitnik.md)');
  const file = resolve(ROOT, 'docs/sr/upitnik.md');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  trial.holds('упитник наводи Linux', /Linux|Линукс/i.test(text));
  trial.holds('програм ради на овом систему', process.platform === 'linux');
  return Promise.resolve();
};

/** All ten kinds by the API, and those that only a till's training or refund can make on the pages. */
const allKinds: Check = async (trial) => {
  for (const sample of FIFTEEN.slice(0, 10)) {
    const { invoice, fault } = await makeSample(trial.stage, sample, trial.folder);
    trial.holds(`API издаје: ${sample.title}`, invoice !== undefined, fault);
  }
  for (const id of ['S07', 'S08', 'S09']) {
    const before = trial.findings.length;
    await KIND_CHECKS[id]?.(trial);
    trial.holds(
      `${id}: и са страница`,
      trial.findings.slice(before).every(({ isMet }) => isMet),
    );
  }
};

const samples: Check = async (trial) => {
  for (const sample of FIFTEEN) {
    const { isCodeRead, files, fault } = await makeSample(trial.stage, sample, trial.folder);
    trial.papers.push({ title: sample.title, text: '', files });
    trial.holds(`${sample.title}: исечак, А4 и JSON`, files.length === 5, fault ?? files.join(' '));
    trial.holds(`${sample.title}: QR код прочитан`, isCodeRead);
  }
};

/** Codes with which a processor refuses, each as an error of the request or of its state. */
const CODES = ['1300', '1400', '1500', '1999', '2100', '2110', '2210', '2310', '2400', '2800', '2801', '2805', '2806'];

const messages: Check = async (trial) => {
  const server = await trial.stage.lpfr();
  for (const code of CODES) {
    server.faults.add({ fault: 'refuse', code });
    const { message } = refusalOf(await trial.call('POST', '/invoices', COFFEE));
    server.faults.clear();
    const isSerbian = /\p{Script=Cyrillic}{3}/u.test(message);
    trial.holds(`${code}: порука на српском са шифром`, isSerbian && message.includes(code), message);
    const says = message.replace(/\(?\b\d{4}\b\)?/g, '').trim();
    trial.holds(`${code}: порука каже узрок и шта треба учинити`, says.length > 25, message);
  }
};

const limits: Check = async (trial) => {
  const line = { name: 'Кафа', quantity: 1, unitPrice: 150, label: 'Ђ' };
  const issued = async (text: string, more: object): Promise<void> => {
    const reply = await trial.call('POST', '/invoices', { items: [{ ...line, ...more }] });
    trial.same(text, reply.status, 201);
  };
  await issued('назив од 200 знакова', { name: 'Ж'.repeat(200) });
  await trial.refuses('назив од 201 знака', { items: [{ ...line, name: 'Ж'.repeat(201) }] });
  await issued('количина 0,001', { quantity: 0.001, unitPrice: 10_000 });
  await issued('количина 999999', { quantity: 999_999, unitPrice: 1 });
  await trial.refuses('количина 1000000', { items: [{ ...line, quantity: 1_000_000 }] });
  await trial.refuses('износ нула', { items: [{ ...line, unitPrice: 0 }] });
};

const versionShown: Check = async (trial) => {
  const shop = await trial.shop();
  const { version } = await shop.get<{ readonly version: string }>('/status');
  const invoice = await trial.issue(COFFEE);
  trial.holds('верзија програма је на рачуну', valueOf(invoice, 'ЕСИР број')?.endsWith(`/${version}`) === true);
  const before = (await shop.ask('settings.show', { name: 'esir' }))['esir'] as object;
  await shop.during('esir', { ...before, number: '157' }, async () => {
    trial.step('kasirbox doctor, кад је број одобрења уписан');
    const { stdout } = await shop.box.command(['doctor']);
    const line = stdout.split('\n').find((one) => one.startsWith('approval')) ?? '';
    trial.answer(line);
    trial.holds(
      'doctor тражи потврду да одобрење важи за ову верзију',
      line.includes(`157/${version}`),
      stdout.slice(0, 300),
    );
  });
};

export const INSTALLATION_CHECKS: Readonly<Record<string, Check>> = {
  I01: onPremises,
  I02: withLpfr,
  I04: withCertificateFile,
  I06: operatingSystems,
  I07: allKinds,
  I09: samples,
  I10: messages,
  I11: limits,
  I12: versionShown,
};
