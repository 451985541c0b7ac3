import { english } from '../../../src/base/index.js';
import { failed, ok, type Result } from '../../../src/base/result.js';
import type { JsonSchema } from '../../../src/base/schema.js';
import { describeFaults } from '../../../src/base/schemaFaults.js';
import { type Change, CHANGES } from './changes.js';
import type { Fault } from './faults.js';
import { CODE_FORMS } from './styles.js';
import { CALLS } from './wire.js';

/** Faults and changes as they come in from outside: over the control face, or typed. */

type Properties = Readonly<Record<string, JsonSchema>>;

const JID = '^[A-Z0-9]{8}$';
const flag: JsonSchema = { type: 'boolean' };
const text: JsonSchema = { type: 'string' };
const status: JsonSchema = { type: 'integer', minimum: 200, maximum: 599 };

const change: JsonSchema = {
  anyOf: [
    { type: 'string', enum: CHANGES },
    record({ clock: { type: 'integer' } }),
    record({ card: { type: 'string', pattern: JID } }),
    record({ signer: { type: 'string', pattern: JID } }),
  ],
};

const changes: JsonSchema = { type: 'array', items: change };

/** What every fault may say beside its own. */
const COMMON = { on: { type: 'string', enum: CALLS }, standing: flag, before: changes, after: changes };

/** What each kind of fault says of its own; the optional parts last. */
const OWN: Readonly<Record<Fault['fault'], readonly [own: Properties, optional?: Properties]>> = {
  none: [{}],
  refuse: [{ code: text }, { status, form: { type: 'string', enum: CODE_FORMS } }],
  answer: [{ signs: flag, status, body: text }],
  drop: [{ signs: flag }],
  hang: [{ signs: { type: 'string', enum: ['never', 'now', 'late'] } }, { ms: { type: 'integer', minimum: 0 } }],
  cut: [{}],
  drip: [{}],
  stale: [{ signs: flag }],
  foreign: [{ signs: flag }],
  'broken-link': [{}],
  mislead: [{ root: text }, { only: { type: 'string', enum: ['link', 'picture'] } }],
  alter: [{ fields: { type: 'object' } }],
  english: [{}],
};

const fault: JsonSchema = {
  type: 'object',
  required: ['fault'],
  allOf: [
    { type: 'object', properties: { fault: { type: 'string', enum: Object.keys(OWN) } } },
    {
      type: 'object',
      required: ['fault'],
      discriminator: { propertyName: 'fault' },
      oneOf: Object.entries(OWN).map(([name, [own, optional = {}]]) =>
        record({ fault: { const: name }, ...own }, { ...optional, ...COMMON }),
      ),
    },
  ],
};

const PATTERNS = {
  [JID]: { sr: 'мора бити 8 великих слова и цифара', en: 'must be 8 upper-case letters and digits' },
};
const findFaultFlaw = describeFaults(fault, PATTERNS);
const findChangeFlaw = describeFaults(change, PATTERNS);

/** A fault as JSON; the error is an English phrase. */
export function readFault(value: unknown): Result<Fault, string> {
  const flaw = findFaultFlaw(value);
  return flaw === undefined ? ok(value as Fault) : failed(english(flaw));
}

/** A change as JSON; the error is an English phrase. */
export function readChange(value: unknown): Result<Change, string> {
  const flaw = findChangeFlaw(value);
  return flaw === undefined ? ok(value as Change) : failed(english(flaw));
}

function record(needed: Properties, optional: Properties = {}): JsonSchema {
  const properties = { ...needed, ...optional };
  return { type: 'object', required: Object.keys(needed), properties, additionalProperties: false };
}
