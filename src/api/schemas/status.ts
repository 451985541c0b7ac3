import type { JsonSchema } from '../../base/schema.js';
import { flag, listOf, record, text } from './common.js';
import { environment, pfrMode } from './invoice.js';

/** `GET /status`. A real processor adds fields of its own to `pfr`. */
export const status: JsonSchema = record({
  app: text,
  version: text,
  esirNumber: { ...text, description: 'ESIR number and version, joined with a slash.' },
  environment,
  fiscal: { ...flag, description: 'True only in production with a real PFR.' },
  ready: { ...flag, description: 'Whether a receipt can be issued at all.' },
  problems: { ...listOf(text), description: 'Why not, the first reason first.' },
  pfr: record({ ok: flag, mode: pfrMode, env: environment, uid: text, message: text }),
  company: record({ name: text, tin: text, location: text }),
  documents: record({ pdf: { ...flag, description: 'Whether PDF can be rendered.' } }),
  time: { type: 'string', description: 'ISO 8601 with offset.', examples: ['2026-11-21T10:00:00+01:00'] },
});
