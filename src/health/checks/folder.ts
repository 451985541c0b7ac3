import type { Bilingual } from '../../base/index.js';
import { defineCheck, failure } from '../check.js';

/** Why a data folder cannot be used, and what to do about it. */
interface Parts {
  readonly found: Bilingual;
  readonly action: Bilingual;
}

/** Can the data folder be used? Only a command that has tried it can tell. */
export const folderCheck = defineCheck({
  name: 'folder',
  consequence: 'storage',
  alarmAfterPolls: null,
  run: ({ found, action }: Parts) => [failure(found, action)],
});
