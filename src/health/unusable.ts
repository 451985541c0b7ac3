import type { Bilingual } from '../base/index.js';
import { type CheckResult, failure, resultsOf } from './check.js';
import { folderCheck } from './checks/folder.js';
import { programCheck } from './checks/program.js';

/** What a command says that found the folder, or the program itself, unusable: nothing else can be told then. */
export function checkUnusable(check: 'folder' | 'program', found: Bilingual, action: Bilingual): CheckResult[] {
  if (check === 'folder') return resultsOf(folderCheck.name, folderCheck.run({ found, action }));
  return resultsOf(programCheck.name, [failure(found, action)]);
}
