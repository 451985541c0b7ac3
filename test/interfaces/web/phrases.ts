import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const SRC = resolve(import.meta.dirname, '../../../src');

/** A source file as it is named below `src`. */
export function nameOf(path: string): string {
  return path.slice(SRC.length + 1);
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }) => `§${literal.text}`).join('');
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

/** English phrases of three words and more in a source file. */
export function phrasesIn(path: string, isLeftOut: (node: ts.Node) => boolean = () => false): string[] {
  const phrases: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isLeftOut(node)) return;
    const text = textOf(node);
    if (text !== undefined && /[a-z]+ [a-z]+ [a-z]+/i.test(text)) phrases.push(text);
    if (text === undefined || ts.isTemplateExpression(node)) ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
  return phrases;
}

/** Has a text its Serbian words beside it? */
export function isBilingual(node: ts.Node): boolean {
  if (!ts.isObjectLiteralExpression(node)) return false;
  const names = node.properties.map(({ name }) => (name !== undefined && ts.isIdentifier(name) ? name.text : ''));
  const has = (...both: readonly string[]): boolean => both.every((name) => names.includes(name));
  return has('sr', 'en') || has('message', 'messageEn');
}

/** The sources of a folder or file below `src`. */
export function filesOf(place: string): string[] {
  const path = join(SRC, place);
  if (statSync(path).isFile()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).map((name) => join(path, name));
}
