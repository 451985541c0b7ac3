import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writePng } from '../../documents/sheet/pictures.js';
import { drawSheet, drawSlip } from './draw.js';

/** `npm run pictures` draws the pictures of the documentation anew: docs/pictures/. Needs a built box and pdftoppm. */
const FOLDER = resolve(import.meta.dirname, '../../../docs/pictures');

async function main(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'slip.png'), writePng(await drawSlip()));
  writeFileSync(join(FOLDER, 'sheet.png'), writePng(await drawSheet()));
}

main().catch((error: unknown) => {
  process.stderr.write(`pictures: ${String(error)}\n`);
  process.exitCode = 1;
});
