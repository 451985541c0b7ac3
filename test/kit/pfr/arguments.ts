import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { failed, ok, type Result } from '../../../src/base/result.js';
import { fileMemory } from './memory.js';
import { DEFAULTS } from './options.js';
import type { ServerOptions } from './server.js';
import { type Style, STYLES } from './styles.js';

/** What the command line asks for. */
export interface Arguments {
  readonly options: ServerOptions;
  /** Port of the control interface; 0: any, undefined: none. */
  readonly control: number | undefined;
  /** Folder for the certificate files of a V-PFR; undefined: a new one. */
  readonly folder: string | undefined;
}

/** The company of the manual (docs/operate.md): who follows it has a processor of that company. */
const TIN_OF_MANUAL = '123456788';

export const USAGE = `npm run fake-pfr -- [OPTION …]

A stand-in for a fiscal processor. It speaks the real protocol, signs nothing that is worth anything, and fails as it is told:
type "help" while it runs.

  --kind lpfr|vpfr     on the LAN with a card, over HTTP (default); in the cloud with a certificate, over HTTPS
  --port PORT          of 127.0.0.1 (default 8888 and, of a V-PFR, 8443; 0 takes any that is free)
  --prefix TOKEN       first part of its path, as the tax authority's L-PFR for developers has it
  --environment E      sandbox (default) or production
  --style NAME         how it writes what products write differently: ${Object.keys(STYLES).join(', ')}
  --pin PIN            4 digits (default ${DEFAULTS.pin ?? ''}); "none" asks for none
  --pac PAC            of a V-PFR: 6 upper-case letters and digits (default ${DEFAULTS.pac})
  --jid JID            8 upper-case letters and digits (default ${DEFAULTS.jid}; of an L-PFR without --state a new one, since it
                       begins to count anew)
  --tin TIN            9 digits of the taxpayer (default ${TIN_OF_MANUAL})
  --kept N             how many answers it keeps to be looked up (default ${DEFAULTS.kept})
  --state FILE         what it has signed is kept there and known again after a restart; without it all begins anew
  --https              of an L-PFR: over HTTPS, with a new key each time
  --tls 1.2|1.3        over HTTPS (default 1.2)
  --folder DIR         of a V-PFR: where its CA, PFX and password are put (default: a new one)
  --control PORT       a control face for tests: POST /faults, DELETE /faults, POST /changes, POST /release, GET /signed
  --help               this text
`;

const OPTIONS = {
  kind: { type: 'string', default: 'lpfr' },
  port: { type: 'string' },
  prefix: { type: 'string', default: '' },
  environment: { type: 'string', default: DEFAULTS.environment },
  style: { type: 'string', default: 'spec' },
  pin: { type: 'string', default: DEFAULTS.pin ?? 'none' },
  pac: { type: 'string', default: DEFAULTS.pac },
  jid: { type: 'string' },
  tin: { type: 'string', default: TIN_OF_MANUAL },
  kept: { type: 'string', default: String(DEFAULTS.kept) },
  state: { type: 'string' },
  https: { type: 'boolean', default: false },
  tls: { type: 'string', default: '1.2' },
  folder: { type: 'string' },
  control: { type: 'string' },
  help: { type: 'boolean' },
} as const;

const FORMS = {
  kind: [/^(lpfr|vpfr)$/, 'lpfr or vpfr'],
  port: [/^\d{1,5}$/, 'a port'],
  prefix: [/^[\w./-]*$/, 'letters, digits, dots, slashes and hyphens'],
  environment: [/^(sandbox|production)$/, 'sandbox or production'],
  pin: [/^(\d{4}|none)$/, '4 digits or none'],
  pac: [/^[A-Z0-9]{6}$/, '6 upper-case letters and digits'],
  jid: [/^[A-Z0-9]{8}$/, '8 upper-case letters and digits'],
  tin: [/^\d{9}$/, '9 digits'],
  kept: [/^\d{1,2}$/, '0 to 99'],
  tls: [/^1\.[23]$/, '1.2 or 1.3'],
  control: [/^\d{1,5}$/, 'a port'],
} as const;

/** Reads the command line; the error is an English sentence. */
export function readArguments(args: readonly string[]): Result<Arguments | 'help', string> {
  let values;
  try {
    ({ values } = parseArgs({ args: [...args], options: OPTIONS }));
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
  if (values.help === true) return ok('help');
  for (const [name, [form, words]] of Object.entries(FORMS)) {
    const value = values[name as keyof typeof FORMS];
    if (value !== undefined && !form.test(value)) return failed(`--${name} must be ${words}`);
  }
  const style = styleOf(values.style);
  if (style === undefined) return failed(`--style must be one of ${Object.keys(STYLES).join(', ')}`);
  const { pac, pin, folder } = values;
  const kind = values.kind === 'vpfr' ? 'vpfr' : 'lpfr';
  const hasTls = kind === 'vpfr' || values.https;
  const isNew = kind === 'lpfr' && values.state === undefined;
  const jid = values.jid ?? (isNew ? `FAKE${randomBytes(2).toString('hex').toUpperCase()}` : DEFAULTS.jid);
  return ok({
    options: {
      ...{ kind, pac, jid, style, prefix: values.prefix.replace(/^\/*(?=.)/, '/').replace(/\/+$/, '') },
      environment: values.environment === 'production' ? 'production' : 'sandbox',
      pin: pin === 'none' ? null : pin,
      port: Number(values.port ?? (kind === 'vpfr' ? 8443 : 8888)),
      company: { ...DEFAULTS.company, tin: values.tin },
      kept: Number(values.kept),
      memory: values.state === undefined ? null : fileMemory(values.state),
      ...(hasTls && { tls: { version: values.tls === '1.3' ? 'TLSv1.3' : 'TLSv1.2' } }),
    },
    ...{ control: values.control === undefined ? undefined : Number(values.control), folder },
  });
}

function styleOf(name: string): Style | undefined {
  return Object.entries(STYLES).find(([known]) => known === name)?.[1];
}
