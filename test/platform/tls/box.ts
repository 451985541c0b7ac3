import { english } from '../../../src/base/index.js';
import * as fs from 'node:fs';
import { join } from 'node:path';
import type { Disk } from '../../../src/base/disk.js';
import { nodeDisk } from '../../../src/base/nodeDisk.js';
import { openTls, type CertificateInputs, type Tls } from '../../../src/platform/tls/open.js';
import { newFolder as newFolderOf } from '../../kit/folder.js';

export const DAY = 86_400_000;

/** A box in an ordinary shop. */
export const SHOP: Omit<CertificateInputs, 'certain'> = {
  now: Date.UTC(2027, 2, 1),
  buildTime: Date.UTC(2026, 10, 20),
  hostName: 'kasa',
  addresses: ['127.0.0.1', '::1', '192.168.1.20', 'fe80::1'],
};

/** A new folder `DIR/tls` that does not exist yet. */
export const newFolder = (): string => newFolderOf('tls');

/** Of such a box, by a clock for which a time server vouches unless another time is `certain`. */
export function trusted(surroundings: Partial<CertificateInputs> = {}): CertificateInputs {
  const inputs = { ...SHOP, ...surroundings };
  return { certain: inputs.now, ...inputs };
}

/** Opens and expects success. */
export async function open(
  folder: string,
  surroundings: Partial<CertificateInputs> = {},
  disk: Disk = nodeDisk,
): Promise<Tls> {
  const result = await openTls({ ...trusted(surroundings), disk, folder });
  if (!result.ok) throw new Error(english(result.error.message));
  return result.value;
}

/** The files of a folder, to the byte. */
export function contents(folder: string): Record<string, string> {
  return Object.fromEntries(
    fs.readdirSync(folder).map((name) => [name, fs.readFileSync(join(folder, name), 'latin1')]),
  );
}
