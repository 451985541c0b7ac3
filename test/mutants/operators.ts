/** What of a node of Babel is read here. */
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

/** A kind of change that is made to each place where it makes sense. */
export interface Operator {
  readonly name: string;
  mutate(path: { readonly node: Node }): Generator<Node>;
}

/** The makers of nodes of Babel that are used here. */
export interface Maker {
  readonly emptyStatement: () => Node;
  readonly blockStatement: (body: readonly Node[], directives?: readonly Node[]) => Node;
  readonly objectExpression: (properties: readonly Node[]) => Node;
  readonly addComment: (node: Node, place: 'leading', text: string) => Node;
  readonly cloneNode: (node: Node) => Node;
}

/** Calls that give back what was taken, without those that do nothing the second time, such as `clear` of a map. */
const RELEASES = /^(?:release|unlock|free|end|close|dispose|stop|remove\w*|done|forget)$/;

/** What is done by an expression: `await a.b(c)` is a call of b. */
function nameOfCall(node: Node | null | undefined): string | undefined {
  const call = node?.type === 'AwaitExpression' || node?.type === 'UnaryExpression' ? node.argument : node;
  if (call?.type !== 'CallExpression' && call?.type !== 'OptionalCallExpression') return undefined;
  const { callee } = call;
  return callee?.property?.name ?? callee?.name;
}

/** A call, an assignment or a count that stands for itself; what it may leave out without being noticed, such as a line of the log, is not meant. */
const isStep = ({ type, expression }: Node): boolean =>
  type === 'ExpressionStatement' &&
  /^(?:Await|Call|OptionalCall|Assignment|Update|Unary)Expression$/.test(expression?.type ?? '') &&
  !['log', 'super'].includes(nameOfCall(expression) ?? '') &&
  expression?.callee?.type !== 'Super';

const isAwaitedStep = (node: Node): boolean =>
  node.type === 'ExpressionStatement' && node.expression?.type === 'AwaitExpression';

/**
 * The ways in which people err that StrykerJS has no operator for: a step that is left out (not stored, not released, not reset), one that is
 * not waited for, two in the wrong order, a release that comes twice, a member of a copied record that is forgotten.
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
