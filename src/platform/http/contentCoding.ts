/** The codings of the box, the one with the best ratio and speed first. */
const CODINGS = ['br', 'gzip'] as const;
export type ContentCoding = (typeof CODINGS)[number];

/** Maximum number of parts; more than any client lists. */
const MOST_PARTS = 32;
const PART = /^([a-z\d*-]+)(?:[ \t]*;[ \t]*q=(\d(?:\.\d{0,3})?))?$/i;

/**
 * The client's preferred coding among those that are `there`, by its `Accept-Encoding`; undefined: send uncompressed
 * (RFC 9110, 12.5.3). A client that prefers none gets a compressed response.
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
