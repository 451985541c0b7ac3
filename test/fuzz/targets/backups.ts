import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import * as assert from 'uvu/assert';
import { BackupCode } from '../../../src/outward/backup/backupCode.js';
import { maxSizeOf, MOVED, RESTORED } from '../../../src/outward/backup/format.js';
import { readBackup } from '../../../src/outward/backup/readBackup.js';
import { restoreBackup } from '../../../src/outward/backup/restore.js';
import { backUp, streamOf } from '../../kit/backup.js';
import { written } from '../../kit/damage.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { FOLDER, openLedger } from '../../kit/ledger.js';
import { Random } from '../../kit/random.js';
import type { Target } from '../target.js';

const TAR_BLOCK = 512;
/** The places of the size (octal) and of the sum in the header of an entry. */
const SIZE = { at: 124, digits: 11 };
const SUM = { at: 148, digits: 6, length: 8 };

const code = BackupCode.make();

/** A backup of a small box, as on a stick. */
async function sample(): Promise<Buffer> {
  const { state } = await written(new Random(6), 5);
  const disk = new MemoryDisk(state);
  await disk.makeDir(`${FOLDER}/tls`);
  (await disk.create(`${FOLDER}/tls/ca.pem`)).write(0, Buffer.from('abc'));
  const ledger = await openLedger(disk, { readOnly: true });
  const backup = await backUp(ledger, disk, code);
  await ledger.close();
  return backup;
}

/** The tar inside. */
async function archive(): Promise<Buffer> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(code.identity);
  return Buffer.from(await decrypter.decrypt(await sample()));
}

/** Restores; what fails leaves an empty folder, and what does not has the box that the manifest names. */
async function restoreInto(backup: Uint8Array): Promise<void> {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const restored = await restoreBackup({ disk, folder: FOLDER, bytes: streamOf(backup), code });
  const files = [...disk.contents()].filter(([, content]) => content !== 'folder');
  if (!restored.ok) assert.equal(files, []);
  for (const [path] of files) {
    const name = path.slice(FOLDER.length + 1);
    assert.ok(['backup.code', MOVED, RESTORED].includes(name) || maxSizeOf(name) !== undefined, path);
  }
}

/** Foreign archives with a correct encryption: a person with the code may have created them. */
export const archives: Target = {
  name: 'backup',
  share: 5,
  async open() {
    return {
      corpus: [await archive()],
      mend: mendedHeaders,
      async read(input) {
        const encrypter = new Encrypter();
        encrypter.addRecipient(await identityToRecipient(code.identity));
        await restoreInto(await encrypter.encrypt(new Uint8Array(input)));
      },
    };
  },
};

/** Files of age in other bytes: no change of the sealed part is ever taken. */
export const ageFiles: Target = {
  name: 'age',
  share: 5,
  async open() {
    const backup = await sample();
    return {
      corpus: [backup, backup.subarray(0, 300)],
      async read(input) {
        const visitor = {
          manifest: () => undefined,
          file: async (_: string, __: number, pieces: AsyncIterable<Uint8Array>) => {
            for await (const piece of pieces) assert.ok(piece.length > 0);
          },
        };
        const read = await readBackup(streamOf(input), code, visitor);
        assert.ok(!read.ok || input.equals(backup), 'a backup that was changed is refused');
      },
    };
  },
};

/** Puts the sums of all headers right, as far as their sizes lead from one to the next. */
function mendedHeaders(input: Buffer): Buffer {
  const tar = Buffer.from(input);
  for (let at = 0; at + TAR_BLOCK <= tar.length;) {
    const header = tar.subarray(at, at + TAR_BLOCK);
    if (header.every((byte) => byte === 0)) break;
    header.fill(' ', SUM.at, SUM.at + SUM.length);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(SUM.digits, '0')}\0 `, SUM.at, 'latin1');
    const size = Number.parseInt(header.toString('latin1', SIZE.at, SIZE.at + SIZE.digits), 8);
    at += TAR_BLOCK * (1 + Math.max(0, Math.ceil((Number.isNaN(size) ? 0 : size) / TAR_BLOCK)));
  }
  return tar;
}
