import { DiskError } from '../base/disk.js';
import { localTime } from '../base/time.js';
import type { Words } from '../base/words.js';
import type { Ledger } from '../ledger/ledger.js';
import { doubtful, isGivenUp } from '../printing/attention.js';
import type { JobView, PrinterView, Proof } from '../printing/printing.js';
import { CAUSES, nextStep, reasonWords } from '../printing/texts.js';
import type { Check, HealthParts } from './checks.js';
import { TEXTS } from './texts.js';

interface Parts extends Pick<HealthParts, 'printers' | 'printJobs' | 'certificate' | 'now'> {
  readonly ledger: Pick<Ledger, 'invoice'>;
}

/** Papers that are told one by one; `print jobs` lists all. */
const MOST_PAPERS = 5;

/**
 * Printers, and papers that are missing or that nobody knows of. Never a failure: a sale needs no printer, and its paper can
 * wait.
 */
export async function checkPrinters({ printers, printJobs, certificate, ledger, now }: Parts): Promise<Check[]> {
  const isServing = certificate() !== undefined;
  const checks = printers().map((printer) => (isServing ? checkPrinter(printer) : notLookedAt(printer)));
  const papers = doubtful(printJobs(), now());
  for (const job of papers.slice(0, MOST_PAPERS)) {
    checks.push(checkPaper(job, await receiptName(ledger, job.uuid)));
  }
  const more = papers.length - MOST_PAPERS;
  if (more > 0) checks.push({ ...warning(TEXTS.morePapers(more), TEXTS.listPapers()), name: 'paper' });
  return checks;
}

function checkPrinter({ name, state, reason, proof, waiting }: PrinterView): Check {
  switch (state) {
    case 'idle':
    case 'printing':
      if (proof === null) return warning(TEXTS.printerUntried(name), TEXTS.testPrinter(name));
      return { name: 'printer', state: 'ok', found: foundGood(name, proof), action: null };
    case 'blocked':
    case 'offline': {
      const cause = CAUSES[reason ?? 'offline'];
      return warning(TEXTS.printerBad(name, cause.found, waiting), cause.action);
    }
  }
}

/** Of one that tells nothing nobody can say that it is well. */
function foundGood(name: string, proof: Proof): Words {
  return proof === 'none' ? TEXTS.printerMute(name) : TEXTS.printerGood(name, proof);
}

/** The PFR number of a receipt, which people find on other papers too; its uuid where that cannot be read. */
async function receiptName(ledger: Parts['ledger'], uuid: string): Promise<string> {
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
  return { name: 'paper', state: 'warning', found, action: nextStep(job, receipt) };
}

function notLookedAt({ name }: PrinterView): Check {
  return warning(TEXTS.printerNotLookedAt(name), TEXTS.testPrinter(name));
}

function warning(found: Words, action: Words): Check {
  return { name: 'printer', state: 'warning', found, action };
}
