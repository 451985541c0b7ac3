import { resolve } from 'node:path';
import { type Bilingual, localTime, oneLine } from '../base/index.js';
import type { UpdateOutcome, UpdateState } from '../updates/index.js';
import { ask } from './ask.js';
import { type Command, complainUsage, print, printRow, SUCCESS } from './command.js';
import { inLanguage } from './language.js';
import { refuse } from './refuse.js';

const ADDRESS = /^[a-z]+:\/\//i;

export const updateCommand: Command = {
  usage: [
    'update FILE|URL [--again] [--json] [--data DIR]',
    'update list [--json] [--data DIR]',
    'update status [--json] [--data DIR]',
    'update acknowledge [--data DIR]',
  ],
  summary: {
    sr: `инсталира ажурирање (.raucb) на уређај направљен од слике система, и поново га покреће кад нема рачуна у изради. Оно што
      сада ради чува се поред: нова верзија која за неколико минута није исправна сама се одбацује. URL почиње са https://;
      --again још једном инсталира верзију која ради. list каже шта је на USB меморијама; status каже шта ради и како се
      завршило последње ажурирање; acknowledge потврђује да сте то видели`,
    en: `installs an update (.raucb) on a box that was made from an image, and restarts it in a moment without a receipt. What
      runs now is kept beside it: a new version that is not well within minutes is given up by itself. URL begins with https://;
      --again installs the version that runs once more. list tells what lies on sticks; status tells what runs and how the last update ended; acknowledge
      says that you have seen it`,
  },
  flags: ['again', 'json'],
  async run({ folder, words, flags }) {
    const [what] = words;
    const asJson = flags.has('json');
    if (what === undefined || words.length > 1) return complainUsage(updateCommand.usage, ' or kasirbox ');
    if (what === 'status' && !flags.has('again')) return status(folder, asJson);
    if (what === 'list' && !flags.has('again')) return list(folder, asJson);
    if (what === 'acknowledge' && flags.size === 0) return acknowledge(folder);
    if (['list', 'status', 'acknowledge'].includes(what)) return complainUsage(updateCommand.usage, ' or kasirbox ');
    return install(folder, what, { again: flags.has('again'), asJson });
  },
};

async function install(
  folder: string,
  source: string,
  { again, asJson }: { readonly again: boolean; readonly asJson: boolean },
): Promise<number> {
  const from = ADDRESS.test(source) ? { url: source } : { path: resolve(source) };
  const reply = await ask(folder, 'update.install', { ...from, again }, (step) => {
    process.stderr.write(`${oneLine(inLanguage(step))}\n`);
  });
  if (!reply.ok) return refuse(reply.error);
  const { version } = reply.value;
  print(asJson ? JSON.stringify(reply.value, null, 2) : inLanguage(restarting(version)));
  return SUCCESS;
}

async function status(folder: string, asJson: boolean): Promise<number> {
  const reply = await ask(folder, 'update.status', {});
  if (!reply.ok) return refuse(reply.error);
  if (asJson) print(JSON.stringify(reply.value, null, 2));
  else printState(reply.value);
  return SUCCESS;
}

async function list(folder: string, asJson: boolean): Promise<number> {
  const reply = await ask(folder, 'update.bundles', {});
  if (!reply.ok) return refuse(reply.error);
  if (asJson) {
    print(JSON.stringify(reply.value, null, 2));
    return SUCCESS;
  }
  if (reply.value.length === 0)
    print(inLanguage({ sr: 'Ни на једној USB меморији нема ажурирања.', en: 'No update lies on a stick.' }));
  for (const { path, version, order, refusal } of reply.value) {
    printRow(
      oneLine(path),
      refusal ??
        inLanguage({
          sr: `верзија ${version ?? '?'}, ${order ?? '?'}`,
          en: `version ${version ?? 'unknown'}, ${order ?? 'unknown'}`,
        }),
    );
  }
  return SUCCESS;
}

