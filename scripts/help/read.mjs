/**
 * Reads the documents of the help page: the manual in Serbian, docs/sr, with the values of maker.json filled in, and the
 * user's parts of the English documents. A mistake in a document fails the build.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { lexer } from 'marked';

/** In the order of the contents. */
const DOCUMENTS = [
  ...['uputstvo', 'konfiguracija', 'instalacija', 'sifre', 'letak', 'upitnik'].map((name) => [
    'sr',
    `docs/sr/${name}.md`,
  ]),
  ...['pages', 'printers', 'processors', 'card', 'backup'].map((name) => ['en', `docs/${name}.md`]),
];

/** Names of the values that a supplier fills in, shown in their place until then. */
const TO_FILL = {
  'supplier.name': 'назив',
  'supplier.address': 'адреса',
  'supplier.tin': 'ПИБ',
  'supplier.contact': 'особа за контакт',
  'supplier.phone': 'телефон',
  'supplier.email': 'е-пошта',
  'supplier.web': 'интернет страница',
  'hardware.model': 'модел уређаја',
  'hardware.version': 'верзија хардвера',
  'hardware.power': 'напон и јачина струје',
  'hardware.plate': 'подаци са налепнице',
};

/** What stands in place of a value that is not filled in. */
export const UNFILLED = /⟨[^⟩]+⟩/g;

/**
 * The documents as tokens of marked. `maker`: content of maker.json.
 *
 * @returns a list of `{ language, name, title, tokens, pictures }`; `pictures`: paths below `root`.
 */
export function readDocuments(root, maker, version) {
  const documents = DOCUMENTS.map(([language, file]) => {
    const text = filled(readFileSync(join(root, file), 'utf8'), { ...maker, version }, file);
    const tokens = lexer(text).filter((token) => !isLeftOut(token, file));
    const pictures = [];
    visit(tokens, (token) => {
      if (token.type === 'html') throw new Error(`${file}: HTML is not shown: ${token.raw.trim()}`);
      if (token.type === 'image') {
        const path = join(dirname(file), token.href);
        if (!existsSync(join(root, path))) throw new Error(`${file}: there is no picture ${token.href}`);
        pictures.push(path);
        token.href = `/${pictureName(path)}`;
        Object.assign(token, sizeOf(join(root, path)));
      }
    });
    const title = tokens.find(({ type, depth }) => type === 'heading' && depth === 1)?.text;
    if (title === undefined) throw new Error(`${file} has no title`);
    return { language, name: basename(file, '.md'), title, tokens, pictures };
  });
  for (const document of documents) resolveLinks(document, documents);
  return documents;
}

/** Width and height of a PNG, dots: known ahead, they keep the text in its place while the picture loads. */
function sizeOf(path) {
  const png = readFileSync(path);
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

/** The name under which the pages serve a picture. */
export function pictureName(path) {
  return `help-${basename(path)}`;
}

/** Comments mark requirements and lists; drawings in text are for GitHub. */
function isLeftOut(token, file) {
  if (token.type === 'code') return token.lang === 'mermaid';
  if (token.type !== 'html') return false;
  if (!/^(?:<!--[^>]*-->\s*)+$/.test(token.raw)) throw new Error(`${file}: HTML is not shown: ${token.raw.trim()}`);
  return true;
}

/** Puts values in place of `{supplier.name}` and the like. */
function filled(text, values, file) {
  return text.replace(/\{([a-z]+(?:\.[a-z]+)?|[a-z]+Number)\}/g, (place, path) => {
    const value = path.split('.').reduce((of, name) => of?.[name], values);
    if (typeof value !== 'string') {
      if (file.startsWith('docs/sr/')) throw new Error(`${file}: maker.json has no ${path}`);
      return place;
    }
    if (value === '') return `⟨попуњава добављач: ${TO_FILL[path]}⟩`;
    return value.replace(/[\\`*_[\]<>|]/g, '\\$&');
  });
}

function visit(tokens, look) {
  for (const token of tokens) {
    look(token);
    visit(token.tokens ?? [], look);
    visit(token.items ?? [], look);
    for (const row of [token.header ?? [], ...(token.rows ?? [])]) for (const cell of row) visit(cell.tokens, look);
  }
}

/** The name under which a heading is linked to, as on GitHub. */
export function slugOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** Turns links between the documents into addresses of the page. Others have no target on a box and become text. */
function resolveLinks({ language, name, tokens }, documents) {
  visit(tokens, (token) => {
    if (token.type !== 'link' || /^https?:/.test(token.href)) return;
    const [path, heading] = token.href.split('#');
    const target = path === '' ? name : /^([a-z]+)\.md$/.exec(path)?.[1];
    const found = documents.find((document) => document.language === language && document.name === target);
    if (found === undefined) {
      if (language === 'sr') throw new Error(`docs/sr/${name}.md: ${token.href} is not part of the manual`);
      Object.assign(token, { type: 'text', raw: token.text });
      delete token.href;
      return;
    }
    const isThere = found.tokens.some(({ type, text }) => type === 'heading' && slugOf(text) === heading);
    if (heading !== undefined && !isThere) throw new Error(`${name}.md: there is no heading ${token.href}`);
    token.href = `#/help/${target}${heading === undefined ? '' : `/${heading}`}`;
  });
}
