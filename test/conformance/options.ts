import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { OperatorProgram } from './kit/operator.js';

/** What a run is asked for. */
export interface Options {
  /** Origin of the installation, `https://kasa.local:8443`. */
  readonly url: string;
  readonly key: string | undefined;
  /** Certificates that are trusted, PEM; undefined: those of Node. */
  readonly ca: string | undefined;
  /** The operator's program, and the folder of the box. */
  readonly operator: { readonly program: OperatorProgram; readonly folder: string } | undefined;
  readonly mailTo: string | undefined;
  /** Leaves out what the contract is silent on and kasirbox decides or adds. */
  readonly contractOnly: boolean;
  readonly reallyFiscal: boolean;
  /** Only checks that prove a sentence whose id begins so. */
  readonly only: readonly string[];
  /** File for the report. */
  readonly json: string | undefined;
}

export const USAGE = `npm run contract -- --url https://HOST:PORT --key kasir_… [--ca FILE] [OPTION …]

Holds an installation against every sentence of API v1 that can be checked by calling it, names the sentences that
do not hold, and says how many were checked. It issues hundreds of receipts and leaves items behind:
use a test installation. With one key it takes about five minutes.

  --url URL            origin of the installation
  --key KEY            an API key; the run waits where 240 requests a minute are used up. Not needed with --operator.
                       Rather in the environment, as CONTRACT_KEY, where the list of processes does not show it
  --ca FILE            certificate authority to trust, PEM (of kasirbox: DIR/tls/ca.pem)
  --operator PROGRAM   the box is on this machine and may be put through its paces: keys are made and revoked, settings
                       changed and put back, up to 1000 items left behind. PROGRAM as a shell reads it:
                       "node dist/kasirbox.cjs". The box must be of its own for this, in demo mode
  --data DIR           folder of that box
  --mail-to ADDRESS    send a receipt here; with --operator the kit is the mail server itself
  --only PREFIX        only sentences whose id begins so; may be repeated
  --contract-only      leave out what the contract does not say and kasirbox decides or adds, /openapi.json too;
                       without it an addition is checked where the installation's /openapi.json announces it
  --really-issue-fiscal-receipts
                       run although the installation issues fiscal receipts
  --json FILE          write a report
  --list               print the catalogue of sentences
  --help               this text

With zbarimg, pdftoppm and pdftotext on the PATH (Debian: zbar-tools, poppler-utils) it also reads the QR codes of the
sheets and measures them.

Exit code: 0 all checked sentences hold, 1 some do not, 2 the run was not possible.
`;

/** What the command line asks for; a text is why it cannot be understood. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): Options | 'help' | 'list' | Error {
  try {
    return read(args, env);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function read(args: readonly string[], env: NodeJS.ProcessEnv): Options | 'help' | 'list' | Error {
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: { type: 'string' },
      key: { type: 'string' },
      ca: { type: 'string' },
      operator: { type: 'string' },
      data: { type: 'string' },
      'mail-to': { type: 'string' },
      only: { type: 'string', multiple: true },
      'contract-only': { type: 'boolean', default: false },
      'really-issue-fiscal-receipts': { type: 'boolean', default: false },
      json: { type: 'string' },
      list: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return 'help';
  if (values.list === true) return 'list';
  const { url = '', key = env['CONTRACT_KEY'], operator, data } = values;
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') return new Error('--url must be an https address');
  if ((operator === undefined) !== (data === undefined)) return new Error('--operator and --data go together');
  if (key === undefined && operator === undefined) return new Error('--key is missing');
  return {
    url: new URL(url).origin,
    key,
    ca: values.ca === undefined ? undefined : readFileSync(values.ca, 'utf8'),
    operator: operator === undefined || data === undefined ? undefined : { program: operator, folder: data },
    mailTo: values['mail-to'],
    contractOnly: values['contract-only'],
    reallyFiscal: values['really-issue-fiscal-receipts'],
    only: values.only ?? [],
    json: values.json,
  };
}
