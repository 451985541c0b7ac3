/** The members of a Babel path that are read here. */
export interface NodePath {
  readonly node: {
    readonly type: string;
    readonly value?: unknown;
    readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
    readonly callee?: { readonly type: string; readonly name?: string; readonly property?: { readonly name?: string } };
    readonly argument?: { readonly type: string } | null;
  };
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
    default:
      return undefined;
  }
}

function isLog(callee: NodePath['node']['callee']): boolean {
  const name = callee?.type === 'MemberExpression' ? callee.property?.name : callee?.name;
  return name === 'log';
}
