import type { GroupReport } from '../admin/index.js';
import { localTime } from '../base/index.js';
import { ask } from './ask.js';
import { type Command, complainUsage, print, printRow, SUCCESS } from './command.js';
import { refuse } from './refuse.js';

export const groupCommand: Command = {
  usage: ['group show [--data DIR]', 'group take PART [--data DIR]', 'group refuse PART [--data DIR]'],
  summary: `shows which versions of the prices and settings of its group the box has, and decides on one that is offered
      (settings set group '{"name":"kiosks","catalogue":"offer"}'). PART: catalogue or settings. One that is taken holds
      at once, or from its time on`,
  async run({ folder, words }) {
    const [verb, part, ...rest] = words;
    if (verb === 'show' && part === undefined) return show(folder);
    const decision = verb === 'take' ? 'taken' : verb === 'refuse' ? 'refused' : undefined;
    if (decision !== undefined && (part === 'catalogue' || part === 'settings') && rest.length === 0) {
      return decide(folder, part, decision);
    }
    return complainUsage(groupCommand.usage);
  },
};

async function show(folder: string): Promise<number> {
  const reply = await ask(folder, 'group.show', {});
  if (!reply.ok) return refuse(reply.error);
  if (reply.value.length === 0) print('The box takes nothing of a group. See: kasirbox settings show group');
  for (const report of reply.value) printReport(report);
  return SUCCESS;
}

async function decide(folder: string, part: GroupReport['part'], decision: 'taken' | 'refused'): Promise<number> {
  const reply = await ask(folder, 'group.decide', { part, decision });
  if (!reply.ok) return refuse(reply.error);
  printReport(reply.value);
  return SUCCESS;
}

function printReport({ part, group, mode, inUse, next, fault, held, older }: GroupReport): void {
  print(`${part} of ${group} (${mode})`);
  printRow('in use', inUse === null ? 'none' : `version ${inUse}`);
  if (next !== null) printRow('next', `version ${next.version}${standing(next, mode)}`);
  if (fault !== null) printRow('fault', `${fault.version === null ? '' : `version ${fault.version}: `}${fault.text}`);
  if (held !== null) printRow('held', `version ${held.version}, ${reasonOf(held.until)}`);
  if (older !== null)
    printRow(
      'server',
      older === (next?.version ?? inUse) ? `has another version ${older}` : `has only version ${older}, which is older`,
    );
}

function reasonOf(until: NonNullable<GroupReport['held']>['until']): string {
  return until === null ? 'which cannot be stored' : `until ${localTime(until)}: more came than the box keeps`;
}

function standing({ validFrom, decision }: NonNullable<GroupReport['next']>, mode: GroupReport['mode']): string {
  const from = validFrom === null ? '' : `, valid from ${localTime(validFrom)} on`;
  if (mode === 'follow') return from;
  return `${from}, ${decision === 'none' ? 'waits for a decision' : decision}`;
}
