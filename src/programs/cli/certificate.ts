import type { CertificateRow, CertificateState } from '../../interfaces/admin/index.js';
import { type Bilingual, oneLine } from '../../base/index.js';
import { type Environment, environmentText, ENVIRONMENTS } from '../../contract/index.js';
import { MAX_BUNDLE, MAX_PFX } from '../../processors/pfr/index.js';
import { callOperation } from './callOperation.js';
import {
  type Args,
  type Command,
  complain,
  complainUsage,
  FAILURE,
  print,
  printNote,
  printRow,
  readEnvironment,
  SUCCESS,
  USAGE,
} from './command.js';
import { readGivenFile, STREAM } from './inputFile.js';
import { inLanguage } from './language.js';
import { readPassword } from './password.js';
import { AUTHORITY, neverMade, unusableText } from './unusable.js';
import { commandOf } from './forms.js';

export const certificateCommand: Command = commandOf({
  name: 'certificate',
  summary: {
    sr: `чува сертификате Пореске управе за В-ПФР, по један за свако окружење (sandbox, production).
      install узима датотеку .pfx или .p12 и тражи њену лозинку, на терминалу или као ред стандардног улаза;
      --password-first: на стандардном улазу је лозинка, нови ред, па датотека.
      trust узима сертификате других издавалаца, за сервере којима Node сам не верује.
      FILE може бити -, за стандардни улаз. renew-ca даје издаваоцу сертификата овог уређаја нов сертификат са истим кључем;
      таблети раде са старим док им не дате нови`,
    en: `stores the certificates of the tax authority for a V-PFR, one for each environment (sandbox, production).
      install reads the .pfx or .p12 file and asks for its password, on the terminal or as a line of standard input;
      --password-first: standard input is the password, a line feed, and the file.
      trust adds the certificates of other authorities, for servers that Node does not trust by default.
      FILE may be - for standard input. renew-ca renews the certificate of the box's own authority under the same key;
      tablets continue with the old one until you install the new one`,
  },
  forms: {
    'install FILE --environment E [--password-file F]': forEnvironment(install),
    'install - --environment E --password-first': forEnvironment(installFromStream),
    'show [--environment E]': forAny(show),
    'remove --environment E': forEnvironment(remove),
    'trust FILE --environment E': forEnvironment(trust),
    'trust --none --environment E': forEnvironment(trust),
    'renew-ca': ({ folder }) => renewCa(folder),
  },
});

type ForEnvironment<E> = (args: Args, environment: E, ...words: string[]) => Promise<number>;

/** A form that needs `--environment`. */
function forEnvironment(run: ForEnvironment<Environment>) {
  return forAny((args, environment, ...words) =>
    environment === undefined ? complainUsage(certificateCommand.usage) : run(args, environment, ...words),
  );
}

/** A form that may have `--environment`. */
function forAny(run: (...given: Parameters<ForEnvironment<Environment | undefined>>) => Promise<number> | number) {
  return (args: Args, ...words: string[]): Promise<number> | number => {
    const environment = readEnvironment(args);
    return environment.ok ? run(args, environment.value, ...words) : complain(environment.error, USAGE);
  };
}

async function install({ folder, values }: Args, environment: Environment, file: string) {
  const pfx = await readGivenFile(file, {
    maxBytes: MAX_PFX,
    tooLarge: { sr: 'то није сертификат Пореске управе', en: 'it is not a certificate of the tax authority' },
    fromShell: 'kasirbox certificate install - --environment E < FILE',
  });
  if (!pfx.ok) return complain(pfx.error);
  const isInputTaken = file === STREAM;
  const password = await readPassword({
    name: 'password',
    file: values['password-file'],
    isInputTaken,
    prompt: inLanguage({ sr: 'Лозинка сертификата: ', en: 'Password of the certificate: ' }),
  });
  if (!password.ok) return complain(password.error);
  return installPfx(folder, environment, pfx.value, password.value);
}

/** In the same way as the service for a page: one stream carries both, and no file contains either. */
async function installFromStream({ folder }: Args, environment: Environment): Promise<number> {
  const read = await readGivenFile(STREAM, {
    maxBytes: 2 * MAX_PFX,
    tooLarge: { sr: 'то није сертификат Пореске управе', en: 'it is not a certificate of the tax authority' },
    fromShell: 'kasirbox certificate install - --environment E --password-first < FILE',
  });
  if (!read.ok) return complain(read.error);
  const end = read.value.indexOf(0x0a);
  if (end < 0)
    return complain({ sr: 'на стандардном улазу нема лозинке', en: 'the password is missing on standard input' });
  return installPfx(folder, environment, read.value.subarray(end + 1), read.value.subarray(0, end).toString());
}

const WARNING: Bilingual = { sr: 'упозорење', en: 'warning' };

async function installPfx(folder: string, environment: Environment, pfx: Buffer, password: string): Promise<number> {
  // Opened here and not in the service: a forged file that takes days to open then blocks only this command.
  const client = await (await import('./files/certificate.js')).openPfx(pfx, password);
  if (!client.ok) return complain(client.error);
  const reply = await callOperation(folder, 'certificate.install', { environment, ...client.value });
  if (!reply.ok) return complain(oneLine(inLanguage(reply.error)));
  const { warnings, ...certificate } = reply.value;
  print({
    sr: `Сертификат за ${environmentText(environment).sr} је инсталиран.`,
    en: `The certificate for ${environment} is installed.`,
  });
  printCertificate(certificate);
  for (const warning of warnings) printNote(oneLine(`${inLanguage(WARNING)}: ${inLanguage(warning)}`));
  return SUCCESS;
}

