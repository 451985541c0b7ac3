import { type ClockTrust, type UtcMs, VERSION, trustedTime } from '../../base/index.js';
import { CARD_MODES, cardMode, type CardState } from '../../processors/card/index.js';
import type { UnresolvedIntent } from '../../sales/invoicing/index.js';
import { type Ledger, type OpenIntentState, type Wear, WEAR_CAUSES } from '../../platform/ledger/index.js';
import type { PrinterStatus } from '../../paper/printing/index.js';
import type { BoardSensors } from './board/boardSensors.js';
import { type CheckResult, SEVERITY } from './check.js';
import type { ProcessFigures } from './processFigures.js';

interface Deps extends CardMetricsDeps, BoardMetricsDeps {
  readonly ledger: Pick<Ledger, 'diskLatency' | 'end' | 'unsaved'>;
  readonly wear: Pick<Wear, 'receipts' | 'of'>;
  readonly printers: () => readonly PrinterStatus[];
  /** Receipts of the active environment that were sent and whose outcome is not known. */
  readonly unresolved: () => readonly Pick<UnresolvedIntent, 'state'>[];
  readonly process: () => ProcessFigures;
  /** Undefined where no service runs. */
  readonly service: { readonly loopDelay: () => number } | undefined;
}

/** Metrics of the box for Prometheus, without secrets, goods or buyers. */
export async function metricsText(deps: Deps, checks: readonly CheckResult[]): Promise<string> {
  const { rss, heapUsed, heapLimit, uptime } = deps.process();
  return exposition([
    gauge('build_info', 'Version of the box; always 1.', [{ labels: { version: VERSION }, value: 1 }]),
    gauge('uptime_seconds', 'Time since the start of the process.', one(uptime)),
    gauge('check_state', 'Worst finding of each check: 0 ok, 1 warning, 2 failure.', statesOf(checks)),
    ...ledgerFamilies(deps),
    gauge('resident_memory_bytes', 'Memory of the process.', one(rss)),
    gauge('heap_used_bytes', 'JavaScript heap in use.', one(heapUsed)),
    gauge('heap_limit_bytes', 'Most that the JavaScript heap may take.', one(heapLimit)),
    gauge('event_loop_delay_seconds', 'Worst delay of the last minutes.', one(seconds(deps.service?.loopDelay()))),
    gauge('print_jobs_waiting', 'Jobs that wait or are under way.', waitingOf(deps)),
    gauge('open_receipts', 'Receipts that were sent and whose outcome is not known, by state.', openOf(deps)),
    ...cardFamilies(deps),
    ...(await boardFamilies(deps)),
  ]);
}

function ledgerFamilies({ ledger, wear }: Deps): Family[] {
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

function waitingOf({ printers }: Deps): Sample[] {
  return printers().map(({ name: printer, waiting: value }) => ({ labels: { printer }, value }));
}

/** Always a value for each state, so that an alarm rule sees when its cause has ended. */
function openOf({ unresolved }: Deps): Sample[] {
  const counts: Record<OpenIntentState, number> = { asking: 0, doubt: 0, notHeld: 0 };
  for (const { state } of unresolved()) counts[state] += 1;
  return Object.entries(counts).map(([state, value]) => ({ labels: { state }, value }));
}

function seconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / 1000;
}

interface BoardMetricsDeps {
  readonly board: Pick<BoardSensors, 'temperature' | 'isUnderVoltage' | 'storage'>;
  /** The data folder. */
  readonly folder: string;
}

/** Metrics of the board. Values that it does not measure are omitted. */
export async function boardFamilies({ board, folder }: BoardMetricsDeps): Promise<Family[]> {
  const [temperature, isUnderVoltage, storage] = await Promise.all([
    board.temperature(),
    board.isUnderVoltage(),
    board.storage(folder),
  ]);
  const voltage = isUnderVoltage === null ? undefined : Number(isUnderVoltage);
  const life = storage?.life ?? undefined;
  return [
    gauge('board_temperature_celsius', 'The hottest sensor of the board.', one(temperature ?? undefined)),
    gauge('board_under_voltage', '1 while the supply voltage is too low.', one(voltage)),
    gauge(
      'storage_life_used_ratio',
      'How much of the life of the flash is used by its own estimate, at most; 1.1: it has outlived it.',
      one(life === undefined ? undefined : life / 10),
    ),
    gauge(
      'storage_reserve_state',
      'Spare blocks of the flash: 1 normal, 2 four fifths used, 3 nine tenths used.',
      one(storage?.reserve ?? undefined),
    ),
  ];
}

