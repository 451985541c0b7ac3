import type { JsonSchema } from '../../base/schema.js';
import { flag, listOf, record, text } from './common.js';
import { environment, pfrMode } from './invoice.js';

const texts = (description: string): JsonSchema => ({ ...listOf(text), description });
const told = (description: string): JsonSchema => ({ ...text, description });

/** What a real processor may tell beside, by the names of its status answer (API v3, GET status); a V-PFR tells less. */
export const processorFields: Readonly<Record<string, JsonSchema>> = {
  isPinRequired: { ...flag, description: 'Whether the PIN of the card is to be entered.' },
  auditRequired: { ...flag, description: 'Whether 75 % of the limit of the card is used.' },
  gsc: texts('General status codes of 4 digits, such as 1300 (no card), 1500 (PIN), 2210 (locked).'),
  mssc: texts('Codes of the maker.'),
  sdcDateTime: told('Its clock when it was last asked, ISO 8601 as it was sent.'),
  lastInvoiceNumber: told('PFR number of its last receipt when it was last asked; empty for none.'),
  supportedLanguages: texts('Such as sr-Cyrl-RS.'),
  taxCoreApi: told('Address of the tax authority that it belongs to.'),
  deviceSerialNumber: text,
  make: text,
  model: text,
  protocolVersion: text,
  secureElementVersion: text,
  hardwareVersion: text,
  softwareVersion: text,
};

const pfr = record({
  ok: { ...flag, description: 'Whether the processor can sign.' },
  mode: pfrMode,
  env: environment,
  uid: { ...text, description: 'JID of its card or certificate; empty when it is not known.' },
  message: { ...text, description: 'Its state, or why it cannot sign.' },
});

const always = record({
  app: text,
  version: text,
  esirNumber: { ...text, description: 'ESIR number and version, joined with a slash.' },
  environment,
  fiscal: { ...flag, description: 'True only in production with a real PFR.' },
  ready: { ...flag, description: 'Whether a receipt can be issued at all.' },
  problems: { ...listOf(text), description: 'Why not, the first reason first.' },
  pfr: {
    ...pfr,
    description: 'The processor as it was last seen. A real one adds fields of its own, also others than those listed.',
    properties: { ...processorFields, ...(pfr['properties'] as object) },
  },
  company: record({ name: text, tin: text, location: text }),
  documents: record({ pdf: { ...flag, description: 'Whether PDF can be rendered.' } }),
  time: { type: 'string', description: 'ISO 8601 with offset.', examples: ['2026-11-21T10:00:00+01:00'] },
});

const safeMode: JsonSchema = {
  const: true,
  description: 'Only in safe mode, after repeated crashes: receipts are issued, printing and e-mail rest.',
};

/** `GET /status`. */
export const status: JsonSchema = { ...always, properties: { ...(always['properties'] as object), safeMode } };
