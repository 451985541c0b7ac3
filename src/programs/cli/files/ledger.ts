import {
  assertNever,
  type Bilingual,
  failed,
  localTime,
  nodeDisk,
  ok,
  printableRow,
  type Result,
  type Message,
  phrase,
} from '../../../base/index.js';
import {
  type LossEntry,
  RECORD_TYPES,
  type Verification,
  verifyLedger,
  type VerifyOptions,
} from '../../../platform/ledger/index.js';
import { callRunning } from '../callOperation.js';
import { complain, print, printNote, SUCCESS, tableLines } from '../command.js';
import { inLanguage } from '../language.js';
import { LEDGER, neverMade, unusableText } from '../unusable.js';

/** Prints how many records there are, and whether they are intact. */
export async function verify(folder: string): Promise<number> {
  const read = await verifyFolder(folder);
  if (!read.ok) return complain(read.error);
  for (const row of summaryOf(read.value)) print(row);
  return exitCodeOf(read.value.faults);
}

/** The number of records of each type, and the damage, if any. */
export function summaryOf({ counts, sequence, faults, losses }: Verification): string[] {
  const counted = tableLines(
    RECORD_TYPES.map((type) => [inLanguage({ sr: SERBIAN_TYPES[type], en: type }), `${counts[type]}`]),
    [false, true],
  );
  if (faults.length === 0)
    return [
      ...counted,
      inLanguage({
        sr: `Записа: ${sequence}, сви су исправни и повезани у ланац.`,
        en: `${sequence} records, all intact and chained.`,
      }),
      ...losses.filter(({ stretches }) => stretches.length > 0).map((loss) => inLanguage(lossText(loss))),
    ];
  return [...counted, ...faults.map(damageRow)];
}

const SERBIAN_TYPES: Readonly<Record<keyof Verification['counts'], string>> = {
  open: 'почетак',
  result: 'рачун',
  item: 'артикал',
  key: 'кључ',
  setting: 'подешавање',
  seal: 'печат',
  audit: 'радња',
  items: 'артикли',
  intent: 'намера',
  abort: 'одустанак',
  rates: 'стопе',
  job: 'штампа',
  printer: 'штампач',
  queued: 'ред чекања',
  notice: 'порука',
  event: 'догађај',
  profile: 'процесор',
  user: 'корисник',
  tablet: 'таблет',
};

/** A damaged part of the ledger, as one row. */
export function damageRow(fault: Message): string {
  const words = inLanguage(fault);
  return inLanguage({ sr: `ОШТЕЋЕЊЕ: ${words}`, en: `DAMAGE: ${words}` });
}

function lossText({ stretches, by, at, receipts }: LossEntry): Bilingual {
  const records = stretches.map(({ firstMissing, lastMissing }) => `${firstMissing}-${lastMissing}`).join(', ');
  const [who, when] = [printableRow(by), localTime(at)];
  return {
    sr: `Без изгубљених записа (${records}), познатих рачуна међу њима: ${receipts}; одлука: ${who}, ${when}.`,
    en: `Without lost records (${records}), known receipts among them: ${receipts}; decided by ${who} on ${when}.`,
  };
}

/** Prints one row per entry, oldest first: time, event, and its details. */
export async function audit(folder: string): Promise<number> {
  let count = 0;
  const read = await verifyFolder(folder, (entry, time) => {
    count += 1;
    print([localTime(time), entry.event, ...detailsOf(entry)].join('  '));
  });
  if (!read.ok) return complain(read.error);
  for (const fault of read.value.faults) print(damageRow(fault));
  if (count === 0 && read.value.faults.length === 0)
    printNote({
      sr: 'Још нема ниједног записа о пошти, изменама или одлукама.',
      en: 'No e-mail, change or decision is recorded yet.',
    });
  return exitCodeOf(read.value.faults);
}

/** For an e-mail: uuid of the receipt, number of the caller, recipient. For a decision: request id, outcome, reason. */
function detailsOf(entry: Parameters<NonNullable<VerifyOptions['onAudit']>>[0]): string[] {
  switch (entry.event) {
    case 'invoice.email':
      return [entry.invoice, inLanguage({ sr: `кључ ${entry.key}`, en: `key ${entry.key}` }), entry.to];
    case 'operation': {
      const { operation, subject, user, name, isDone } = entry;
      return [
        operation,
        ...(subject === null ? [] : [printableRow(subject)]),
        inLanguage({ sr: `корисник ${user} (${printableRow(name)})`, en: `user ${user} (${printableRow(name)})` }),
        ...(isDone ? [] : [inLanguage({ sr: 'одбијено', en: 'refused' })]),
      ];
    }
    case 'queue.remove':
    case 'queue.settle': {
      const { number, receipt, by, reason } = entry;
      return [`${number}`, receipt, printableRow(by), reason].flatMap((text) => (text === null ? [] : [text]));
    }
    case 'pfr.settle':
      return [
        entry.requestId,
        entry.number === null
          ? inLanguage({ sr: 'није потписан', en: 'not signed' })
          : inLanguage({ sr: `потписан ${entry.number}`, en: `signed ${entry.number}` }),
        entry.reason,
      ];
    default:
      return assertNever(entry);
  }
}

/** Verifies the whole log; for a running service, the part that is durable at this moment. */
export async function verifyFolder(
  folder: string,
  onAudit?: VerifyOptions['onAudit'],
): Promise<Result<Verification, Message>> {
  const end = await callRunning(folder, 'ledger.end', {});
  if (end !== undefined && !end.ok) return end;
  const verification = await verifyUpTo(folder, end?.value.sequence, onAudit);
  // Each ledger begins with a record of its own.
  if (verification.sequence > 0 || verification.faults.length > 0) return ok(verification);
  return failed(phrase(unusableText(neverMade(LEDGER, folder))));
}

/** Verifies the log up to a record; all of it without one, which is right when no process writes to it. */
export async function verifyUpTo(
  folder: string,
  sequence: number | undefined,
  onAudit?: VerifyOptions['onAudit'],
): Promise<Verification> {
  const progress = (records: number): void => {
    if (process.stderr.isTTY)
      process.stderr.write(inLanguage({ sr: `\rзаписа: ${records}`, en: `\r${records} records` }));
  };
  const upTo = sequence === undefined ? {} : { upTo: sequence };
  const verification = await verifyLedger({ disk: nodeDisk, folder, progress, ...upTo, ...(onAudit && { onAudit }) });
  if (process.stderr.isTTY) process.stderr.write('\r');
  return verification;
}

function exitCodeOf(faults: readonly Message[]): number {
  if (faults.length === 0) return SUCCESS;
  return complain({
    sr: 'дневник је оштећен: зауставите сервис, ископирајте фасциклу каква јесте и погледајте шта може да се врати: kasirbox ledger repair',
    en: 'the ledger is damaged: stop the service, copy the folder as it is, and see what can be restored: kasirbox ledger repair',
  });
}
