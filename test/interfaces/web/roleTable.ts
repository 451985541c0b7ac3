import { readFileSync } from 'node:fs';

/** A row of a table of `docs/security.md`: what it is about, and whether a technician and a cashier may. */
export interface RoleRow {
  readonly what: string;
  readonly technician: boolean;
  readonly cashier: boolean;
}

const ROW = /^\| (.+?) +\| (yes|–) +\| (yes|–) +\|$/;

/** The rows below a heading, each of the names in a cell by itself: owners may do all of it. */
export function roleTable(heading: string): RoleRow[] {
  const [, section = ''] = readFileSync('docs/security.md', 'utf8').split(`### ${heading}\n`);
  const [table = ''] = section.split('\n#');
  return table.split('\n').flatMap((line): RoleRow[] => {
    const [, cell = '', technician, cashier] = ROW.exec(line) ?? [];
    const names = Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => name);
    return names.map((what) => ({ what, technician: technician === 'yes', cashier: cashier === 'yes' }));
  });
}
