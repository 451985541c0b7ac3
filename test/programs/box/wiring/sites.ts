import ts from 'typescript';

/** A file of the wiring in which each place can be wired otherwise while it runs, and the names of these places. */
export interface Instrumented {
  readonly text: string;
  readonly sites: readonly string[];
}

interface Edit {
  readonly at: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Finds what the functions of a file hand on: members of objects, spread objects, what constructors and functions of the wiring are
 * given, and what is done in passing. Classes are parts of the box themselves, with tests of their own.
 */
export function instrument(file: string, text: string): Instrumented {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const edits: Edit[] = [];
  const sites = new Map<string, number>();

  const idOf = (node: ts.Node, name: string): string => {
    const id = `${file} ${placeOf(node)}: ${name}`;
    const times = (sites.get(id) ?? 0) + 1;
    sites.set(id, times);
    return JSON.stringify(times === 1 ? id : `${id} (${times})`);
  };
  const insert = (at: number, inserted: string): void => void edits.push({ at, end: at, text: inserted });
  const wrap = (node: ts.Expression, name: string): void => {
    insert(node.getStart(), `wired(${idOf(node, name)}, `);
    insert(node.end, ')');
  };

  const visitMember = (member: ts.ObjectLiteralElementLike): void => {
    if (ts.isShorthandPropertyAssignment(member)) {
      const name = member.name.text;
      edits.push({ at: member.getStart(), end: member.end, text: `${name}: wired(${idOf(member, name)}, ${name})` });
    } else if (ts.isPropertyAssignment(member)) {
      if (isWired(member.initializer)) wrap(member.initializer, member.name.getText());
    } else if (ts.isSpreadAssignment(member)) {
      if (!ts.isObjectLiteralExpression(member.expression) && !ts.isParenthesizedExpression(member.expression)) {
        wrap(member.expression, `...${member.expression.getText()}`);
      }
    } else if (ts.isMethodDeclaration(member)) {
      const isAsync = member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true;
      const name = member.name.getText();
      const begin = `${name}: wired(${idOf(member, name)}, ${isAsync ? 'async ' : ''}function`;
      edits.push({ at: member.getStart(), end: member.name.end, text: begin });
      insert(member.end, ')');
    }
  };

  const visit = (node: ts.Node): void => {
    if (ts.isClassDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isCallExpression(node) && /(^|\.)log$/.test(node.expression.getText())) return;
    if (ts.isExpressionStatement(node)) insert(node.getStart(), `if (isWired(${idOf(node, shortOf(node))})) `);
    if (ts.isObjectLiteralExpression(node)) node.properties.forEach(visitMember);
    if (ts.isNewExpression(node) || (ts.isCallExpression(node) && isOfWiring(node, source))) {
      (node.arguments ?? []).forEach((given, at) => {
        if (isWired(given)) wrap(given, `${node.expression.getText()}(${at + 1}: ${shortOf(given)})`);
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { text: edited(text, edits), sites: [...sites].flatMap(([id, times]) => named(id, times)) };
}

function named(id: string, times: number): string[] {
  return Array.from({ length: times }, (_, at) => (at === 0 ? id : `${id} (${at + 1})`));
}

/** Values that are written down are no parts, and the members of an object are places of their own. */
function isWired(value: ts.Expression): boolean {
  return !ts.isLiteralExpression(value) && !ts.isObjectLiteralExpression(value) && !ts.isStringLiteralLike(value);
}

/** A call of a function that this file declares, or has from a file beside it. */
function isOfWiring({ expression }: ts.CallExpression, source: ts.SourceFile): boolean {
  if (!ts.isIdentifier(expression)) return false;
  const name = expression.text;
  return source.statements.some((statement) => {
    if (ts.isFunctionDeclaration(statement)) return statement.name?.text === name;
    if (!ts.isImportDeclaration(statement) || !/^'\.\//.test(statement.moduleSpecifier.getText())) return false;
    const bindings = statement.importClause?.namedBindings;
    return (
      bindings !== undefined && ts.isNamedImports(bindings) && bindings.elements.some((one) => one.name.text === name)
    );
  });
}

/** The function around a node, and what it is a member or an argument of there. */
function placeOf(node: ts.Node): string {
  const words: string[] = [];
  for (let { parent } = node; !ts.isSourceFile(parent); parent = parent.parent) {
    if (ts.isFunctionDeclaration(parent)) words.unshift(parent.name?.text ?? '');
    else if (ts.isNewExpression(parent) || ts.isCallExpression(parent)) words.unshift(shortOf(parent.expression));
    else if (ts.isMethodDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent)) {
      words.unshift(parent.name.getText());
    }
  }
  return words.join(' › ');
}

function shortOf(node: ts.Node): string {
  const text = node.getText().replace(/\s+/g, ' ').replace(/;$/, '');
  return text.length > 50 ? `${text.slice(0, 49)}…` : text;
}

/** At one place the first match is outside. */
function edited(text: string, edits: readonly Edit[]): string {
  let [result, from] = ['', 0];
  const sorted = edits.map((edit, order) => ({ ...edit, order }));
  sorted.sort((one, other) => one.at - other.at || closing(one) - closing(other) || one.order - other.order);
  for (const { at, end, text: inserted } of sorted) {
    result += text.slice(from, at) + inserted;
    from = end;
  }
  return result + text.slice(from);
}

const closing = ({ text }: Edit): number => (text === ')' ? 0 : 1);
