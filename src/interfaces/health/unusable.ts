import type { Bilingual } from '../../base/index.js';
import { type CheckResult, failure, resultsOf } from './check.js';
import { folderCheck } from './checks/folder.js';
import { programCheck } from './checks/program.js';

/** Result for a command that found the folder, or the program itself, unusable. No other check is possible then. */
export function checkUnusable(check: 'folder' | 'program', found: Bilingual, action: Bilingual): CheckResult[] {
  if (check === 'folder') return resultsOf(folderCheck.name, folderCheck.run({ found, action }));
  return resultsOf(programCheck.name, [failure(found, action)]);
}
