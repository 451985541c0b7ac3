import type { JsonSchema } from '../../base/index.js';

/** Documentation of a header. */
export interface HeaderDoc {
  readonly description: string;
  readonly schema: JsonSchema;
}

const wholeNumber = (example: number): JsonSchema => ({ type: 'integer', minimum: 0, examples: [example] });

/** Headers of many responses; the API document contains each once. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'Of every answer: the log names the request so.',
    schema: { type: 'string', pattern: '^[0-9a-f]{16}$', examples: ['9412e72a7e94d6ff'] },
  },
  'X-RateLimit-Limit': {
    description: 'To callers with a key: how many requests a window of 60 seconds has.',
    schema: wholeNumber(240),
  },
  'X-RateLimit-Remaining': {
    description: 'To callers with a key: how many the window has left.',
    schema: wholeNumber(239),
  },
  'X-RateLimit-Reset': {
    description: 'To callers with a key: seconds until the window ends.',
    schema: wholeNumber(60),
  },
  'X-Ignored-Parameters': {
    description: 'Where the query has names that the operation does not know: those names.',
    schema: { type: 'string', examples: ['form, sort'] },
  },
  'WWW-Authenticate': {
    description: 'The challenge of RFC 6750; with `error` where a key was sent.',
    schema: { type: 'string', examples: ['Bearer realm="kasirbox", error="invalid_token"'] },
  },
} as const satisfies Readonly<Record<string, HeaderDoc>>;

type HeaderName = keyof typeof HEADERS;

/** Headers of responses to callers with a key. */
export const CALLER_HEADERS: readonly HeaderName[] = [
  ...(['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const),
  'X-Ignored-Parameters',
];
/** Headers of responses to callers without a key. */
export const OPEN_HEADERS: readonly HeaderName[] = ['X-Request-Id'];
export const CHALLENGE_HEADERS: readonly HeaderName[] = ['X-Request-Id', 'WWW-Authenticate'];

/** References to headers, for the documentation of a response. */
export function headerReferences(names: readonly HeaderName[]): Readonly<Record<string, { readonly $ref: string }>> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
