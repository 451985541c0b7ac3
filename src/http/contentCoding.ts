/** The codings of the box, the one first that packs tighter in less time. */
const CODINGS = ['br', 'gzip'] as const;
export type ContentCoding = (typeof CODINGS)[number];

/** More than any caller lists. */
const MOST_PARTS = 32;
const PART = /^([a-z\d*-]+)(?:[ \t]*;[ \t]*q=(\d(?:\.\d{0,3})?))?$/i;

/**
 * The coding of those that are `there` that a caller likes best, by its `Accept-Encoding`; undefined: the answer goes out as it is (RFC 9110, 12.5.3). A
 * caller that likes its answer plain as much as packed gets it packed.
 */
export function contentCodingFor(
  accepted: string,
  there: readonly ContentCoding[] = CODINGS,
): ContentCoding | undefined {
  const weights = new Map<string, number>();
  for (const part of accepted.split(',', MOST_PARTS)) {
    const [, name, weight = '1'] = PART.exec(part.trim()) ?? [];
    if (name !== undefined) weights.set(name.toLowerCase(), Number(weight));
  }
  const weightOf = (coding: string): number => weights.get(coding) ?? weights.get('*') ?? 0;
  const [best] = [...there].sort((one, other) => weightOf(other) - weightOf(one));
  if (best === undefined || weightOf(best) === 0) return undefined;
  return weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined;
}
