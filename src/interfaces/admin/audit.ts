import {
  dayNumber,
  failed,
  instantOf,
  isLocalDate,
  localDay,
  type LocalTime,
  localTime,
  ok,
  printableRow,
  type Result,
  systemClock,
  searchKey,
  defineMessages,
  type Message,
} from '../../base/index.js';
import type { AuditRecord, Ledger, LogPlace } from '../../platform/ledger/index.js';
import { optional, text } from './fields.js';
import { type AdminDeps, operation } from './operation.js';
import { BAD_DAY } from './reports/figures.js';

const MESSAGES = defineMessages('audit', {
  noPlace: {
    en: 'This is not a place in the list. Reload the page.',
    sr: 'Ово није место у списку. Учитајте страницу поново.',
  },
});

/** Maximum entries of one answer, and maximum bytes of the log that are read for it. */
const MAX_FOUND = 25;
const MAX_READ = 8 * 1024 * 1024;
/** Duration of a slice of the reading, ms. */
const SLICE = 8;
const DAY = 86_400_000;
const PLACE = /^(\d{1,9})-(\d{1,12})$/;

/** An action of a user or an API key. */
export interface AuditRow {
  /** Position in the log; a later question may continue from it. */
  readonly id: string;
  /** Belgrade time. */
  readonly time: LocalTime;
  /** Name of the operation, such as `settings.set`, or `invoice.email`. */
  readonly what: string;
  /**
   * What was changed, such as the name of a setting, never a value; for an e-mail its recipient. Null when the
   * operation has only one subject.
   */
  readonly subject: string | null;
  /** Name of the user, or label of the API key; null for an unknown key. */
  readonly who: string | null;
  readonly isKey: boolean;
  /** True when it was carried out. */
  readonly isDone: boolean;
}

export interface AuditPage {
  /** Newest first. */
  readonly rows: readonly AuditRow[];
  /** `before` of the next question, when there may be more. */
  readonly next: string | null;
}

/**
 * Lists what users have changed on pages, and which receipts were e-mailed, newest first. `day` limits it to one day,
 * `person` to names that contain this part in either alphabet. An answer may have few rows, or none, although there are
 * more: reading ends after some megabytes of the log.
 */
export const listAudit = operation({
  permission: 'users',
  isReadOnly: true,
  input: { day: optional(text), person: optional(text), before: optional(text) },
  async run(
    { ledger, invoicing: { salesFirst } }: Pick<AdminDeps, 'ledger' | 'invoicing'>,
    { day, person = '', before },
    _tell,
    signal,
  ): Promise<Result<AuditPage, Message>> {
    if (day !== undefined && !isLocalDate(day)) return failed(BAD_DAY);
    const first = before === undefined ? undefined : placeOf(before);
    if (before !== undefined && first === undefined) return failed(MESSAGES.noPlace);
    const began = day === undefined ? undefined : instantOf(`${day} 00:00:00`);
    const times = began === undefined ? undefined : { from: began, to: began + DAY };
    const isWanted = matcherOf(day, person);
    const names = namesOf(ledger);
    const rows: AuditRow[] = [];
    let next: LogPlace | undefined = first;
    let read = 0;
    for (let isOver = false; !isOver && !signal.aborted;) {
      isOver = await salesFirst.slice(async () => {
        const started = systemClock.monotonic();
        while (rows.length < MAX_FOUND && read < MAX_READ && systemClock.monotonic() - started < SLICE) {
          const stretch = await ledger.auditBefore(next, times);
          const fitting = stretch.records.filter(({ time, entry }) => isWanted(time, names.callerOf(entry).who));
          const taken = fitting.slice(0, MAX_FOUND - rows.length);
          rows.push(...taken.map((record) => rowOf(record, names)));
          read += stretch.read;
          next = taken.length < fitting.length ? taken[taken.length - 1]?.place : stretch.next;
          if (next === undefined) return true;
        }
        return rows.length >= MAX_FOUND || read >= MAX_READ;
      });
    }
    return ok({ rows, next: next === undefined ? null : textOf(next) });
  },
});

function matcherOf(day: string | undefined, person: string): (time: number, who: string | null) => boolean {
  const wantedDay = day === undefined ? undefined : dayNumber(day);
  const part = searchKey(person.trim());
  return (time, who) =>
    (wantedDay === undefined || localDay(time) === wantedDay) && (part === '' || searchKey(who ?? '').includes(part));
}

type Caller = Pick<AuditRow, 'who' | 'isKey'>;

/** Names for the numbers in entries. Removed users and keys keep their names. */
interface Names {
  readonly callerOf: (entry: AuditRecord['entry']) => Caller;
  /** The name for a number that is the subject of an operation. */
  readonly subjectOf: (operation: string, subject: string | null) => string | null;
}

/** Operations whose subject is a name, even when it has only digits. */
const NAMING: ReadonlySet<string> = new Set(['users.create', 'keys.create', 'tablets.admit', 'sessions.end']);

/** Users and keys have numbers from one sequence. */
function namesOf({ main }: Pick<Ledger, 'main'>): Names {
  const keys = main.keys().map(({ id, label }) => [id, label] as const);
  const users = main.users.users().map(({ id, name }) => [id, name] as const);
  const tablets = main.users.tablets().map(({ id, label }) => [id, label] as const);
  const callers = new Map<number, Caller>([
    ...keys.map(([id, who]) => [id, { who, isKey: true }] as const),
    ...users.map(([id, who]) => [id, { who, isKey: false }] as const),
  ]);
  const byArea = new Map([
    ['keys', new Map(keys)],
    ['users', new Map(users)],
    ['tablets', new Map(tablets)],
  ]);
  return {
    callerOf: (entry) =>
      entry.event === 'operation'
        ? { who: entry.name, isKey: false }
        : (callers.get(entry.key) ?? { who: null, isKey: true }),
    subjectOf(what, subject) {
      const [area = ''] = what.split('.');
      return (!NAMING.has(what) && byArea.get(area)?.get(Number(subject))) || subject;
    },
  };
}

function rowOf({ place, time, entry }: AuditRecord, { callerOf, subjectOf }: Names): AuditRow {
  const common = { id: textOf(place), time: localTime(time), ...callerOf(entry) };
  if (entry.event === 'invoice.email') return { ...common, what: entry.event, subject: entry.to, isDone: true };
  const { operation: what, subject, isDone } = entry;
  // An earlier release has stored the subject as the caller sent it.
  const shown = subjectOf(what, subject === null ? null : printableRow(subject));
  return { ...common, what, subject: shown, isDone };
}

function textOf({ segment, offset }: LogPlace): string {
  return `${segment}-${offset}`;
}

function placeOf(text: string): LogPlace | undefined {
  const [, segment, offset] = PLACE.exec(text) ?? [];
  return segment === undefined || offset === undefined
    ? undefined
    : { segment: Number(segment), offset: Number(offset) };
}
