import { type Args, type Command, complainUsage } from './command.js';
import { commandOf } from './forms.js';

export const ledgerCommand: Command = commandOf({
  name: 'ledger',
  summary: {
    sr: `verify чита сваки запис и проверава ланац; audit набраја и који су рачуни послати е-поштом и коме, шта је ко мењао на
      страницама уређаја, и шта су људи одлучили о рачунима чији се исход није знао; export уписује дневник
      без тајни у нову датотеку FILE, за контролора, који је проверава са scripts/verify-ledger. FILE може бити -, за стандардни излаз;
      repair, кад сервис не ради, показује шта је у дневнику оштећено, шта је изгубљено и шта враћа резервна копија BACKUP, и ништа не
      мења; са --set-aside склања оштећену датотеку, уписује одлуку власника NAME, и уређај поново продаје`,
    en: `verify reads every record and checks the chain; audit also lists e-mailed receipts and their recipients, changes on
      the pages of the box and their users, and decisions by people about receipts with an unknown outcome. export writes the
      ledger without secrets into a new FILE for an auditor, who checks it with scripts/verify-ledger. FILE may be - for
      standard output. repair, while the service is stopped, shows the damage of the ledger, what is lost and what BACKUP
      restores, and changes nothing; with --set-aside it moves the damaged file aside, records the decision of the owner NAME,
      and the box sells again`,
  },
  forms: {
    verify: async ({ folder }) => (await import('./files/ledger.js')).verify(folder),
    audit: async ({ folder }) => (await import('./files/ledger.js')).audit(folder),
    'export FILE': async ({ folder }, file = '') =>
      (await import('./files/ledgerExport.js')).exportLedger(folder, file),
    'repair [--from BACKUP [--code-file F]] [--set-aside --by NAME]': repair,
  },
});

async function repair({ folder, values, flags }: Args): Promise<number> {
  const { from, by, 'code-file': codeFile } = values;
  if (flags.has('set-aside') !== (by !== undefined) || (codeFile !== undefined && from === undefined)) {
    return complainUsage(ledgerCommand.usage.slice(-1));
  }
  return (await import('./files/repair.js')).repair(folder, { from, codeFile, by });
}
