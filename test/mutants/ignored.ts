/** The members of a Babel path that are read here. */
export interface NodePath {
  readonly node: {
    readonly type: string;
    readonly value?: unknown;
    readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
    readonly callee?: Callee;
    readonly argument?: { readonly type: string; readonly callee?: Callee } | null;
    /** Null in the `default` of a switch. */
    readonly test?: object | null;
    readonly consequent?: unknown;
  };
}

interface Callee {
  readonly type: string;
  readonly name?: string;
  readonly property?: { readonly name?: string };
}

interface Statement {
  readonly argument?: { readonly type: string; readonly callee?: Callee } | null;
  readonly expression?: { readonly type: string; readonly callee?: Callee };
}

/** Three words in a row: a sentence for people or an SQL statement. Replacing it by an empty string proves nothing. */
const SENTENCE = /\p{L}+[,;:]? \p{L}+[,;:]? \p{L}+/u;

/** Why mutants of this node and its children are ignored; undefined when they count. */
export function reasonToIgnore({ node }: NodePath): string | undefined {
  switch (node.type) {
    case 'StringLiteral':
      return SENTENCE.test(String(node.value)) ? 'a sentence' : undefined;
    case 'TemplateLiteral':
      return node.quasis?.some(({ value }) => SENTENCE.test(value.raw)) === true ? 'a sentence' : undefined;
    case 'CallExpression':
      return isLog(node.callee) ? 'a line of the log' : undefined;
    case 'ThrowStatement':
      return node.argument?.type === 'NewExpression' ? 'the text of a bug' : undefined;
    case 'SwitchCase':
      return node.test === null && isUnreachable(node.consequent) ? 'a case that its type rules out' : undefined;
    default:
      return undefined;
  }
}

/** True for statements that are a call of `assertNever`, which the compiler proves to be unreachable. */
function isUnreachable(statements: unknown): boolean {
  const [only, ...others] = statements as readonly Statement[];
  return others.length === 0 && (only?.argument ?? only?.expression)?.callee?.name === 'assertNever';
}

function isLog(callee: Callee | undefined): boolean {
  const name = callee?.type === 'MemberExpression' ? callee.property?.name : callee?.name;
  return name === 'log';
}
