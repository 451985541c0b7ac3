/** The members of a Babel node that are read here. */
interface Node {
  readonly type: string;
  readonly name?: string;
  readonly expression?: Node;
  readonly argument?: Node | null;
  readonly callee?: Node;
  readonly property?: Node;
  readonly properties?: readonly Node[];
  readonly body?: readonly Node[];
  readonly directives?: readonly Node[];
  readonly start?: number | null;
  readonly end?: number | null;
}

/** A kind of change; `mutate` yields the changed nodes of a place. */
export interface Operator {
  readonly name: string;
  mutate(path: { readonly node: Node }): Generator<Node>;
}

/** The Babel functions that create nodes, as far as they are used here. */
export interface Maker {
  readonly emptyStatement: () => Node;
  readonly blockStatement: (body: readonly Node[], directives?: readonly Node[]) => Node;
  readonly objectExpression: (properties: readonly Node[]) => Node;
  readonly addComment: (node: Node, place: 'leading', text: string) => Node;
  readonly cloneNode: (node: Node) => Node;
}

/** Calls that release something, without those that have no effect when repeated, such as `clear` of a map. */
const RELEASES = /^(?:release|unlock|free|end|close|dispose|stop|remove\w*|done|forget)$/;

/** The name of the function that an expression calls: `b` for `await a.b(c)`. */
function nameOfCall(node: Node | null | undefined): string | undefined {
  const call = node?.type === 'AwaitExpression' || node?.type === 'UnaryExpression' ? node.argument : node;
  if (call?.type !== 'CallExpression' && call?.type !== 'OptionalCallExpression') return undefined;
  const { callee } = call;
  return callee?.property?.name ?? callee?.name;
}

/** True for a call, an assignment or an increment as a statement, except a log line, which no test has to notice. */
const isStep = ({ type, expression }: Node): boolean =>
  type === 'ExpressionStatement' &&
  /^(?:Await|Call|OptionalCall|Assignment|Update|Unary)Expression$/.test(expression?.type ?? '') &&
  !['log', 'super'].includes(nameOfCall(expression) ?? '') &&
  expression?.callee?.type !== 'Super';

const isAwaitedStep = (node: Node): boolean =>
  node.type === 'ExpressionStatement' && node.expression?.type === 'AwaitExpression';

/**
 * Frequent mistakes that StrykerJS has no operator for: a missing step (not stored, not released, not reset), a missing
 * `await`, two steps in the wrong order, a repeated release, a missing member of a copied record.
 */
export function operators(make: Maker): Operator[] {
  return [
    {
      name: 'LostStep',
      *mutate({ node }) {
        if (isStep(node)) yield make.emptyStatement();
      },
    },
    {
      name: 'LostAwait',
      *mutate({ node }) {
        if (node.type === 'AwaitExpression' && node.argument) yield node.argument;
      },
    },
    {
      name: 'RepeatedRelease',
      *mutate({ node }) {
        if (!isStep(node) || !RELEASES.test(nameOfCall(node.expression) ?? '')) return;
        yield make.blockStatement([node, make.cloneNode(node)]);
      },
    },
    {
      name: 'SwappedSteps',
      *mutate({ node }) {
        if (node.type !== 'BlockStatement') return;
        const body = node.body ?? [];
        for (const [at, first] of body.entries()) {
          const second = body[at + 1];
          if (second === undefined || !isStep(first) || !isStep(second)) continue;
          if (!isAwaitedStep(first) && !isAwaitedStep(second)) continue;
          // The comment distinguishes this change from others of the same block.
          const names = [first, second].map(({ expression }) => nameOfCall(expression) ?? 'a step');
          const swapped = make.addComment(make.cloneNode(second), 'leading', ` swapped: ${names.join(', ')} `);
          yield make.blockStatement([...body.slice(0, at), swapped, first, ...body.slice(at + 2)], node.directives);
        }
      },
    },
    {
      name: 'ForgottenMember',
      *mutate({ node }) {
        const { properties = [] } = node;
        if (node.type !== 'ObjectExpression' || !properties.some(({ type }) => type === 'SpreadElement')) return;
        for (const property of properties) {
          if (properties.length > 1) yield make.objectExpression(properties.filter((other) => other !== property));
        }
      },
    },
  ];
}
