import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type NodePath, reasonToIgnore } from './ignored.js';

type Node = NodePath['node'];
const callOf = (name: string) => ({ type: 'CallExpression', callee: { type: 'Identifier', name } });

test('a mutant counts unless it changes a sentence, a line of the log, the text of a bug, or what cannot be reached', () => {
  const reasons: readonly [Node, string | undefined][] = [
    [{ type: 'StringLiteral', value: 'a card was removed' }, 'a sentence'],
    [{ type: 'StringLiteral', value: 'no card' }, undefined],
    [callOf('log'), 'a line of the log'],
    [callOf('close'), undefined],
    [{ type: 'ThrowStatement', argument: { type: 'NewExpression' } }, 'the text of a bug'],
    [{ type: 'ThrowStatement', argument: { type: 'Identifier' } }, undefined],
  ];
  for (const [node, reason] of reasons) assert.is(reasonToIgnore({ node }), reason, JSON.stringify(node));
});

test('the default of an exhaustive switch cannot be reached, any other default or case can', () => {
  const never = callOf('assertNever');
  const defaults: readonly [unknown[], boolean][] = [
    [[{ type: 'ReturnStatement', argument: never }], true],
    [[{ type: 'ExpressionStatement', expression: never }], true],
    [[{ type: 'ReturnStatement', argument: callOf('close') }], false],
    [[{ type: 'ReturnStatement', argument: null }], false],
    [
      [
        { type: 'ExpressionStatement', expression: callOf('close') },
        { type: 'ReturnStatement', argument: never },
      ],
      false,
    ],
    [[], false],
  ];
  for (const [consequent, isIgnored] of defaults) {
    const reason = reasonToIgnore({ node: { type: 'SwitchCase', test: null, consequent } });
    assert.is(reason !== undefined, isIgnored, JSON.stringify(consequent));
    assert.is(reasonToIgnore({ node: { type: 'SwitchCase', test: {}, consequent } }), undefined);
  }
});

test.run();