async function show({ folder }: Args, environment: Environment | undefined): Promise<number> {
  let code = SUCCESS;
  for (const shown of environment === undefined ? ENVIRONMENTS : [environment]) {
    const reply = await callOperation(folder, 'certificate.show', { environment: shown });
    if (!reply.ok) return complain(reply.error);
    printState(reply.value);
    for (const fault of reply.value.faults) code = complain(fault, FAILURE);
  }
  return code;
}

async function remove({ folder }: Args, environment: Environment): Promise<number> {
  const reply = await callOperation(folder, 'certificate.remove', { environment });
  if (!reply.ok) return complain(reply.error);
  print({
    sr: `Сертификат за ${environmentText(environment).sr} је уклоњен.`,
    en: `The certificate for ${environment} is removed.`,
  });
  return SUCCESS;
}

async function trust({ folder }: Args, environment: Environment, file?: string): Promise<number> {
  let bundle: string | null = null;
  if (file !== undefined) {
    const fromShell = 'kasirbox certificate trust - --environment E < FILE';
    const read = await readGivenFile(file, {
      maxBytes: MAX_BUNDLE,
      tooLarge: { sr: 'дајте само оне који су потребни', en: 'include only those that are needed' },
      fromShell,
    });
    if (!read.ok) return complain(read.error);
    bundle = read.value.toString('base64');
  }
  const reply = await callOperation(folder, 'certificate.trust', { environment, bundle });
  if (!reply.ok) return complain(oneLine(inLanguage(reply.error)));
  for (const name of reply.value)
    print({
      sr: `за ${environmentText(environment).sr} се верује и издаваоцу: ${oneLine(name)}`,
      en: `trusted for ${environment}: ${oneLine(name)}`,
    });
  if (reply.value.length === 0)
    print({
      sr: `За ${environmentText(environment).sr} се не верује другим издаваоцима.`,
      en: `No other authorities are trusted for ${environment}.`,
    });
  return SUCCESS;
}

async function renewCa(folder: string): Promise<number> {
  const { hasAuthority } = await import('./files/certificate.js');
  if (!(await hasAuthority(folder))) return complain(inLanguage(unusableText(neverMade(AUTHORITY, folder))));
  const reply = await callOperation(folder, 'certificate.renew-ca', {});
  if (!reply.ok) return complain(oneLine(inLanguage(reply.error)));
  const { path, until, fingerprint } = reply.value;
  print({
    sr: `Издавалац сертификата овог уређаја има нов сертификат: ${path}`,
    en: `The box's authority has a new certificate: ${path}`,
  });
  printValue(inLanguage({ sr: 'важи', en: 'valid' }), inLanguage({ sr: `до ${until}`, en: `until ${until}` }));
  printValue('SHA-256', fingerprint);
  print({
    sr: 'Инсталирајте га на сваки таблет и тамо уклоните стари. До тада таблети раде са старим.',
    en: 'Install it on every tablet and remove the old one there. Until then, tablets continue with the old one.',
  });
  return SUCCESS;
}

function printState({ environment, certificate, trusted, faults }: CertificateState): void {
  const none =
    faults.length === 0
      ? inLanguage({ sr: 'сертификат није инсталиран', en: 'no certificate is installed' })
      : inLanguage({ sr: 'ниједан сертификат није употребљив', en: 'no certificate can be used' });
  print(`${environment}:${certificate === null ? ` ${none}` : ''}`);
  if (certificate !== null) printCertificate(certificate);
  for (const name of trusted) printValue(inLanguage({ sr: 'верује се и', en: 'also trusted' }), name);
}

function printCertificate(certificate: CertificateRow): void {
  const { from, until, daysLeft } = certificate;
  printValue('JID', certificate.jid);
  printValue('TIN', certificate.tin);
  printValue(inLanguage({ sr: 'назив', en: 'organisation' }), certificate.organisation);
  printValue(inLanguage({ sr: 'пословни пр.', en: 'location' }), certificate.location);
  printValue(
    inLanguage({ sr: 'адреса', en: 'address' }),
    [certificate.address, certificate.district].filter((part) => part !== '').join(', '),
  );
  printValue(inLanguage({ sr: 'окружење', en: 'environment' }), certificate.environment);
  printValue('V-PFR', certificate.vsdcUrl);
  printValue('TaxCore API', certificate.taxCoreUrl);
  printValue(inLanguage({ sr: 'издавалац', en: 'issuer' }), certificate.issuer);
  printValue(inLanguage({ sr: 'важи', en: 'valid' }), inLanguage(validity(from, until, daysLeft)));
  printValue('SHA-256', certificate.fingerprint);
}

function validity(from: string, until: string, daysLeft: number): Bilingual {
  const isOver = daysLeft < 0;
  return {
    sr: `од ${from} до ${until} (${isOver ? 'истекао' : `још ${daysLeft} дана`})`,
    en: `from ${from} until ${until} (${isOver ? 'expired' : `${daysLeft} days left`})`,
  };
}

function printValue(name: string, value: string | null): void {
  printRow(name, value ?? inLanguage({ sr: 'није наведено', en: 'not reported' }));
}
