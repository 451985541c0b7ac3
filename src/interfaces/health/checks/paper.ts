import {
  type Bilingual,
  DiskError,
  localTime,
  type LocalTime,
  receiptTimeOfLocal,
  type UtcMs,
} from '../../../base/index.js';
import type { Ledger } from '../../../platform/ledger/index.js';
import {
  jobsToCheck,
  wasCancelledByBox,
  nextCommand,
  type PrintJobStatus,
  reasonText,
} from '../../../paper/printing/index.js';
import { type CheckFinding, defineCheck, warning } from '../check.js';
import { isHung } from './ledger.js';

interface Deps {
  /** The recorded print jobs, newest first. */
  readonly printJobs: () => readonly PrintJobStatus[];
  readonly ledger: Pick<Ledger, 'invoice' | 'diskLatency'>;
  readonly now: () => UtcMs;
}

/** How many papers are listed individually; `print jobs` lists all. */
const MAX_PAPERS = 5;

/** Papers that were not printed, or may not have been. Never a failure: a sale does not depend on its paper. */
export const paperCheck = defineCheck({
  name: 'paper',
  consequence: 'paper',
  alarmAfterPolls: null,
  guide: {
    symptom: { sr: 'Није сигурно да ли је папир изашао', en: 'It is uncertain whether a receipt was printed' },
    cause: { sr: 'веза са штампачем је прекинута', en: 'the connection with the printer broke' },
    command: 'kasirbox print jobs',
  },
  async run({ printJobs, ledger, now }: Deps) {
    const jobs = jobsToCheck(printJobs(), now());
    const findings: CheckFinding[] = [];
    for (const job of jobs.slice(0, MAX_PAPERS)) {
      findings.push(checkPaper(job, await receiptName(ledger, job.uuid)));
    }
    const more = jobs.length - MAX_PAPERS;
    if (more > 0) findings.push(warning(TEXTS.more(more), TEXTS.listAll()));
    return findings;
  },
});

/** The PFR number of a receipt, which is also on other papers; its uuid if the receipt cannot be read. */
async function receiptName(ledger: Deps['ledger'], uuid: string): Promise<string> {
  if (isHung(ledger)) return uuid;
  try {
    const invoice = await ledger.invoice(uuid);
    return invoice?.signature.invoiceNumber ?? uuid;
  } catch (error) {
    if (error instanceof DiskError) return uuid;
    throw error;
  }
}

function checkPaper(job: PrintJobStatus, receipt: string): CheckFinding {
  const givenUp = wasCancelledByBox(job) ? reasonText(job, receipt) : null;
  const found = givenUp ?? TEXTS.unknown(job.printer, localTime(job.createdAt));
  return {
    state: 'warning',
    blocks: false,
    found,
    proof: { sr: `налог ${job.id}`, en: `job ${job.id}` },
    action: nextCommand(job, receipt),
  };
}

const TEXTS = {
  unknown: (printer: string, time: LocalTime): Bilingual => ({
    sr: `Не зна се да ли је рачун послат штампачу ${printer} (${receiptTimeOfLocal(time)}) одштампан.`,
    en: `It is not known whether the receipt sent to the printer ${printer} (${time}) was printed.`,
  }),
  more: (count: number): Bilingual => ({
    sr: `Још рачуна који нису одштампани, или се то не зна: ${count}.`,
    en: `Other receipts that were not printed, or may not have been: ${count}.`,
  }),
  listAll: (): Bilingual => ({
    sr: 'Погледајте све (kasirbox print jobs); сваки се штампа поново по ПФР броју (kasirbox print again БРОЈ).',
    en: 'See all of them (kasirbox print jobs); print each again by its PFR number (kasirbox print again NUMBER).',
  }),
} as const;
