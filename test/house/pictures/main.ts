import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writePng } from '../../paper/documents/sheet/pictures.js';
import { drawSheet, drawSlip, drawTicket } from './draw.js';
import { drawSlipPaper, SLIPS } from './slips.js';

/**
 * `npm run pictures` draws the pictures of the documentation: docs/pictures/. `npm run pictures -- papers` draws typical
 * papers: test/house/pictures/expected/. `npm run pictures -- screens` takes those of the screens and of the mail:
 * test/interfaces/web/pictures/expected/ and test/outward/delivery/pictures/expected/. Needs a built box, and pdftoppm
 * or Chromium.
 */
const ROOT = resolve(import.meta.dirname, '../../..');
const FOLDER = join(ROOT, 'docs/pictures');
const PAPERS = join(import.meta.dirname, 'expected');
const SCREENS = [
  'test/interfaces/web/pictures',
  'test/outward/delivery/pictures',
  'test/paper/documents/sheet/screens',
].map((folder) => join(ROOT, folder));

async function drawDocuments(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'slip.png'), writePng(await drawSlip()));
  writeFileSync(join(FOLDER, 'ticket.png'), writePng(drawTicket()));
  writeFileSync(join(FOLDER, 'sheet.png'), writePng(await drawSheet()));
}

function drawPapers(): void {
  rmSync(PAPERS, { recursive: true, force: true });
  mkdirSync(PAPERS);
  for (const name of SLIPS) writeFileSync(join(PAPERS, `${name}.png`), writePng(drawSlipPaper(name)));
}

/** The tests of the screens write what they would compare. */
function takeScreens(folder: string): void {
  rmSync(join(folder, 'expected'), { recursive: true, force: true });
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.test.ts'))) {
    const { status } = spawnSync(process.execPath, ['--require', './test/runner/register.cjs', join(folder, name)], {
      cwd: ROOT,
      env: { ...process.env, KASIRBOX_PICTURES: 'write' },
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error(`${name} failed`);
  }
}

async function main(): Promise<void> {
  const [what] = process.argv.slice(2);
  if (what === 'screens') SCREENS.forEach(takeScreens);
  else if (what === 'papers') drawPapers();
  else if (what === undefined) await drawDocuments();
  else throw new Error('there are pictures of the documentation (no argument), papers, and screens');
}

main().catch((error: unknown) => {
  process.stderr.write(`pictures: ${String(error)}\n`);
  process.exitCode = 1;
});
