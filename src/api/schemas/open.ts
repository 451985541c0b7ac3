import type { JsonSchema } from '../../base/schema.js';
import { flag, listOf, record, text } from './common.js';

/** `GET /healthz`. */
export const alive: JsonSchema = record({ status: { const: 'ok' } });

/** `GET /readyz`. */
export const readiness: JsonSchema = record({
  ready: { ...flag, description: 'Whether a receipt can be issued at all.' },
  failing: { ...listOf(text), description: 'Names of the checks that stand in the way, the first to be mended first.' },
});
