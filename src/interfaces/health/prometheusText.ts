/** The text format of Prometheus, version 0.0.4 (prometheus.io, "Exposition formats"), always in UTF-8. */
export const PROMETHEUS_MEDIA_TYPE = 'text/plain; version=0.0.4';

/** One value with the labels that distinguish it within its family. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  /** In base units: seconds, bytes. */
  readonly value: number;
}

/** All values of one metric. */
export interface Family {
  /** `kasirbox_…`; that of a counter ends in `_total`, after its unit if it has one. */
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly samples: readonly Sample[];
}

export function gauge(name: string, help: string, samples: readonly Sample[]): Family {
  return { name: `kasirbox_${name}`, type: 'gauge', help, samples };
}

/** A gauge that only grows while the box runs. */
export function counter(name: string, help: string, samples: readonly Sample[]): Family {
  return { ...gauge(name, help, samples), type: 'counter' };
}

/** A family with one value, or with none while it is not known. */
export function one(value: number | undefined): Sample[] {
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
