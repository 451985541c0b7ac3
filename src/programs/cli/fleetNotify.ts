import {
  type Bilingual,
  failed,
  formatSum,
  isRecord,
  ok,
  oneLine,
  type Result,
  type Message,
  phrase,
  bilingual,
} from '../../base/index.js';
import { environmentText } from '../../contract/index.js';
import { type Args, complain, FAILURE, print, SUCCESS } from './command.js';
import { alarmText, arrivalText, attentionText, nothingArrives, readReport, type ReadReport } from './fleetReport.js';
import { readGivenFile } from './inputFile.js';

const MAX_FILE = 64 * 1024;
/** Begins the key of an alarm. */
const ALARM = 'аларм ';

/** A finding of which the owner is notified once, until it is over. */
interface Finding {
  readonly key: string;
  readonly text: string;
}

/**
 * Notifies the owner about new findings of the report and those that are over, by the e-mail and chat that FILE
 * defines; with `--summary` about the whole day. Sent messages are recorded in a file, so that each finding is sent
 * once and a failed message is repeated.
 */
export async function notifyCommand(args: Args): Promise<number> {
  const { config = '', state = `${config}.state` } = args.values;
  const where = await readConfig(config);
  if (!where.ok) return complain(where.error);
  const code = await import('./fleet/fleet.js');
  const target = code.readTarget(where.value);
  if (!target.ok) return complain(target.error);
  const read = await readReport({ ...args, values: { ...args.values, by: 'shop' } });
  const findings = read.ok ? findingsOf(read.value) : [deadDatabase(read.error.words)];
  const reported = await code.readReported(state);
  const isSummary = args.flags.has('summary');
  const unreported = findings.filter(({ key }) => !reported.includes(key));
  const over = reported.filter((key) => !findings.some((finding) => finding.key === key));
  // A finding that cannot be checked now is not over, nor is an alarm that may be open beyond the newest ones.
  const ended = read.ok ? over.filter((key) => !key.startsWith(ALARM) || hasAllAlarms(read.value)) : [];
  const lines = [
    ...(isSummary && read.ok ? summaryOf(read.value) : []),
    ...(isSummary ? findings : unreported).map(({ text }) => text),
    ...ended.map((key) => `ПРОШЛО: ${key}`),
  ];
  if (lines.length === 0) return SUCCESS;
  const sent = await code.send(target.value, lines.map(oneLine).join('\n'), isSummary);
  if (!sent.ok) return complain(sent.error);
  const pending = over.filter((key) => !ended.includes(key));
  await code.writeReported(state, [...findings.map(({ key }) => key), ...pending]);
  print({ sr: `Послато редова: ${lines.length}`, en: `Lines sent: ${lines.length}` });
  return read.ok ? SUCCESS : FAILURE;
}

async function readConfig(file: string): Promise<Result<Readonly<Record<string, unknown>>, Message>> {
  const bytes = await readGivenFile(file, {
    maxBytes: MAX_FILE,
    tooLarge: { sr: 'ту су само mail и notify', en: 'it may contain only mail and notify' },
    fromShell: 'kasirbox fleet notify --config -',
  });
  if (!bytes.ok) return bytes;
  try {
    const value: unknown = JSON.parse(bytes.value.toString());
    if (isRecord(value)) return ok(value);
  } catch {
    // The error is returned below.
  }
  return failed(phrase({ sr: `${file} није JSON објекат`, en: `${file} is not a JSON object` }));
}

function hasAllAlarms({ report: { alarms, openAlarms } }: ReadReport): boolean {
  return alarms.length === openAlarms;
}

/** Messages to an owner are in Serbian, like those of a box. */
function findingsOf({ report }: ReadReport): readonly Finding[] {
  const { lastMessageMinutes, attention, alarms } = report;
  return [
    ...(nothingArrives(lastMessageMinutes)
      ? [{ key: 'ништа не стиже', text: `КВАР: ${arrivalText(lastMessageMinutes ?? 0).sr}` }]
      : []),
    ...attention
      .filter(({ kind }) => kind !== 'waiting')
      .map((one) => ({ key: `${one.kind} ${one.shop} ${one.box}`, text: `УПОЗОРЕЊЕ: ${attentionText(one).sr}` })),
    ...alarms.map((alarm) => ({
      key: `${ALARM}${alarm.id}`,
      text: `АЛАРМ: ${alarmText(alarm)}${forkText(alarm.kind)}`,
    })),
  ];
}

/** Sales of a restored box are not counted until a person decides. */
function forkText(kind: string): string {
  return kind === 'fork' ? '. Промет после враћања се не рачуна док се не одлучи: kasirbox fleet take-fork' : '';
}

function deadDatabase(words: Bilingual | Message): Finding {
  const text = 'code' in words ? bilingual(words).sr : words.sr;
  return { key: 'база не ради', text: `КВАР: ${text}` };
}

function summaryOf({ report: { rows, boxes }, options: { environment, from, to } }: ReadReport): readonly string[] {
  const total = rows.reduce((sum, { amount }) => sum + amount, 0n);
  const receipts = rows.reduce((sum, row) => sum + row.receipts, 0);
  return [
    `Преглед (${environmentText(environment, 'nominative').sr}) од ${from} до ${to}: рачуна ${receipts}, промет ${formatSum(total)} РСД, уређаја ${boxes.all}`,
    ...rows.map((row) => `${row.name}: ${row.receipts}, ${formatSum(row.amount)} РСД`),
  ];
}
