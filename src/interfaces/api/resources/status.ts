import { isoWithOffset, type JsonSchema, VERSION } from '../../../base/index.js';
import { concernsShop, problemsOf, runChecks, safeModeOf, warningsOf } from '../../health/index.js';
import { okay } from '../../../platform/http/index.js';
import type { PfrStatus } from '../../../processors/pfr/index.js';
import { isFiscal } from '../invoice.js';
import { json } from '../parameters.js';
import type { ResourceDeps } from '../apiDeps.js';
import type { Resource } from '../resource.js';
import { environmentText, flag, listOf, pfrModeText, record, text } from '../schemas.js';

const texts = (description: string): JsonSchema => ({ ...listOf(text), description });
const described = (description: string): JsonSchema => ({ ...text, description });

/**
 * Additional members that a real processor may report, by the names of its status response (API v3, GET status). A
 * V-PFR reports fewer.
 */
const processorFields: Readonly<Record<string, JsonSchema>> = {
  isPinRequired: { ...flag, description: 'Whether the PIN of the card is to be entered.' },
  auditRequired: { ...flag, description: 'Whether 75 % of the limit of the card is used.' },
  gsc: texts('General status codes of 4 digits, such as 1300 (no card), 1500 (PIN), 2210 (locked).'),
  mssc: texts('Codes of the maker.'),
  sdcDateTime: described('Its clock when it was last asked, ISO 8601 as it was sent.'),
  lastInvoiceNumber: described('PFR number of its last receipt when it was last asked; empty for none.'),
  supportedLanguages: texts('Such as sr-Cyrl-RS.'),
  taxCoreApi: described('Address of the tax authority that it belongs to.'),
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
  mode: pfrModeText,
  env: environmentText,
  uid: { ...text, description: 'JID of its card or certificate; empty when it is not known.' },
  message: { ...text, description: 'Its state, or why it cannot sign.' },
});

const always = record({
  app: text,
  version: text,
  esirNumber: { ...text, description: 'ESIR number and version, joined with a slash.' },
  environment: environmentText,
  fiscal: { ...flag, description: 'True only in production with a real PFR.' },
  ready: { ...flag, description: 'Whether a receipt can be issued at all.' },
  problems: { ...listOf(text), description: 'Why not, the first reason first.' },
  warnings: {
    ...listOf(text),
    description: 'What is wrong though receipts can be issued, the worst first; in Serbian, with what to do.',
  },
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

const statusSchema: JsonSchema = { ...always, properties: { ...(always['properties'] as object), safeMode } };

/** `GET /status`: the state of the box. */
export const status = {
  tag: 'Box',
  responses: { Status: statusSchema },
  routes: {
    getStatus: {
      method: 'get',
      path: '/status',
      summary: 'State of the box and of its PFR',
      description:
        'Look at `environment` and `fiscal` before you send real receipts, and show `problems` and `warnings` to the seller.',
      responses: { 200: json('The state.', statusSchema) },
      async handler(_ctx, { ledger, settings, health, pfr, documents, now }) {
        const { environment, company } = settings.now;
        const findings = await runChecks(health);
        const problems = problemsOf(findings);
        const pfrStatus = pfr().status();
        return okay({
          app: 'kasirbox',
          version: VERSION,
          esirNumber: settings.esirNumber,
          environment,
          fiscal: isFiscal({ environment, mode: pfrStatus.mode }),
          ready: problems.length === 0,
          problems,
          pfr: processorResponse(pfrStatus),
          company: { name: company.name, tin: company.tin, location: company.location },
          documents: { pdf: documents.available },
          time: isoWithOffset(now()),
          // Additions to v1: a caller that ignores them sees exactly v1.
          warnings: warningsOf(findings.filter(concernsShop)),
          ...(safeModeOf(ledger.main.events) !== undefined && { safeMode: true }),
        });
      },
    },
  },
} satisfies Resource<Pick<ResourceDeps, 'ledger' | 'settings' | 'health' | 'pfr' | 'documents' | 'now'>>;

/**
 * The processor in a status response: the members that a real processor reports, and the members of the box, which take
 * precedence. A member whose type differs from the API document is omitted.
 */
function processorResponse({ fields, ok, mode, environment, uid, words }: PfrStatus): object {
  const kept = Object.entries(fields).filter(([name, value]) => isAsDocumented(name, value));
  return { ...Object.fromEntries(kept), ok, mode, env: environment, uid, message: words.sr };
}

function isAsDocumented(name: string, value: unknown): boolean {
  const type = Object.hasOwn(processorFields, name) ? processorFields[name]?.['type'] : undefined;
  return type === undefined || type === (Array.isArray(value) ? 'array' : typeof value);
}
