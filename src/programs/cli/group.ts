import type { GroupReport } from '../../interfaces/admin/index.js';
import { type Bilingual, localTime } from '../../base/index.js';
import { callOperation } from './callOperation.js';
import { type Command, complain, print, printRow, SUCCESS, USAGE } from './command.js';
import { inLanguage } from './language.js';
import { commandOf } from './forms.js';

export const groupCommand: Command = commandOf({
  name: 'group',
  summary: {
    sr: `показује које верзије цена и подешавања своје групе уређај има, и одлучује о понуђеној
      (settings set group '{"name":"kiosks","catalogue":"offer"}'). PART: catalogue или settings. Прихваћена важи
      одмах, или од свог времена`,
    en: `shows the versions of its group's prices and settings that the box has, and accepts or refuses an offered one
      (settings set group '{"name":"kiosks","catalogue":"offer"}'). PART: catalogue or settings. An accepted version is valid
      at once, or from its start time on`,
  },
  forms: {
    show: ({ folder }) => show(folder),
    'take PART': ({ folder }, part = '') => decide(folder, part, 'taken'),
    'refuse PART': ({ folder }, part = '') => decide(folder, part, 'refused'),
  },
});

async function show(folder: string): Promise<number> {
  const reply = await callOperation(folder, 'group.show', {});
  if (!reply.ok) return complain(reply.error);
  if (reply.value.length === 0)
    print({
      sr: 'Уређај не преузима ништа од групе. Погледајте: kasirbox settings show group',
      en: 'The box applies nothing from a group. See: kasirbox settings show group',
    });
  for (const report of reply.value) printReport(report);
  return SUCCESS;
}

async function decide(folder: string, part: string, decision: 'taken' | 'refused'): Promise<number> {
  if (part !== 'catalogue' && part !== 'settings')
    return complain({ sr: 'PART је једно од: catalogue, settings', en: 'PART is one of catalogue, settings' }, USAGE);
  const reply = await callOperation(folder, 'group.decide', { part, decision });
  if (!reply.ok) return complain(reply.error);
  printReport(reply.value);
  return SUCCESS;
}

/** The parts of a group in Serbian. */
export const PART_NAMES: Readonly<Record<GroupReport['part'], string>> = {
  catalogue: 'листа артикала',
  settings: 'подешавања',
};

function printReport({ part, group, mode, inUse, next, fault, held, older }: GroupReport): void {
  print({
    sr: `${PART_NAMES[part]} (${part}), група ${group} (${mode})`,
    en: `${part} of ${group} (${mode})`,
  });
  printRow(
    { sr: 'у употреби', en: 'in use' },
    inUse === null
      ? inLanguage({ sr: 'ниједна', en: 'none' })
      : inLanguage({ sr: `верзија ${inUse}`, en: `version ${inUse}` }),
  );
  if (next !== null)
    printRow(
      { sr: 'следећа', en: 'next' },
      inLanguage({
        sr: `верзија ${next.version}${standing(next, mode)}`,
        en: `version ${next.version}${standing(next, mode)}`,
      }),
    );
  if (fault !== null)
    printRow(
      { sr: 'грешка', en: 'fault' },
      `${fault.version === null ? '' : inLanguage({ sr: `верзија ${fault.version}: `, en: `version ${fault.version}: ` })}${inLanguage(fault.text)}`,
    );
  if (held !== null)
    printRow(
      { sr: 'задржана', en: 'deferred' },
      inLanguage({
        sr: `верзија ${held.version}, ${reasonOf(held.until)}`,
        en: `version ${held.version}, ${reasonOf(held.until)}`,
      }),
    );
  if (older !== null)
    printRow(
      { sr: 'сервер', en: 'server' },
      older === (next?.version ?? inUse)
        ? inLanguage({ sr: `има другу верзију ${older}`, en: `has another version ${older}` })
        : inLanguage({
            sr: `има само верзију ${older}, која је старија`,
            en: `has only version ${older}, which is older`,
          }),
    );
}

function reasonOf(until: NonNullable<GroupReport['held']>['until']): string {
  return until === null
    ? inLanguage({ sr: 'која не може да се сачува', en: 'which cannot be stored' })
    : inLanguage({
        sr: `до ${localTime(until)}: стигло их је више него што уређај чува`,
        en: `until ${localTime(until)}: more arrived than the box stores`,
      });
}

const DECISIONS: Readonly<Record<NonNullable<GroupReport['next']>['decision'], Bilingual>> = {
  none: { sr: 'чека одлуку', en: 'awaiting a decision' },
  taken: { sr: 'прихваћена', en: 'accepted' },
  refused: { sr: 'одбијена', en: 'refused' },
};

function standing({ validFrom, decision }: NonNullable<GroupReport['next']>, mode: GroupReport['mode']): string {
  const from =
    validFrom === null
      ? ''
      : inLanguage({ sr: `, важи од ${localTime(validFrom)}`, en: `, valid from ${localTime(validFrom)} on` });
  if (mode === 'follow') return from;
  return `${from}, ${inLanguage(DECISIONS[decision])}`;
}
