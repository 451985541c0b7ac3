import { type Command, complainUsage } from './command.js';

export const ledgerCommand: Command = {
  usage: [
    'ledger verify [--data DIR]',
    'ledger audit [--data DIR]',
    'ledger export FILE [--data DIR]',
    'ledger repair [--from BACKUP [--code-file F]] [--set-aside --by NAME] [--data DIR]',
  ],
  summary: {
    sr: `verify чита сваки запис и проверава ланац; audit набраја и који су рачуни послати е-поштом и коме, шта је ко мењао на
      страницама уређаја, и шта су људи одлучили о рачунима чији се исход није знао; export уписује дневник
      без тајни у нову датотеку FILE, за контролора, који је проверава са scripts/verify-ledger. FILE може бити -, за стандардни излаз;
      repair, кад сервис не ради, показује шта је у дневнику оштећено, шта је изгубљено и шта враћа резервна копија BACKUP, и ништа не
      мења; са --set-aside склања оштећену датотеку, уписује одлуку власника NAME, и уређај поново продаје`,
    en: `verify reads every record and checks the chain; audit also lists e-mailed receipts and their recipients, changes on
      the pages of the box and their users, and decisions of persons about receipts with an unknown outcome. export writes the
      ledger without secrets into a new FILE for an auditor, who checks it with scripts/verify-ledger. FILE may be - for
      standard output. repair, while the service is stopped, shows the damage of the ledger, what is lost and what BACKUP
      restores, and changes nothing; with --set-aside it moves the damaged file aside, records the decision of the owner NAME,
      and the box sells again`,
  },
  options: ['from', 'code-file', 'by'],
  flags: ['set-aside'],
  async run({ folder, words, values, flags }) {
    const [task, ...rest] = words;
    const { from, by, 'code-file': codeFile } = values;
    if (rest.length === 0 && task === 'repair') {
      const isSetAside = flags.has('set-aside');
      if (isSetAside !== (by !== undefined) || (codeFile !== undefined && from === undefined)) {
        return complainUsage(ledgerCommand.usage.slice(-1));
      }
      return (await import('./files/repair.js')).repair(folder, { from, codeFile, by });
    }
    if (Object.keys(values).length > 0 || flags.size > 0) return complainUsage(ledgerCommand.usage, ' | kasirbox ');
    if (rest.length === 0 && task === 'verify') return (await import('./files/ledger.js')).verify(folder);
    if (rest.length === 0 && task === 'audit') return (await import('./files/ledger.js')).audit(folder);
    const [file, ...more] = rest;
    if (more.length === 0 && task === 'export' && file !== undefined) {
      return (await import('./files/ledgerExport.js')).exportLedger(folder, file);
    }
    return complainUsage(ledgerCommand.usage, ' | kasirbox ');
  },
};
