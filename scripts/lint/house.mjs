import { dirname, relative, resolve, sep } from 'node:path';
import { circleFrom, readAnew } from './circles.mjs';

/**
 * The groups of src/ with their modules, top first; contract, base and sdk are modules of their own. A file imports
 * from its own module and from modules after it, never upwards.
 */
const GROUPS = [
  ['programs', ['main', 'cli', 'fleet', 'rescue', 'box', 'board']],
  ['interfaces', ['web', 'api', 'admin', 'health']],
  ['sales', ['invoicing']],
  ['outward', ['updates', 'group', 'delivery', 'backup']],
  ['processors', ['pfr', 'card']],
  ['paper', ['printing', 'documents', 'slips', 'journal']],
  ['shop', ['settings', 'access', 'catalogue', 'reports']],
  ['platform', ['http', 'tls', 'devices', 'ledger', 'pictures']],
  ['contract', []],
  ['base', []],
  ['sdk', []],
];

/** The modules from top to bottom, each named by its path below `src`. */
export const MODULES = GROUPS.flatMap(([group, folders]) =>
  folders.length === 0 ? [group] : folders.map((folder) => `${group}/${folder}`),
);

const WHERE = 'scripts/lint/house.mjs';

/** Files that also run in a browser: the pages import them directly instead of the folder's index, which needs Node. */
const FOR_BROWSERS = ['base/bilingual.js', 'base/idNumbers.js', 'base/dither.js', 'base/gtin.js'];

/** The module of a path below `src`: `paper/slips`, `programs/main` for a file directly in its group, or `base`. */
function moduleOf(src, path) {
  const [first = '', second = ''] = relative(src, path).split(sep);
  const isModule = MODULES.includes(first) || second === '';
  return (isModule ? first : `${first}/${second}`).replace(/\.[cm]?[jt]s$/, '');
}

/** The file that other folders may import: `index.js`, or the file itself if it is directly in its group. */
function indexOf(src, path) {
  const folder = resolve(src, moduleOf(src, path));
  return isInside(folder, path) ? resolve(folder, 'index.js') : path;
}

function isInside(folder, path) {
  return !relative(folder, path).startsWith('..');
}

/** The text of a specifier, also in backquotes; undefined when it is computed. */
function textOf(source) {
  if (source.type === 'Literal' && typeof source.value === 'string') return source.value;
  if (source.type === 'TemplateLiteral' && source.expressions.length === 0) return source.quasis[0].value.cooked;
  return undefined;
}

/** Calls `check` with the source of each import, in every spelling (static, type, re-export, dynamic, require). */
function eachImport(check) {
  return {
    ImportDeclaration: (node) => check(node.source),
    ExportNamedDeclaration(node) {
      if (node.source !== null) check(node.source);
    },
    ExportAllDeclaration: (node) => check(node.source),
    ImportExpression: (node) => check(node.source),
    TSImportType: (node) => check(node.source),
    'TSModuleDeclaration[id.type="Literal"]': (node) => check(node.id),
    'CallExpression[callee.name="require"][arguments.length>0]': (node) => check(node.arguments[0]),
  };
}

