import { dirname, relative, resolve, sep } from 'node:path';

/** The rooms of the house, from the roof down. A file imports from its own room and from rooms below it, never up. */
export const FLOORS = [
  'main',
  'cli',
  'box',
  'core',
  'admin',
  'api',
  'web',
  'invoicing',
  'catalogue',
  'access',
  'reports',
  'health',
  'backup',
  'pfr',
  'receipt',
  'printing',
  'card',
  'delivery',
  'tls',
  'settings',
  'ledger',
  'base',
];

/** The room of a path below `src`: its first folder, or the bare name of a file that stands in `src` itself. */
function roomOf(src, path) {
  const [first = ''] = relative(src, path).split(sep);
  return first.replace(/\.[cm]?[jt]s$/, '');
}

function isInside(folder, path) {
  return !relative(folder, path).startsWith('..');
}

/** The text of a specifier, also between backquotes; undefined when it is computed. */
function textOf(source) {
  if (source.type === 'Literal' && typeof source.value === 'string') return source.value;
  if (source.type === 'TemplateLiteral' && source.expressions.length === 0) return source.quasis[0].value.cooked;
  return undefined;
}

/** ESLint rule: imports go only down the floors, in every spelling (static, type, re-export, dynamic, require). */
export const downwardImports = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      unknownRoom: "'{{room}}' is not a room of this house: add it to its floor in scripts/lint/floors.mjs",
      upward: "'{{from}}' imports upward from '{{to}}': imports go only down the floors (scripts/lint/floors.mjs)",
      hidden: 'write the target of an import as plain text, so that this rule can follow it',
      outside: "'{{specifier}}' leaves src: the box imports only its own rooms and packages",
    },
  },
  create(context) {
    const src = resolve(context.cwd, 'src');
    if (!isInside(src, context.filename)) return {};
    const from = roomOf(src, context.filename);

    function check(source) {
      const specifier = textOf(source);
      if (specifier === undefined) {
        context.report({ node: source, messageId: 'hidden' });
        return;
      }
      if (!specifier.startsWith('.')) return;
      const target = resolve(dirname(context.filename), specifier);
      if (!isInside(src, target)) {
        context.report({ node: source, messageId: 'outside', data: { specifier } });
        return;
      }
      const to = roomOf(src, target);
      if (!FLOORS.includes(to)) {
        context.report({ node: source, messageId: 'unknownRoom', data: { room: to } });
      } else if (FLOORS.indexOf(to) < FLOORS.indexOf(from)) {
        context.report({ node: source, messageId: 'upward', data: { from, to } });
      }
    }

    return {
      Program(node) {
        if (!FLOORS.includes(from)) context.report({ node, messageId: 'unknownRoom', data: { room: from } });
      },
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration(node) {
        if (node.source !== null) check(node.source);
      },
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source),
      'CallExpression[callee.name="require"][arguments.length>0]': (node) => check(node.arguments[0]),
    };
  },
};
