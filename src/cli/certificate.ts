import type { CertificateLine, CertificateState } from '../admin/certificates.js';
import { type Environment, ENVIRONMENTS } from '../base/fiscal.js';
import { oneLine } from '../base/text.js';
import { toPem } from '../pfr/certificate/client.js';
import { MAX_PFX, PFX_WORDS, readPfx } from '../pfr/certificate/pfx.js';
import { MAX_BUNDLE } from '../pfr/certificate/trust.js';
import { ask } from './ask.js';
import {
  type Command,
  complain,
  DEFAULT_FOLDER,
  FAILURE,
  print,
  printRow,
  readArgs,
  SUCCESS,
  USAGE,
} from './command.js';
import { readGivenFile, STREAM } from './givenFile.js';
import { readPassword } from './password.js';

export const certificateCommand: Command = {
  usage: [
    'certificate install FILE --environment E [--password-file F] [--data DIR]',
    'certificate show [--environment E] [--data DIR]',
    'certificate remove --environment E [--data DIR]',
    'certificate trust FILE --environment E [--data DIR]',
    'certificate trust --none --environment E [--data DIR]',
  ],
  summary: `keeps the certificates of the tax authority for a V-PFR, one for each environment (sandbox, production).
      install takes the .pfx or .p12 file and asks for its password, on the terminal or as a line of standard input.
      trust takes the certificates of further authorities, for servers that Node does not trust by itself.
      FILE may be - for standard input`,
  async run(args) {
    const parsed = readArgs(args, ['environment', 'password-file'], ['none']);
    if (!parsed.ok) return complain(parsed.error, USAGE);
    const { values, words } = parsed.value;
    const [verb, file, ...rest] = words;
    const folder = values['data'] ?? DEFAULT_FOLDER;
    const environment = ENVIRONMENTS.find((known) => known === values['environment']);
    if (values['environment'] !== undefined && environment === undefined) {
      return complain(`--environment is one of ${ENVIRONMENTS.join(', ')}`, USAGE);
    }
    const passwordFile = values['password-file'];
    const isNone = values['none'] !== undefined;
    // The option of one task is a mistake in another: nothing that was said is passed over.
    const isPlain =
      rest.length === 0 && (passwordFile === undefined || verb === 'install') && (!isNone || verb === 'trust');
    if (isPlain && verb === 'show' && file === undefined) return show(folder, environment);
    if (isPlain && environment !== undefined) {
      if (verb === 'install' && file !== undefined) return install(folder, environment, file, passwordFile);
      if (verb === 'remove' && file === undefined) return remove(folder, environment);
      if (verb === 'trust' && (file === undefined) === isNone) return trust(folder, environment, file);
    }
    return complain(`usage: kasirbox ${certificateCommand.usage.join(' | ')}`, USAGE);
  },
};

async function install(folder: string, environment: Environment, file: string, passwordFile: string | undefined) {
  const pfx = await readGivenFile(file, {
    maxBytes: MAX_PFX,
    tooLarge: 'it is no certificate of the tax authority',
    fromShell: 'kasirbox certificate install - --environment E < FILE',
  });
  if (!pfx.ok) return complain(pfx.error);
  const isInputTaken = file === STREAM;
  const password = await readPassword({
    name: 'password',
    file: passwordFile,
    isInputTaken,
    prompt: 'Password of the certificate: ',
  });
  if (!password.ok) return complain(password.error);
  // Here and not in the service: a made-up file that wants computing for days keeps this command busy, and no till.
  const client = await readPfx(pfx.value, password.value);
  if (!client.ok) return complain(PFX_WORDS[client.error]);
  const reply = await ask(folder, 'certificate.install', { environment, ...toPem(client.value) });
  if (!reply.ok) return complain(oneLine(reply.error));
  const { warnings, ...certificate } = reply.value;
  print(`The certificate is installed for ${environment}.`);
  printCertificate(certificate);
  for (const warning of warnings) process.stderr.write(`warning: ${oneLine(warning)}\n`);
  return SUCCESS;
}

async function show(folder: string, environment: Environment | undefined): Promise<number> {
  let code = SUCCESS;
  for (const shown of environment === undefined ? ENVIRONMENTS : [environment]) {
    const reply = await ask(folder, 'certificate.show', { environment: shown });
    if (!reply.ok) return complain(reply.error);
    printState(reply.value);
    for (const fault of reply.value.faults) code = complain(fault, FAILURE);
  }
  return code;
}

async function remove(folder: string, environment: Environment): Promise<number> {
  const reply = await ask(folder, 'certificate.remove', { environment });
  if (!reply.ok) return complain(reply.error);
  print(`The certificate of ${environment} is removed.`);
  return SUCCESS;
}

async function trust(folder: string, environment: Environment, file: string | undefined): Promise<number> {
  let bundle: string | null = null;
  if (file !== undefined) {
    const fromShell = 'kasirbox certificate trust - --environment E < FILE';
    const read = await readGivenFile(file, {
      maxBytes: MAX_BUNDLE,
      tooLarge: 'give only those that are needed',
      fromShell,
    });
    if (!read.ok) return complain(read.error);
    bundle = read.value.toString('base64');
  }
  const reply = await ask(folder, 'certificate.trust', { environment, bundle });
  if (!reply.ok) return complain(oneLine(reply.error));
  for (const name of reply.value) print(`trusted for ${environment}: ${oneLine(name)}`);
  if (reply.value.length === 0) print(`No further authorities are trusted for ${environment}.`);
  return SUCCESS;
}

function printState({ environment, certificate, trusted, faults }: CertificateState): void {
  const none = faults.length === 0 ? 'no certificate is installed' : 'no certificate can be used';
  print(`${environment}:${certificate === null ? ` ${none}` : ''}`);
  if (certificate !== null) printCertificate(certificate);
  for (const name of trusted) row('also trusted', name);
}

function printCertificate(certificate: CertificateLine): void {
  const { from, until, daysLeft } = certificate;
  row('JID', certificate.jid);
  row('TIN', certificate.tin);
  row('organisation', certificate.organisation);
  row('location', certificate.location);
  row('address', [certificate.address, certificate.district].filter((part) => part !== '').join(', '));
  row('environment', certificate.environment);
  row('V-PFR', certificate.vsdcUrl);
  row('TaxCore API', certificate.taxCoreUrl);
  row('issuer', certificate.issuer);
  row('valid', `from ${from} until ${until} (${daysLeft < 0 ? 'ended' : `${daysLeft} days left`})`);
  row('SHA-256', certificate.fingerprint);
}

function row(name: string, value: string | null): void {
  printRow(name, value ?? 'not told');
}
