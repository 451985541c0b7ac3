import {
  type Bilingual,
  failed,
  formatSum,
  isLocalDate,
  localTime,
  ok,
  oneLine,
  type Result,
  type Message,
} from '../../base/index.js';
import { environmentText, ENVIRONMENTS } from '../../contract/index.js';
import type { BoxAttention, FleetReport, OpenAlarm, ReportOptions } from '../fleet/index.js';
import {
  type Args,
  complain,
  FAILURE,
  print,
  printRow,
  printTable,
  readEnvironment,
  SUCCESS,
  USAGE,
} from './command.js';
import { urlFault } from './fleetServer.js';
import { inLanguage, numberText } from './language.js';

const DAY = 86_400_000;
/** Minutes without a message from any box that mean a fault between them and the database. */
const NOTHING_ARRIVES = 10;
/** A kiosk that is switched off at night is silent for less time than this. */
const SILENT_HOURS = 1;
const MAX_SILENT_HOURS = 1000;

/** Prints turnover and what needs attention; {@link FAILURE} when there is something. */
export async function reportCommand(args: Args): Promise<number> {
  const read = await readReport(args);
  if (!read.ok) return complain(read.error.words, read.error.code);
  const { report, options } = read.value;
  if (args.flags.has('json')) print(JSON.stringify(jsonOf(report), null, 2));
  else printReport(report, options);
  return needsAttention(report) ? FAILURE : SUCCESS;
}

export interface ReadReport {
  readonly report: FleetReport;
  readonly options: ReportOptions;
}

/** The report for the options, or why there is none. */
export async function readReport(
  args: Args,
): Promise<Result<ReadReport, { readonly words: Bilingual | Message; readonly code: number }>> {
  const usage = (words: Bilingual | Message) => failed({ words, code: USAGE });
  const { postgres = '', by = 'day', silent = String(SILENT_HOURS) } = args.values;
  const { to = localTime(Date.now()).slice(0, 10) } = args.values;
  if (!isLocalDate(to))
    return usage({ sr: '--to је дан, као 2026-11-27', en: '--to must be a day, such as 2026-11-27' });
  const from = args.values['from'] ?? new Date(Date.parse(to) - 6 * DAY).toISOString().slice(0, 10);
  if (!isLocalDate(from))
    return usage({ sr: '--from је дан, као 2026-11-27', en: '--from must be a day, such as 2026-11-27' });
  const silentHours = Number(silent);
  if (!/^\d{1,4}$/.test(silent) || silentHours < 1 || silentHours > MAX_SILENT_HOURS)
    return usage({
      sr: '--silent је цео број сати, од 1 до 1000',
      en: '--silent must be a whole number of hours, 1 to 1000',
    });
  const fault = urlFault('postgres', postgres, ['postgres:', 'postgresql:']);
  if (fault !== undefined) return usage(fault);
  const environment = readEnvironment(args);
  if (!environment.ok) return usage(environment.error);
  const code = await import('./fleet/fleet.js');
  const column = code.REPORT_BY.find((known) => known === by);
  const columns = code.REPORT_BY.join(', ');
  if (column === undefined) return usage({ sr: `--by је једно од: ${columns}`, en: `--by must be one of ${columns}` });
  const options: ReportOptions = {
    ...{ postgres, from, to, by: column, silentHours },
    environment: environment.value ?? 'production',
    expected: await expectedBoxes(args.values['server']),
  };
  const found = await code.report(options);
  return found.ok ? ok({ report: found.value, options }) : failed({ words: found.error, code: FAILURE });
}

/** Boxes registered on the server of this machine; empty when its folder does not exist here, or may not be read. */
async function expectedBoxes(folder: string | undefined): Promise<ReportOptions['expected']> {
  const { listBoxes } = await import('./fleet/fleet.js');
  const { FOLDER } = await import('./fleetServer.js');
  try {
    const boxes = await listBoxes(folder ?? FOLDER);
    return boxes.ok ? boxes.value : [];
  } catch {
    return [];
  }
}

/** True when a person should check something: an open alarm, a box, or that no messages arrive. */
function needsAttention({ openAlarms, attention, lastMessageMinutes }: FleetReport): boolean {
  return openAlarms > 0 || attention.some(({ kind }) => kind !== 'waiting') || nothingArrives(lastMessageMinutes);
}

export function nothingArrives(minutes: number | null): boolean {
  return minutes !== null && minutes >= NOTHING_ARRIVES;
}

function jsonOf({ rows, missing, ...rest }: FleetReport): unknown {
  return {
    ...rest,
    missing: String(missing),
    rows: rows.map(({ amount, refunded, ...row }) => ({ ...row, amount: rsd(amount), refunded: rsd(refunded) })),
  };
}

