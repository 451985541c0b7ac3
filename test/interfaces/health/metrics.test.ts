import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { exposition } from '../../../src/interfaces/health/metrics.js';

test('each family is its help, its type and its values, and the text ends with a line feed', () => {
  const text = exposition([
    { name: 'a_total', type: 'counter', help: 'Of a.', samples: [{ value: 3 }] },
    {
      name: 'b_bytes',
      type: 'gauge',
      help: 'Of b.',
      samples: [
        { labels: { of: 'x', by: 'y' }, value: 0.5 },
        { labels: { of: 'z' }, value: -1 },
      ],
    },
  ]);
  assert.is(
    text,
    [
      '# HELP a_total Of a.',
      '# TYPE a_total counter',
      'a_total 3',
      '# HELP b_bytes Of b.',
      '# TYPE b_bytes gauge',
      'b_bytes{of="x",by="y"} 0.5',
      'b_bytes{of="z"} -1',
      '',
    ].join('\n'),
  );
});

test('a family without a value is left out', () => {
  assert.is(exposition([{ name: 'a', type: 'gauge', help: 'Of a.', samples: [] }]), '');
});

test('backslashes and line feeds are escaped everywhere, quotation marks in labels alone', () => {
  const said = 'a\\b"c\nd';
  const text = exposition([{ name: 'a', type: 'gauge', help: said, samples: [{ labels: { of: said }, value: 1 }] }]);
  assert.is(text, '# HELP a a\\\\b"c\\nd\n# TYPE a gauge\na{of="a\\\\b\\"c\\nd"} 1\n');
});

test.run();
