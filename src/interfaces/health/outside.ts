import { join } from 'node:path';
import { nodeDisk } from '../../base/index.js';
import { BoardSensors } from './board/boardSensors.js';
import { type CheckResult, resultsOf } from './check.js';
import { diskCheck } from './checks/disk.js';
import { powerCheck } from './checks/power.js';
import { temperatureCheck } from './checks/temperature.js';

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