/** A number with two decimals as text, so that no reader rounds it. */
function rsd(amount: FleetReport['rows'][number]['amount']): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function printReport(report: FleetReport, { environment, from, to, by }: ReportOptions): void {
  print({
    sr: `Промет (${environmentText(environment, 'nominative').sr}) од ${from} до ${to}, по: ${by}, РСД`,
    en: `Turnover of ${environment} from ${from} to ${to} by ${by}, RSD`,
  });
  const { rows, boxes, alarms, openAlarms, inDoubt, missing, attention, lastMessageMinutes, otherReceipts } = report;
  printTable(rows.map(turnoverCells), [false, true, true]);
  if (rows.length === 0) print({ sr: '  ништа', en: '  nothing' });
  if (otherReceipts > 0) {
    const other = ENVIRONMENTS.find((one) => one !== environment) ?? environment;
    print({
      sr: `  У другом окружењу има рачуна: ${otherReceipts}. Погледајте: --environment ${other}`,
      en: `  The other environment has receipts: ${otherReceipts}. See: --environment ${other}`,
    });
  }
  print({ sr: 'Уређаји', en: 'Boxes' });
  printRow({ sr: 'у раду', en: 'in service' }, String(boxes.all));
  if (boxes.retired > 0) printRow({ sr: 'повучени', en: 'retired' }, String(boxes.retired));
  printRow({ sr: 'неизвесно', en: 'in doubt' }, inLanguage({ sr: `рачуна: ${inDoubt}`, en: `${inDoubt} receipts` }));
  printRow(
    { sr: 'недостаје', en: 'missing' },
    inLanguage({ sr: `ПФР бројева: ${missing}`, en: `${missing} PFR numbers` }),
  );
  if (nothingArrives(lastMessageMinutes)) print(arrivalText(lastMessageMinutes ?? 0));
  for (const one of attention) print(oneLine(`  ${inLanguage(attentionText(one))}`));
  print({ sr: `Отворених аларма: ${openAlarms}`, en: `Open alarms: ${openAlarms}` });
  for (const alarm of alarms) print(`  ${oneLine(alarmText(alarm))}`);
}

function turnoverCells({ name, receipts, amount, refunds, refunded }: FleetReport['rows'][number]): string[] {
  const cells = [name, String(receipts), numberText(formatSum(amount))];
  if (refunds === 0) return cells;
  const sum = numberText(formatSum(refunded));
  return [...cells, inLanguage({ sr: `(рефундације: ${refunds}, ${sum})`, en: `(refunds: ${refunds}, ${sum})` })];
}

export function arrivalText(minutes: number): Bilingual {
  return {
    sr: `НИШТА НЕ СТИЖЕ од свих уређаја, минута: ${minutes}. Погледајте: systemctl status nats-server kasirbox-ingest`,
    en: `NOTHING ARRIVES from any box, for ${minutes} minutes. See: systemctl status nats-server kasirbox-ingest`,
  };
}

export function attentionText({ kind, shop, box, minutes, problem }: BoxAttention): Bilingual {
  const who = `${shop} ${box}`;
  switch (kind) {
    case 'never':
      return {
        sr: `${who}: пуштен је, а никад се није јавио. Погледајте ред stream: kasirbox doctor`,
        en: `${who}: was added, but has never reported. Check the line stream on it: kasirbox doctor`,
      };
    case 'silent':
      return {
        sr: `${who}: не јавља се, минута: ${minutes ?? 0}. Ако више није у раду: kasirbox fleet retire ${box}`,
        en: `${who}: silent for ${minutes ?? 0} minutes. If it is out of service: kasirbox fleet retire ${box}`,
      };
    case 'failing':
      return {
        sr: `${who}: квар. ${problem ?? ''} Погледајте на њему: kasirbox doctor`,
        en: `${who}: failure. ${problem ?? ''} Run on it: kasirbox doctor`,
      };
    case 'refuses':
      return {
        sr: `${who}: цене или подешавања групе. ${problem ?? ''} Погледајте на њему: kasirbox group show`,
        en: `${who}: prices or settings of its group. ${problem ?? ''} Run on it: kasirbox group show`,
      };
    case 'waiting':
      return {
        sr: `${who}: записи чекају на претходне; то пролази само`,
        en: `${who}: records are waiting for earlier ones; this resolves itself`,
      };
  }
}

export function alarmText({ id, day, kind, box, shop, message, receipts }: OpenAlarm): string {
  const where = box === null ? '' : ` ${shop ?? ''} ${box}`;
  const named = receipts.length === 0 ? '' : ` [${receipts.slice(0, 3).join(', ')}${receipts.length > 3 ? ', …' : ''}]`;
  return `${id} ${day} ${kind}${where}: ${message}${named}`;
}
