import { systemClock } from '../../../../src/base/clock.js';

/** What was seen of one place while the box was wired as it should be. */
interface Seen {
  kind: 'statement' | 'function' | 'clock' | 'boolean' | 'spread' | 'object' | 'nothing';
  /** What a function gave. */
  readonly gave: Set<'true' | 'false' | 'promise' | 'other'>;
}

/** One place that is wired otherwise. */
export interface Variant {
  readonly site: string;
  readonly instead:
    'left out' | 'does nothing' | 'inverted' | 'always true' | 'always false' | 'the clock of the machine';
}

/** Through this the instrumented wiring hands on all that it hands on. */
export class Switchboard {
  private readonly seen = new Map<string, Seen>();
  private active: Variant | undefined;

  /** From now on instrumented files ask this one. */
  install(): void {
    Object.assign(globalThis, {
      wired: (site: string, value: unknown) => this.wired(site, value),
      isWired: (site: string) => this.isWired(site),
    });
  }

  /** Wires one place otherwise, in what is put together from now on. */
  use(variant: Variant | undefined): void {
    this.active = variant;
  }

  /** The places that were come by since the last call. */
  private passed = new Set<string>();
  takePassed(): ReadonlySet<string> {
    const { passed } = this;
    this.passed = new Set();
    return passed;
  }

  /** All that was come by, wired otherwise in each way that its kind allows. */
  variants(): Variant[] {
    return [...this.seen].flatMap(([site, seen]) => insteadOf(site, seen).map((instead) => ({ site, instead })));
  }

  private isWired(site: string): boolean {
    this.note(site, 'statement');
    return this.active?.site !== site;
  }

  private wired(site: string, value: unknown): unknown {
    const seen = this.note(site, kindOf(site, value));
    if (this.active?.site === site) return otherwise(this.active, value, seen);
    return typeof value === 'function' && this.active === undefined ? noting(value, seen) : value;
  }

  private note(site: string, kind: Seen['kind']): Seen {
    this.passed.add(site);
    const seen = this.seen.get(site) ?? { kind, gave: new Set() };
    if (seen.kind === 'nothing') seen.kind = kind;
    this.seen.set(site, seen);
    return seen;
  }
}

function kindOf(site: string, value: unknown): Seen['kind'] {
  if (value === undefined || value === null) return 'nothing';
  if (/: \.\.\.[^:]*$/.test(site)) return 'spread';
  if (typeof value === 'function') return 'function';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'object' && 'monotonic' in value && 'sleep' in value ? 'clock' : 'object';
}

const isWallClock = (site: string): boolean => /: now$|: clock\.now$|\bnow\)$/.test(site);
const isMonotonic = (site: string): boolean => /monotonic\)?$/.test(site);

function insteadOf(site: string, { kind, gave }: Seen): Variant['instead'][] {
  switch (kind) {
    case 'statement':
    case 'spread':
    case 'object':
      return ['left out'];
    case 'boolean':
      return ['inverted'];
    case 'clock':
      return ['the clock of the machine'];
    case 'function':
      if (isWallClock(site) || isMonotonic(site)) return ['the clock of the machine'];
      return gave.has('true') || gave.has('false') ? ['always true', 'always false'] : ['does nothing'];
    case 'nothing':
      return [];
  }
}

function otherwise({ site, instead }: Variant, value: unknown, { kind, gave }: Seen): unknown {
  switch (instead) {
    case 'left out':
      return kind === 'spread' ? {} : undefined;
    case 'inverted':
      return value !== true;
    case 'always true':
      return () => true;
    case 'always false':
      return () => false;
    case 'does nothing':
      return () => (gave.has('promise') ? Promise.resolve() : undefined);
    case 'the clock of the machine':
      if (kind === 'clock') return systemClock;
      return isMonotonic(site) ? systemClock.monotonic : systemClock.now;
  }
}

/** The function itself, which notes what it gives. */
function noting(value: unknown, { gave }: Seen): unknown {
  const given = value as (...args: unknown[]) => unknown;
  return function (this: unknown, ...args: unknown[]): unknown {
    const result = Reflect.apply(given, this, args);
    if (typeof result === 'boolean') gave.add(`${result}`);
    else gave.add(result instanceof Promise ? 'promise' : 'other');
    return result;
  };
}
