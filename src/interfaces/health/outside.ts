import { join } from 'node:path';
import { type Bilingual, nodeDisk } from '../../base/index.js';
import { BoardSensors } from './board/boardSensors.js';
import { type CheckResult, failure, resultsOf } from './check.js';
import { diskCheck } from './checks/disk.js';
import { powerCheck, temperatureCheck } from './checks/board.js';
import { folderCheck, programCheck } from './checks/start.js';

/** Checks of a box whose service holds the folder but does not answer: the disk and the board, below `root`. */
export async function checkOutside(folder: string, root = '/'): Promise<CheckResult[]> {
  const board = new BoardSensors(join(root, 'sys'));
  // Only the service knows the space that the ledger has reserved.
  const ledger = { hasRoom: true, roomBytes: 0, diskLatency: { lastFlush: null, busyFor: 0 } };
  return [
    ...resultsOf(diskCheck.name, await diskCheck.run({ disk: nodeDisk, folder, ledger })),
    ...resultsOf(powerCheck.name, await powerCheck.run({ board })),
    ...resultsOf(temperatureCheck.name, await temperatureCheck.run({ board })),
  ];
}

/** Result for a command that found the folder, or the program itself, unusable. No other check is possible then. */
export function checkUnusable(check: 'folder' | 'program', found: Bilingual, action: Bilingual): CheckResult[] {
  if (check === 'folder') return resultsOf(folderCheck.name, folderCheck.run({ found, action }));
  return resultsOf(programCheck.name, [failure(found, action)]);
}
