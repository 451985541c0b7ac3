import { type Command, complain, USAGE } from './command.js';
import { STREAM } from './inputFile.js';
import { commandOf } from './forms.js';

export const supportBundleCommand: Command = commandOf({
  name: 'support-bundle',
  summary: {
    sr: `прави једну датотеку (.tar.gz) за сервисера који је далеко: верзије, doctor, подешавања са скривеним тајнама, штампачи
      и налози за штампу, сертификати без кључева, исправност дневника, меморија, диск, мрежа и крај системског дневника.
      У њој нема кључева, лозинки, купаца, артикала ни рачуна, и има највише 3 MiB. Без FILE, или са -, стандардни излаз`,
    en: `writes one file (.tar.gz) for a remote technician: versions, doctor, settings without secrets, printers and
      print jobs, certificates without keys, whether the ledger is intact, memory, disk, network, and the end of the journal.
      It contains no keys, passwords, buyers, items or receipts, and is at most 3 MiB. Without FILE, or with -: standard
      output`,
  },
  forms: {
    '[FILE]': ({ folder }, file = STREAM) => write(folder, file),
  },
});

async function write(folder: string, file: string): Promise<number> {
  if (file === STREAM && process.stdout.isTTY)
    return complain(
      {
        sr: 'ово није текст за терминал. Наведите датотеку: kasirbox support-bundle FILE.tar.gz',
        en: 'this is not text for a terminal. Give a FILE: kasirbox support-bundle FILE.tar.gz',
      },
      USAGE,
    );
  return (await import('./files/supportBundle.js')).writeSupportBundle(folder, file);
}