interface CardMetricsDeps {
  /** Undefined when there is no reader and none is needed. */
  readonly card: () => { readonly state: CardState; readonly signatures?: { readonly total: number } } | undefined;
  readonly now: () => UtcMs;
  readonly clockTrust: () => ClockTrust;
}

/** Metrics of the card in the reader, without UID, name or amounts. */
export function cardFamilies({ card, now, clockTrust }: CardMetricsDeps): Family[] {
  const seen = card();
  if (seen === undefined) return [];
  const at = trustedTime({ now, isTrusted: () => clockTrust() !== 'guess' });
  const mode = cardMode(seen.state, at);
  const report = 'card' in seen.state ? seen.state.card : undefined;
  const left = report === undefined || at === null ? undefined : report.identity.notAfter - at;
  const amount = report?.amount ?? undefined;
  return [
    gauge(
      'card_state',
      'How it stands with the smart card: 1 for the state that it is in.',
      CARD_MODES.map((state) => ({ labels: { state }, value: state === mode ? 1 : 0 })),
    ),
    gauge('card_tries_left', 'Wrong PINs that are left before the card is blocked for good, by applet.', [
      ...triesOf('element', report?.triesLeft.element),
      ...triesOf('key', report?.triesLeft.pki),
    ]),
    gauge(
      'card_certificate_left_seconds',
      'Time until the certificate of the card ends; below 0: it has ended.',
      one(left === undefined ? undefined : left / 1000),
    ),
    gauge(
      'card_amount_used_ratio',
      'Used of the amount that the card signs between two audits; 1 is all.',
      one(amount === undefined || amount.limit <= 0n ? undefined : Number(amount.sum) / Number(amount.limit)),
    ),
    counter(
      'card_signatures_total',
      'Signatures for connections with a V-PFR that cards were asked for since the start.',
      one(seen.signatures?.total),
    ),
  ];
}

function triesOf(applet: string, value: number | null | undefined): Sample[] {
  return one(value ?? undefined).map((sample) => ({ ...sample, labels: { applet } }));
}

/** The text format of Prometheus, version 0.0.4 (prometheus.io, "Exposition formats"), always in UTF-8. */
export const PROMETHEUS_MEDIA_TYPE = 'text/plain; version=0.0.4';

/** One value with the labels that distinguish it within its family. */
interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  /** In base units: seconds, bytes. */
  readonly value: number;
}

/** All values of one metric. */
interface Family {
  /** `kasirbox_…`; that of a counter ends in `_total`, after its unit if it has one. */
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly samples: readonly Sample[];
}

function gauge(name: string, help: string, samples: readonly Sample[]): Family {
  return { name: `kasirbox_${name}`, type: 'gauge', help, samples };
}

/** A gauge that only grows while the box runs. */
function counter(name: string, help: string, samples: readonly Sample[]): Family {
  return { ...gauge(name, help, samples), type: 'counter' };
}

/** A family with one value, or with none while it is not known. */
function one(value: number | undefined): Sample[] {
  return value === undefined ? [] : [{ value }];
}

/** The families as one text; families without a value are omitted. */
export function exposition(families: readonly Family[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(textOf)
    .join('');
}

function textOf({ name, type, help, samples }: Family): string {
  const rows = samples.map(({ labels = {}, value }) => `${name}${labelsOf(labels)} ${value}`);
  return [`# HELP ${name} ${escaped(help)}`, `# TYPE ${name} ${type}`, ...rows, ''].join('\n');
}

function labelsOf(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

/** Escapes backslashes and line feeds; in the value of a label also quotation marks. */
function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}
