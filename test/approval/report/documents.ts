import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Stage } from '../stage/stage.js';

/** A document of the manual as files beside the report. */
export interface DocumentFile {
  /** Its file in `docs/sr`, without the ending: `uputstvo`. */
  readonly name: string;
  readonly title: string;
  /** Paths of the PDF from the report. */
  readonly cyrillic: string;
  readonly latin: string;
}

/** The folder of the documents, beside the report. */
const FOLDER = 'dokumenti';

/** Writes the documents in Serbian as the help page prints them, in both alphabets. The authority asks for them as files. */
export async function writeDocuments(stage: Stage, folder: string): Promise<readonly DocumentFile[]> {
  const [pages, shop] = [await stage.pages(), await stage.shop()];
  mkdirSync(join(folder, FOLDER), { recursive: true });
  return pages.at(shop, 'help', async (page) => {
    await page.locator('.documents a').first().waitFor();
    const links = await page.evaluate<string[]>(LINKS);
    const names = links.map((link) => link.replace('#/help/', ''));
    const files: DocumentFile[] = [];
    for (const name of names) {
      const [cyrillic, latin] = [join(FOLDER, `${name}.pdf`), join(FOLDER, `${name}-latinica.pdf`)];
      const title = await print(page, name, 'Ћир', join(folder, cyrillic));
      await print(page, name, 'Lat', join(folder, latin));
      files.push({ name, title, cyrillic, latin });
    }
    return files;
  });
}

const LINKS = `Array.from(document.querySelectorAll('.documents a'), (link) => link.getAttribute('href'))`;

/** Prints a document and returns its title. */
async function print(page: Page, name: string, alphabet: 'Ћир' | 'Lat', file: string): Promise<string> {
  await page.getByRole('button', { name: alphabet, exact: true }).click();
  // Anew, since the print before has changed the links of the page.
  await page.goto('about:blank');
  await page.goBack();
  await page.evaluate(`location.hash = '#/help/${name}'`);
  await page.locator(`.documents a[href="#/help/${name}"][aria-current="page"]`).waitFor();
  const title = await page.locator('.manual h1').first().innerText();
  await page.evaluate(PREPARE);
  writeFileSync(file, await page.pdf({ format: 'A4', ...SHEET }));
  return title;
}

const SHEET = {
  margin: { top: '18mm', bottom: '18mm', left: '16mm', right: '16mm' },
  displayHeaderFooter: true,
  headerTemplate: '<span></span>',
  footerTemplate:
    '<div style="width:100%;text-align:center;font-size:8pt"><span class="pageNumber"></span> / <span class="totalPages"></span></div>',
};

/** In a file only links within the document lead somewhere, and pictures are there before they are printed. */
const PREPARE = `(async () => {
  const here = location.hash.split('/').slice(0, 3).join('/') + '/';
  for (const link of document.querySelectorAll('.manual a')) {
    const target = link.getAttribute('href') ?? '';
    if (target.startsWith(here)) link.setAttribute('href', '#' + target.slice(here.length));
    else if (target.startsWith('#')) link.removeAttribute('href');
  }
  for (const image of document.querySelectorAll('.manual img')) {
    image.loading = 'eager';
    await image.decode();
  }
})()`;
