import { join } from 'node:path';
import { type ListenAddress, PlainServer } from '../../../platform/http/index.js';
import { ownRescueCode } from '../../board/index.js';
import { DiskError, errorText, nodeDisk } from '../../../base/index.js';
import { bootOrder, Rescue, rescueHandler } from '../../rescue/index.js';
import { Rauc, readUpdateState, UPDATES_FOLDER } from '../../../outward/updates/index.js';
import { print, printNote, SUCCESS } from '../command.js';

/** Maximum size of a form, bytes. */
const MAX_FORM = 1024;

interface RescueOptions {
  /** The data folder. */
  readonly folder: string;
  readonly listen: ListenAddress;
  /** Persistent folder of the board. */
  readonly keep: string;
  /** Where USB sticks are mounted. */
  readonly media: string;
  /** Runtime folder of the system, in memory. */
  readonly run: string;
}

/** Serves the page of the rescue system until the board is to be restarted. */
export async function rescue({ folder, listen, keep, media, run }: RescueOptions): Promise<number> {
  const folders = { updates: join(folder, UPDATES_FOLDER), media };
  const restoring = new Rescue({
    folders,
    keep,
    rauc: new Rauc({ program: 'rauc' }),
    order: bootOrder,
    code: () => ownRescueCode(run),
    givenUp: () => givenUpIn(folder),
  });
  const server = new PlainServer(rescueHandler(restoring), {
    maxForm: MAX_FORM,
    onFailure: (error) => {
      printNote(errorText(error));
    },
  });
  const port = await server.listen(listen);
  print({ sr: `Страница за спасавање је на порту ${port}.`, en: `The rescue page is on port ${port}.` });
  await restoring.restartWanted;
  await server.stop();
  return SUCCESS;
}

/** The version that was last given up, according to the files of the service; undefined when they cannot be read. */
async function givenUpIn(folder: string): Promise<string | undefined> {
  try {
    const { pending, outcome } = await readUpdateState(nodeDisk, folder);
    // A pending version has been tried, and failed: the board started the rescue system.
    if (pending?.isInstalled === true) return pending.version;
    return outcome?.kind === 'fell-back' ? outcome.version : undefined;
  } catch (error) {
    if (error instanceof DiskError) return undefined;
    throw error;
  }
}
