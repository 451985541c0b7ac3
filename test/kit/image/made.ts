import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, truncateSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { prepareClaim } from './owner.js';
import { missingPackages } from './programs.js';

/**
 * Where the image lies that `scripts/image` has made last: IMAGE_WORK, or its own folder. `boot` below it has the files of the boot
 * partition.
 */
export const WORK = process.env['IMAGE_WORK'] ?? resolve(import.meta.dirname, '../../../.cache/image');

/** The image of the card as it is flashed; undefined when none was made. */
function madeCard(): string | undefined {
  const name = existsSync(WORK) ? readdirSync(WORK).find((file) => /^kasirbox-.*-arm64\.img$/.test(file)) : undefined;
  return name && join(WORK, name);
}

/** Path of the bundle that was made with it. */
const BUNDLES = resolve(WORK, '../../dist/image');

/** Larger than the image, so that the data partition grows at the first start, and small enough to be copied hundreds of times. */
const CARD_BYTES = 2 * 1024 ** 3;
/** A card as people buy it: 32 GB of 10⁹ bytes. */
export const USUAL_CARD_BYTES = 32_000_000_000;

/** Makes a flashed card of this size, with a claim code. Throws where no image was made. */
export function flash(card: string, bytes = CARD_BYTES): void {
  const image = madeCard();
  if (image === undefined) throw new Error('there is no image: scripts/image makes it');
  execFileSync('cp', ['--sparse=always', image, card]);
  truncateSync(card, bytes);
  prepareClaim(card);
}

/** Why tests of the image cannot run here, where they need these programs, each with the package of Debian that has it. */
export function whyNotHere(needs: Readonly<Record<string, string>>): string | undefined {
  const missing = missingPackages(needs);
  if (missing.length > 0) return `Debian packages: ${missing.join(' ')}`;
  return madeCard() === undefined || !existsSync(BUNDLES) ? 'an image and its bundle: scripts/image' : undefined;
}
