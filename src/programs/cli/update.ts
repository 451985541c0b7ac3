import { resolve } from 'node:path';
import type { ShownUpdate } from '../../interfaces/admin/index.js';
import { type Bilingual, localTime, oneLine, english } from '../../base/index.js';
import type { UpdateAdvice } from '../../outward/updates/index.js';
import { callOperation } from './callOperation.js';
import { type Command, complain, print, printJson, printProgress, printRow, SUCCESS } from './command.js';
import { inLanguage } from './language.js';
import { commandOf } from './forms.js';

const ADDRESS = /^[a-z]+:\/\//i;

export const updateCommand: Command = commandOf({
  name: 'update',
  summary: {
    sr: `инсталира надоградњу (.raucb) на уређај направљен од слике система, и поново га покреће кад нема рачуна у изради. Оно што
      сада ради чува се поред: нова верзија која за неколико минута није исправна сама се одбацује. URL почиње са https://;
      --again још једном инсталира верзију која ради. list каже шта је на USB меморијама; status каже шта ради и како се
      завршила последња надоградња; acknowledge потврђује да сте то видели`,
    en: `installs an update (.raucb) on a box that was made from an image, and restarts it between two receipts. The running
      version is kept and returns automatically if the new one does not work within minutes. URL begins with
      https://; --again installs the running version once more. list shows the updates on USB sticks; status shows what runs and
      how the last update ended; acknowledge confirms that you have seen it`,
  },
  forms: {
    'FILE|URL [--again] [--json]': ({ folder, flags }, source = '') =>
      install(folder, source, { again: flags.has('again'), asJson: flags.has('json') }),
    'list [--json]': ({ folder, flags }) => list(folder, flags.has('json')),
    'status [--json]': ({ folder, flags }) => status(folder, flags.has('json')),
    acknowledge: ({ folder }) => acknowledge(folder),
  },
});

async function install(
  folder: string,
  source: string,
  { again, asJson }: { readonly again: boolean; readonly asJson: boolean },
): Promise<number> {
  const from = ADDRESS.test(source) ? { url: source } : { path: resolve(source) };
  const reply = await callOperation(folder, 'update.install', { ...from, again }, printProgress);
  if (!reply.ok) return complain(reply.error);
  const { version } = reply.value;
  print(asJson ? JSON.stringify(reply.value, null, 2) : inLanguage(restarting(version)));
  return SUCCESS;
}

async function status(folder: string, asJson: boolean): Promise<number> {
  const reply = await callOperation(folder, 'update.status', {});
  if (!reply.ok) {
    const { deadTrial } = await import('./files/deadTrial.js');
    const trial = await deadTrial(folder);
    if (trial === undefined) return complain(reply.error);
    if (asJson) print(JSON.stringify({ phase: 'trial', ...trial, isRunning: false }, null, 2));
    else printAdvice(ROWS.update, trial.advice);
    return SUCCESS;
  }
  if (asJson) printJson(reply.value);
  else printState(reply.value);
  return SUCCESS;
}

async function list(folder: string, asJson: boolean): Promise<number> {
  const reply = await callOperation(folder, 'update.bundles', {});
  if (!reply.ok) return complain(reply.error);
  if (asJson) {
    const rows = reply.value.map((row) => ({ ...row, refusal: row.refusal && english(row.refusal) }));
    printJson(rows);
    return SUCCESS;
  }
  if (reply.value.length === 0)
    print({ sr: 'На USB меморији нема надоградње.', en: 'There is no update on a USB stick.' });
  for (const { path, version, order, refusal } of reply.value) {
    const found = inLanguage({ sr: `верзија ${version ?? '?'}`, en: `version ${version ?? 'unknown'}` });
    const offer = order === null ? found : `${found}, ${inLanguage(ORDERS[order])}`;
    printRow(oneLine(path), refusal === null ? offer : inLanguage(refusal));
  }
  return SUCCESS;
}

const ORDERS = {
  newer: { sr: 'новија', en: 'newer' },
  same: { sr: 'иста', en: 'same' },
  older: { sr: 'старија', en: 'older' },
} as const;

async function acknowledge(folder: string): Promise<number> {
  const reply = await callOperation(folder, 'update.acknowledge', {});
  if (!reply.ok) return complain(reply.error);
  print(
    inLanguage(
      reply.value
        ? { sr: 'Потврђено.', en: 'Acknowledged.' }
        : { sr: 'Није било ничега за потврду.', en: 'There was nothing to acknowledge.' },
    ),
  );
  return SUCCESS;
}

function printState(state: ShownUpdate): void {
  print(
    state.isOnImage
      ? `kasirbox ${state.version}`
      : inLanguage({
          sr: 'Овај уређај је инсталиран ручно; надограђује га scripts/install.',
          en: 'This box was installed manually; it is updated with scripts/install.',
        }),
  );
  if (!state.isOnImage) return;
  printAdvice(ROWS.update, state.advice);
  const { outcome, end } = state;
  // During an update it would be mistaken for the outcome of that update.
  if (outcome === null || end === null || state.phase !== 'idle') return;
  const reason = outcome.reason === null ? '' : ` (${outcome.reason})`;
  printAdvice(ROWS.last, end, `, ${localTime(outcome.at)}${reason}`);
}

const ROWS = {
  update: { sr: 'надоградња', en: 'update' },
  last: { sr: 'последња', en: 'last' },
  byItself: { sr: 'само од себе', en: 'automatic' },
  action: { sr: 'шта радити', en: 'what to do' },
} as const;

function printAdvice(row: Bilingual, { now, byItself, action }: UpdateAdvice, more = ''): void {
  printRow(inLanguage(row), `${inLanguage(now)}${more}`);
  if (byItself !== undefined) printRow(ROWS.byItself, inLanguage(byItself));
  if (action !== undefined) printRow(ROWS.action, inLanguage(action));
}

function restarting(version: string) {
  return {
    sr: `Верзија ${version} је инсталирана; уређај се поново покреће. За неколико минута погледајте: kasirbox update status`,
    en: `Version ${version} is installed; the box is restarting. Check in a few minutes: kasirbox update status`,
  };
}
