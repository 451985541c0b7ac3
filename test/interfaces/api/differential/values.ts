import type { JsonSchema } from '../../../../src/base/schema.js';
import type { Random } from '../../../kit/random.js';

/** Texts that fit a schema, or just do not, by what its pattern begins with. */
const FITTING: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\[0-9\]\{8,14\}/, ['86000001', '86000000000012', '8600000', '860000000000123', '8600000a', '８６０００００１']],
  [/\(\?:1\[0-6\]/, ['10:123456789', '40:X', '9:1', '10:', '10:ж', '10:1 2', '17:1', '10:12345678901234567', '10:1\n']],
  [/\{8,64\}/, ['order-0001', 'x'.repeat(64), 'x'.repeat(65), 'short-7', 'with space', 'ћирилица8', 'order-0002\n']],
  [
    /\[01\]\[0-9\]\|2\[0-3\]/,
    [
      '2026-01-31 23:59:59',
      '2026-02-30 10:00:00',
      '2026-01-31 24:00:00',
      '2026-01-31',
      '2026-13-01 00:00:00',
      '２026-01-01 00:00:00',
      '2026-01-01T00:00:00',
      '2021-12-31 00:00:00',
    ],
  ],
  [
    /^\^\[0-9\]\{4\}-/,
    ['2026-01-31', '2026-02-30', '2026-00-10', '2026-1-1', '0000-01-01', '2026-01-32', ' 2026-01-01', '9999-12-31'],
  ],
  [
    /@/,
    [
      'kupac@example.rs',
      'a@b',
      'a@пример.срб',
      'a b@c.rs',
      'a@b..rs',
      '@b.rs',
      'a@b.rs\r\n',
      'a@b.rs,c@d.rs',
      `${'x'.repeat(65)}@b.rs`,
      'a@b.1',
      'a@𝐛.rs',
      '"a"@b.rs',
    ],
  ],
];

/** Possible content of a text: blanks, invisible characters, commands, halves of pairs, marks, letters of two code points. */
const PIECES = [
  ...['Кафа', 'č', 'c\u030c', '🍕', '👩‍🍳', '\u{1d15e}', ' ', '\t', '\n', '\r', '\u00a0', '\u2028', '\u00ad', '\u200b'],
  ...[
    '\u200d',
    '\u202e',
    '\ufeff',
    '\u034f',
    '\u3164',
    '\u2800',
    '\0',
    '\u001b',
    '\u007f',
    '\u0085',
    '\u009b',
    '\ud83c',
  ],
  ...['\udf55', '\ufffe', '\u0301', '\u0344', `e${'\u0316\u0301'.repeat(3)}`, '"', '\\', '<b>', '\u{e0001}', '\ufe0f'],
];
const JUNK: readonly unknown[] = [
  ...[null, true, false, 0, 1, -1, 1.5, 1e-7, 1e21, 1e300, Infinity, -Infinity, '', ' ', '1', 'x', 'null', '\u200b'],
  ...[[], {}, [null], [[]], { a: 1 }, 'Ђ', 'Cash', '2026-01-01'],
];

/** A text of about so many code points, of letters of one, or of two UTF-16 units, or decomposed. */
function textOf(random: Random, points: number): string {
  const letter = random.pick(['ж', '🍕', 'c\u030c', ' ', '\u200b', 'a']);
  return Array.from(letter.repeat(points)).slice(0, Math.max(0, points)).join('');
}

function text(random: Random, { pattern, maxLength }: JsonSchema): string {
  const known = FITTING.find(([about]) => typeof pattern === 'string' && about.test(pattern));
  if (known !== undefined && !random.oneIn(4)) return random.pick(known[1]);
  if (typeof maxLength === 'number' && random.oneIn(3)) return textOf(random, maxLength + random.int(-1, 1));
  return Array.from({ length: random.int(0, 3) }, () => random.pick(PIECES)).join('');
}

/** Numbers of up to 15 digits: of a longer one the box reads the first 15. */
function number(random: Random, { minimum, maximum, exclusiveMinimum }: JsonSchema): number {
  const bounds = [minimum, maximum, exclusiveMinimum].filter((bound) => typeof bound === 'number');
  const bound = bounds.length === 0 ? 0 : random.pick(bounds);
  return random.pick([
    bound,
    bound,
    bound + 1,
    bound - 1,
    Number((bound + 0.01).toFixed(2)),
    0.0004,
    2.675,
    -0.01,
    1e15,
    Infinity,
  ]);
}

/** A value near the borders of a schema: many fit, many just do not, some are anything. */
export function nearby(random: Random, schema: JsonSchema): unknown {
  if (random.oneIn(5)) return random.pick(JUNK);
  const choices = schema['anyOf'];
  if (Array.isArray(choices)) return nearby(random, random.pick(choices as JsonSchema[]));
  const { enum: values } = schema;
  if (Array.isArray(values))
    return random.oneIn(4) ? String(random.pick(values)).toLowerCase() : (random.pick(values) as unknown);
  switch (random.pick([schema['type']].flat())) {
    case 'string':
      return text(random, schema);
    case 'number':
    case 'integer':
      return number(random, schema);
    case 'boolean':
      return random.oneIn(2);
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: random.pick([0, 1, 2]) }, () => nearby(random, schema['items'] as JsonSchema));
    case 'object':
      return Object.fromEntries(
        Object.entries(schema['properties'] as Readonly<Record<string, JsonSchema>>)
          .filter(() => random.oneIn(2))
          .map(([name, member]) => [name, nearby(random, member)]),
      );
    default:
      return random.pick(JUNK);
  }
}
