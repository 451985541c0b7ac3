import { VERSION } from '../../base/index.js';
import type { Unsettled } from '../../sales/invoicing/index.js';
import { type Ledger, type OpenIntentState, type Wear, WEAR_CAUSES } from '../../platform/ledger/index.js';
import type { PrinterStatus } from '../../paper/printing/index.js';
import { boardFamilies, type BoardMetricsParts } from './board/boardMetrics.js';
import { type CardMetricsParts, cardFamilies } from './cardMetrics.js';
import { type CheckResult, SEVERITY } from './check.js';
import { exposition, type Family, counter, gauge, one, type Sample } from './prometheusText.js';
import type { ProcessFigures } from './processFigures.js';

interface Parts extends CardMetricsParts, BoardMetricsParts {
  readonly ledger: Pick<Ledger, 'diskLatency' | 'end' | 'unsaved'>;
  readonly wear: Pick<Wear, 'receipts' | 'of'>;
  readonly printers: () => readonly PrinterStatus[];
  /** Receipts of the active environment that were sent and whose outcome is not known. */
  readonly unsettled: () => readonly Pick<Unsettled, 'state'>[];
  readonly process: () => ProcessFigures;
  /** Undefined where no service runs. */
  readonly service: { readonly loopDelay: () => number } | undefined;
}

/** Metrics of the box for Prometheus, without secrets, goods or buyers. */
export async function metricsText(parts: Parts, checks: readonly CheckResult[]): Promise<string> {
  const { rss, heapUsed, heapLimit, uptime } = parts.process();
  return exposition([
    gauge('build_info', 'Version of the box; always 1.', [{ labels: { version: VERSION }, value: 1 }]),
    gauge('uptime_seconds', 'Time since the start of the process.', one(uptime)),
    gauge('check_state', 'Worst finding of each check: 0 ok, 1 warning, 2 failure.', statesOf(checks)),
    ...ledgerFamilies(parts),
    gauge('resident_memory_bytes', 'Memory of the process.', one(rss)),
    gauge('heap_used_bytes', 'JavaScript heap in use.', one(heapUsed)),
    gauge('heap_limit_bytes', 'Most that the JavaScript heap may take.', one(heapLimit)),
    gauge('event_loop_delay_seconds', 'Worst delay of the last minutes.', one(seconds(parts.service?.loopDelay()))),
    gauge('print_jobs_waiting', 'Jobs that wait or are under way.', waitingOf(parts)),
    gauge('open_receipts', 'Receipts that were sent and whose outcome is not known, by state.', openOf(parts)),
    ...cardFamilies(parts),
    ...(await boardFamilies(parts)),
  ]);
}

function ledgerFamilies({ ledger, wear }: Parts): Family[] {
  const { lastFlush, busyFor } = ledger.diskLatency;
  const written = WEAR_CAUSES.map((cause) => ({ labels: { cause }, ...wear.of(cause) }));
  return [
    counter('receipts_issued_total', 'Receipts since the start.', one(wear.receipts)),
    gauge('ledger_records', 'Records of the ledger.', one(ledger.end.sequence)),
    gauge('ledger_unsaved_records', 'Records that no snapshot of the views has.', one(ledger.unsaved.records)),
    gauge('ledger_last_flush_seconds', 'What the last flush of records took.', one(seconds(lastFlush ?? undefined))),
    gauge('ledger_busy_seconds', 'For how long the disk has been at the work it has now.', one(seconds(busyFor))),
    counter(
      'flash_written_bytes_total',
      'Written to the flash since the start, in whole blocks, by cause.',
      written.map(({ labels, bytes }) => ({ labels, value: bytes })),
    ),
    counter(
      'flash_flushes_total',
      'Flushes since the start, by cause.',
      written.map(({ labels, flushes }) => ({ labels, value: flushes })),
    ),
  ];
}

function statesOf(checks: readonly CheckResult[]): Sample[] {
  const worst = new Map<string, number>();
  for (const { name, state } of checks) worst.set(name, Math.max(worst.get(name) ?? 0, SEVERITY[state]));
  return Array.from(worst, ([check, value]) => ({ labels: { check }, value }));
}

function waitingOf({ printers }: Parts): Sample[] {
  return printers().map(({ name: printer, waiting: value }) => ({ labels: { printer }, value }));
}

/** Always a value for each state, so that an alarm rule sees when its cause has ended. */
function openOf({ unsettled }: Parts): Sample[] {
  const counts: Record<OpenIntentState, number> = { asking: 0, doubt: 0, notHeld: 0 };
  for (const { state } of unsettled()) counts[state] += 1;
  return Object.entries(counts).map(([state, value]) => ({ labels: { state }, value }));
}

function seconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / 1000;
}
