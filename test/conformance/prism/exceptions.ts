import { isRecord } from '../../../src/base/index.js';
import type { Answer, Call, Violation } from './exchange.js';

/** A call in which Prism has found something. */
export interface Suspect {
  readonly call: Call;
  readonly answer: Answer;
  readonly violations: readonly Violation[];
}

const NO_ROUTE = /^Selected route not found$/;

/** What Prism finds in requests that the box takes, and why that is no difference between box and description. */
export const EXCEPTIONS: Readonly<Record<string, (call: Call, violation: Violation) => boolean>> = {
  'the contract ignores a slash at the end of a path; the description has each path once': ({ path }, { message }) =>
    NO_ROUTE.test(message) && /\/(?:$|\?)/.test(path),
  'OPTIONS is the preflight of browsers on every path, and no operation': ({ method }, { message }) =>
    NO_ROUTE.test(message) && method === 'OPTIONS',
  'Prism does not tell /openapi.json, which opens without a key, from that below /api/v1': ({ path }, { message }) =>
    path === '/openapi.json' && message === 'Invalid security scheme used',
  'Prism reads a body without Content-Type as text; the box reads it as JSON': ({ headers }, violation) =>
    violation.message === 'Request body must be object' && headers['content-type'] === undefined,
  'older clients send `labels` in place of `label`; the description refuses it, the box takes it as v1 has it': (
    { body },
    { location, message },
  ) => message.endsWith("must have required property 'label'") && hasLabels(body, Number(location.at(-1))),
};

function hasLabels(body: Buffer, line: number): boolean {
  const { items } = JSON.parse(body.toString()) as { readonly items: readonly unknown[] };
  const item = items[line];
  return isRecord(item) && Array.isArray(item['labels']);
}

/** What counts: all that is wrong in an answer, and in a request that was not refused. */
export function countedIn({ answer, violations }: Suspect): readonly Violation[] {
  return violations.filter(({ location: [side] }) => side === 'response' || answer.status < 400);
}

/** The exceptions, by their reasons, that a violation falls under. */
export function reasonsFor(call: Call, violation: Violation): string[] {
  return Object.entries(EXCEPTIONS).flatMap(([reason, fits]) => (fits(call, violation) ? [reason] : []));
}
