import type { Bilingual } from '../../../base/index.js';
import { defineCheck, failure } from '../check.js';

/** Why a data folder cannot be used, and the action needed. */
interface Parts {
  readonly found: Bilingual;
  readonly action: Bilingual;
}

/** Whether the data folder can be used. Only a command that has tried it knows that. */
export const folderCheck = defineCheck({
  name: 'folder',
  consequence: 'storage',
  alarmAfterPolls: null,
  run: ({ found, action }: Parts) => [failure(found, action)],
});
