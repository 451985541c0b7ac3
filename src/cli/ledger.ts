import { type Command, complainUsage } from './command.js';

export const ledgerCommand: Command = {
  usage: ['ledger verify [--data DIR]', 'ledger audit [--data DIR]', 'ledger export FILE [--data DIR]'],
  summary: {
    sr: `verify чита сваки запис и проверава ланац; audit набраја и који су рачуни послати е-поштом и коме, шта је ко мењао на
      страницама уређаја, и шта су људи одлучили о рачунима чији се исход није знао; export уписује дневник
      без тајни у нову датотеку FILE, за контролора, који је проверава са scripts/verify-ledger. FILE може бити -, за стандардни излаз`,
    en: `verify reads every record and checks the chain; audit also lists which receipts
      were e-mailed, to whom, what was changed on the pages of the box, by whom, and what persons decided about receipts whose end was
      not known; export writes the ledger
      without secrets into a new FILE for an auditor, who checks it with scripts/verify-ledger. FILE may be - for standard output`,
  },
  async run({ folder, words }) {
    const [task, ...rest] = words;
    if (rest.length === 0 && task === 'verify') return (await import('./files/ledger.js')).verify(folder);
    if (rest.length === 0 && task === 'audit') return (await import('./files/ledger.js')).audit(folder);
    const [file, ...more] = rest;
    if (more.length === 0 && task === 'export' && file !== undefined) {
      return (await import('./files/ledgerExport.js')).exportLedger(folder, file);
    }
    return complainUsage(ledgerCommand.usage, ' or kasirbox ');
  },
};
