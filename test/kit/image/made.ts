import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Where the image lies that `scripts/image` has made last: IMAGE_WORK, or its own folder. `boot` below it has the files of the boot
 * partition.
 */
export const WORK = process.env['IMAGE_WORK'] ?? resolve(import.meta.dirname, '../../../.cache/image/work');

/** The image of the card as it is flashed; undefined where none was made. */
export function madeCard(): string | undefined {
  const name = existsSync(WORK) ? readdirSync(WORK).find((file) => /^kasirbox-.*-arm64\.img$/.test(file)) : undefined;
  return name && join(WORK, name);
}

/** Where the bundle lies that was made with it. */
export const BUNDLES = resolve(WORK, '../../../dist/image');
