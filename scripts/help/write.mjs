/** Writes what the help page shows: the documents as HTML in one JSON file, and their pictures. */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Parser, Renderer } from 'marked';
import { pictureName, readDocuments, slugOf, UNFILLED } from './read.mjs';

const renderer = new Renderer();
renderer.heading = function heading({ tokens, depth, text }) {
  return `<h${depth} id="${slugOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
};
renderer.image = ({ href, text, width, height }) =>
  `<img src="${href}" alt="${text.replaceAll('"', '&quot;')}" width="${width}" height="${height}" loading="lazy">`;
const { table } = Renderer.prototype;
renderer.table = function scrolled(token) {
  return `<div class="table">${table.call(this, token)}</div>\n`;
};

function htmlOf(tokens) {
  return new Parser({ renderer }).parse(tokens).replace(UNFILLED, (place) => `<mark>${place}</mark>`);
}

/**
 * Writes `help.json` and the pictures, `help-NAME.png`, into the folder of the pages.
 *
 * @param options `root` of the project; `out`: the folder; `maker`: content of maker.json; `version` of the program
 */
export function writeHelp({ root, out, maker, version }) {
  const documents = readDocuments(root, maker, version);
  const pages = documents.map(({ language, name, title, tokens }) => ({ language, name, title, html: htmlOf(tokens) }));
  const json = Buffer.from(JSON.stringify(pages));
  writeFileSync(join(out, 'help.json'), json);
  writeFileSync(join(out, 'help.json.gz'), gzipSync(json, { level: 9 }));
  for (const picture of documents.flatMap(({ pictures }) => pictures)) {
    copyFileSync(join(root, picture), join(out, pictureName(picture)));
  }
}
