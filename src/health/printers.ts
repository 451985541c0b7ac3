import { DiskError } from '../base/disk.js';
import { never } from '../base/result.js';
import { localTime } from '../base/time.js';
import type { Words } from '../base/words.js';
import type { Ledger } from '../ledger/ledger.js';
import { doubtful, isGivenUp } from '../printing/attention.js';
import type { JobView, PrinterView, Proof } from '../printing/printing.js';
import { CAUSES, nextStep, reasonWords } from '../printing/texts.js';
import type { Check, HealthParts } from './checks.js';
import { isHung } from './ledger.js';
import { TEXTS } from './texts/printers.js';
import { good, warning } from './verdicts.js';

interface Parts extends Pick<HealthParts, 'printers' | 'printJobs' | 'certificate' | 'now'> {
  readonly ledger: Pick<Ledger, 'invoice' | 'pace'>;
}

/** Papers that are told one by one; `print jobs` lists all. */
const MOST_PAPERS = 5;
const MINUTE = 60_000;
/** A slip takes seconds; one that waits longer at a printer that says it is well waits for nothing, ms. */
const LONG_WAIT = 10 * MINUTE;

/**
 * Printers, and papers that are missing or that nobody knows of. Never a failure: a sale needs no printer, and its paper can
 * wait.
 */
export async function checkPrinters({ printers, printJobs, certificate, ledger, now }: Parts): Promise<Check[]> {
  const isServing = certificate() !== undefined;
  const jobs = printJobs();
  const checks = printers().map((printer) => {
    return isServing ? checkPrinter(printer, oldestWait(printer, jobs, now())) : notLookedAt(printer);
  });
  const papers = doubtful(jobs, now());
  for (const job of papers.slice(0, MOST_PAPERS)) {
    checks.push(checkPaper(job, await receiptName(ledger, job.uuid)));
  }
  const more = papers.length - MOST_PAPERS;
  if (more > 0) checks.push(warning('paper', TEXTS.morePapers(more), TEXTS.listPapers()));
  return checks;
}

/** For how long the oldest job of a printer has waited for its end, ms; 0 when none waits. */
function oldestWait({ name }: PrinterView, jobs: readonly JobView[], now: number): number {
  const waiting = jobs.filter(({ printer, state }) => {
    return printer === name && (state === 'queued' || state === 'sending' || state === 'blocked');
  });
  return Math.max(0, ...waiting.map(({ createdAt }) => now - createdAt));
}

function checkPrinter({ name, state, reason, proof: proves, waiting }: PrinterView, wait: number): Check {
  const why = reason === null ? state : `${state}, ${reason}`;
  const proof = `${why}; ${waiting} waiting, the oldest for ${Math.round(wait / 1000)} s; limit ${LONG_WAIT / 1000} s`;
  switch (state) {
    case 'idle':
    case 'printing':
      if (proves === null) return warning('printer', TEXTS.printerUntried(name), TEXTS.testPrinter(name), proof);
      if (wait > LONG_WAIT) {
        const found = TEXTS.printerSlow(name, Math.floor(wait / MINUTE), waiting);
        return warning('printer', found, TEXTS.lookAtJobs(), proof);
      }
      return good('printer', foundGood(name, proves), proof);
    case 'blocked':
    case 'offline': {
      const cause = CAUSES[reason ?? 'offline'];
      return warning('printer', TEXTS.printerBad(name, cause.found, waiting), cause.action, proof);
    }
    default:
      return never(state);
  }
}

/** Of one that tells nothing nobody can say that it is well. */
function foundGood(name: string, proof: Proof): Words {
  return proof === 'none' ? TEXTS.printerMute(name) : TEXTS.printerGood(name, proof);
}

/** The PFR number of a receipt, which people find on other papers too; its uuid where that cannot be read. */
async function receiptName(ledger: Parts['ledger'], uuid: string): Promise<string> {
  if (isHung(ledger)) return uuid;
  try {
    const invoice = await ledger.invoice(uuid);
    return invoice?.signature.invoiceNumber ?? uuid;
  } catch (error) {
    if (error instanceof DiskError) return uuid;
    throw error;
  }
}

function checkPaper(job: JobView, receipt: string): Check {
  const givenUp = isGivenUp(job) ? reasonWords(job, receipt) : null;
  const found = givenUp ?? TEXTS.paperUnknown(job.printer, localTime(job.createdAt));
  return { name: 'paper', state: 'warning', found, proof: `job ${job.id}`, action: nextStep(job, receipt) };
}

function notLookedAt({ name }: PrinterView): Check {
  return warning('printer', TEXTS.printerNotLookedAt(name), TEXTS.testPrinter(name));
}