/** ESLint rule: imports go only downwards, and into another folder only through its index. */
export const downwardImports = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      unknownModule: `'{{module}}' is not a module of src: add it to its group in ${WHERE}`,
      upward: `'{{from}}' imports upward from '{{to}}': imports go only downwards (${WHERE})`,
      notPublic: "import from the module's public interface, '{{index}}': its other files are its own",
      ownIndex: 'a module does not import its own `index.ts`: import the file',
      hidden: 'write the target of an import as plain text, so that this rule can follow it',
      ending: "name the file with its ending, './file.js', so that this rule can follow it",
      outside: "'{{specifier}}' leaves src: the box imports only its own modules and packages",
    },
  },
  create(context) {
    const src = resolve(context.cwd, 'src');
    if (!isInside(src, context.filename)) return {};
    const from = moduleOf(src, context.filename);
    const isPage = isInside(resolve(src, 'interfaces/web/client'), context.filename);
    const isForPages = (target) => isPage && FOR_BROWSERS.some((file) => resolve(src, file) === target);

    function check(source) {
      const specifier = textOf(source);
      if (specifier === undefined) {
        context.report({ node: source, messageId: 'hidden' });
        return;
      }
      const isPath = /^(?:[./]|file:)/.test(specifier);
      if (!isPath) return;
      if (!/^\.\.?\/.*\.(?:js(?:on)?|css)$/.test(specifier)) {
        context.report({ node: source, messageId: 'ending' });
        return;
      }
      const target = resolve(dirname(context.filename), specifier);
      if (!isInside(src, target)) {
        context.report({ node: source, messageId: 'outside', data: { specifier } });
        return;
      }
      const to = moduleOf(src, target);
      const index = indexOf(src, target);
      if (!MODULES.includes(to)) {
        context.report({ node: source, messageId: 'unknownModule', data: { module: to } });
      } else if (MODULES.indexOf(to) < MODULES.indexOf(from)) {
        context.report({ node: source, messageId: 'upward', data: { from, to } });
      } else if (to !== from && target !== index && !isForPages(target)) {
        context.report({ node: source, messageId: 'notPublic', data: { index: relative(src, index) } });
      } else if (to === from && target === index) {
        context.report({ node: source, messageId: 'ownIndex' });
      }
    }

    return {
      Program(node) {
        if (!MODULES.includes(from)) context.report({ node, messageId: 'unknownModule', data: { module: from } });
      },
      ...eachImport(check),
    };
  },
};

/** ESLint rule: no import cycles, including types. */
export const noCircles = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { circle: 'these files import each other in a circle: {{circle}}' },
  },
  create(context) {
    const src = resolve(context.cwd, 'src');
    if (!isInside(src, context.filename)) return {};
    readAnew(context.filename);
    return eachImport((source) => {
      const specifier = textOf(source);
      // The other rule refuses a specifier that does not name a file.
      if (specifier === undefined || !/^\.\.?\/.*\.js$/.test(specifier)) return;
      const target = resolve(dirname(context.filename), specifier.replace(/\.js$/, '.ts'));
      const circle = circleFrom(context.filename, target);
      if (circle === undefined) return;
      const names = circle.map((file) => relative(src, file)).join(' → ');
      context.report({ node: source, messageId: 'circle', data: { circle: names } });
    });
  },
};

/**
 * Files whose errors are no messages for people: texts of another program, labels, or phrases for the log and for
 * alarms. The list only gets shorter.
 */
const TECHNICAL_ERRORS = [
  'outward/updates/bundles.ts',
  'outward/updates/rauc.ts',
  'outward/updates/raucOutput.ts',
  'paper/journal/journalRows.ts',
  'processors/card/cardClient.ts',
  'processors/pfr/acceptance.ts',
  'processors/pfr/http/externalKey/messages.ts',
  'processors/pfr/requestLookUp.ts',
  'processors/pfr/remotePfr.ts',
  'processors/pfr/wire/receipt.ts',
  'programs/box/firstStart.ts',
  'programs/fleet/message/boxMessage.ts',
  'programs/fleet/message/record.ts',
  'sales/invoicing/draft/trainingSale.ts',
];

/** ESLint rule: an expected failure that people read is a message, not a sentence. */
export const messageErrors = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { sentence: 'the error is a `Message` (src/base/message.ts), which exists in both languages' },
  },
  create(context) {
    const src = resolve(context.cwd, 'src');
    const file = relative(src, context.filename).split(sep).join('/');
    if (!isInside(src, context.filename) || TECHNICAL_ERRORS.includes(file)) return {};
    return {
      'TSTypeReference[typeName.name="Result"] > TSTypeParameterInstantiation > TSStringKeyword:nth-child(2)': (node) =>
        context.report({ node, messageId: 'sentence' }),
    };
  },
};