async function acknowledge(folder: string): Promise<number> {
  const reply = await ask(folder, 'update.acknowledge', {});
  if (!reply.ok) return refuse(reply.error);
  print(
    reply.value
      ? inLanguage({ sr: 'Потврђено.', en: 'Acknowledged.' })
      : inLanguage({ sr: 'Није било шта да се потврди.', en: 'There was nothing to acknowledge.' }),
  );
  return SUCCESS;
}

function printState(state: UpdateState): void {
  print(
    state.isOnImage
      ? `kasirbox ${state.version}`
      : inLanguage({
          sr: 'Овај уређај је инсталиран ручно; ажурира се са scripts/install.',
          en: 'This box was installed by hand; it is updated by scripts/install.',
        }),
  );
  if (!state.isOnImage) return;
  printRow(inLanguage({ sr: 'ажурирање', en: 'update' }), phaseOf(state));
  if (state.isBundleWaiting)
    printRow(
      inLanguage({ sr: 'чека', en: 'waiting' }),
      inLanguage({
        sr: 'на картици је ажурирање које није инсталирано',
        en: 'an update lies on the card and was not installed',
      }),
    );
  if (state.outcome !== null) printRow(inLanguage({ sr: 'последње', en: 'last' }), outcomeOf(state.outcome));
}

function phaseOf(state: UpdateState): string {
  switch (state.phase) {
    case 'idle':
      return inLanguage({ sr: 'ниједно није у току', en: 'none is under way' });
    case 'receiving':
      return inLanguage({
        sr: `преузима се, ${state.done} од ${state.all ?? '?'} бајтова`,
        en: `receiving, ${state.done} of ${state.all ?? 'unknown'} bytes`,
      });
    case 'checking':
      return inLanguage({ sr: 'проверава се', en: 'checking' });
    case 'backing-up':
      return inLanguage({
        sr: `прави се резервна копија пре верзије ${state.version}`,
        en: `backing up before version ${state.version}`,
      });
    case 'installing':
      return inLanguage({
        sr: `инсталира се верзија ${state.version}, ${state.percent} %`,
        en: `installing version ${state.version}, ${state.percent} %`,
      });
    case 'waiting':
      return inLanguage({
        sr: `верзија ${state.version} чека тренутак без рачуна`,
        en: `version ${state.version} waits for a moment without a receipt`,
      });
    case 'restarting':
      return state.isOverdue
        ? inLanguage({
            sr: `верзија ${state.version} је инсталирана, али се уређај није поново покренуо: искључите га из струје и поново укључите`,
            en: `version ${state.version} is installed, but the box has not restarted: unplug it and plug it in again`,
          })
        : inLanguage({
            sr: `поново се покреће са верзијом ${state.version}`,
            en: `restarting into version ${state.version}`,
          });
    case 'trial':
      return inLanguage({
        sr: `верзија ${state.version} се испробава${state.waitsFor.map((fault) => `; ${fault}`).join('')}`,
        en: `version ${state.version} is being tried${state.waitsFor.map((fault) => `; ${fault}`).join('')}`,
      });
  }
}

const ENDS: Readonly<Record<UpdateOutcome['kind'], Bilingual>> = {
  updated: { sr: 'је инсталирана и остаје', en: 'was installed and kept' },
  'fell-back': { sr: 'је одбачена; ради претходна верзија', en: 'was given up; the version before runs' },
  interrupted: { sr: 'је прекинута; ништа није промењено', en: 'was cut off; nothing has changed' },
  failed: { sr: 'није могла да се инсталира; ништа није промењено', en: 'could not be installed; nothing has changed' },
};

function outcomeOf({ kind, version, at, reason }: UpdateOutcome): string {
  return inLanguage({
    sr: `верзија ${version} ${inLanguage(ENDS[kind])}, ${localTime(at)}${reason === null ? '' : ` (${reason})`}`,
    en: `version ${version} ${inLanguage(ENDS[kind])}, ${localTime(at)}${reason === null ? '' : ` (${reason})`}`,
  });
}

function restarting(version: string) {
  return {
    sr: `Верзија ${version} је инсталирана; уређај се поново покреће. За неколико минута погледајте: kasirbox update status`,
    en: `Version ${version} is installed; the box restarts. Look in some minutes: kasirbox update status`,
  };
}
