import { escapeHtml, isRecord, type JsonSchema } from '../../../base/index.js';

/** Returns the name of a schema in the API document; undefined without one. */
export type NameOf = (schema: unknown) => string | undefined;

/** A member of a body: `items[].name`. */
interface Member {
  readonly path: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** Maximum number of examples shown for one value. */
const MAX_EXAMPLES = 3;

export function schemaLink(name: string): string {
  return `<a href="#schema-${name}">${name}</a>`;
}

/** All members of a schema, including those of nested schemas without a name of their own. */
export function membersList(schema: JsonSchema, nameOf: NameOf): string {
  const rows = membersOf(schema, '', nameOf).map(
    ({ path, schema: member, isRequired }) =>
      `<dt>${code(path)} <span class="type">${typeOf(member, nameOf)}</span>${isRequired ? ' <strong>required</strong>' : ''}</dt>` +
      `<dd>${meaningOf(member)}</dd>`,
  );
  return rows.length === 0 ? `<p>${typeOf(schema, nameOf, true)}</p>` : `<dl>${rows.join('\n')}</dl>`;
}

function membersOf(schema: JsonSchema, prefix: string, nameOf: NameOf): Member[] {
  const { properties, required } = schema;
  if (isRecord(properties)) {
    return Object.entries(properties).flatMap(([name, member]) => {
      if (!isRecord(member)) return [];
      const isRequired = Array.isArray(required) && required.includes(name);
      const path = prefix + name;
      return [{ path, schema: member, isRequired }, ...innerMembers(member, path, nameOf)];
    });
  }
  return alternativesOf(schema).flatMap((one) =>
    nameOf(one) === undefined && isRecord(one) ? membersOf(one, prefix, nameOf) : [],
  );
}

/** The inner members of a member; a schema with a name is shown separately. */
function innerMembers(schema: JsonSchema, path: string, nameOf: NameOf): Member[] {
  if (nameOf(schema) !== undefined) return [];
  if (isRecord(schema['items'])) return innerMembers(schema['items'], `${path}[]`, nameOf);
  return membersOf(schema, `${path}.`, nameOf);
}

function alternativesOf({ anyOf, oneOf }: JsonSchema): readonly unknown[] {
  return [anyOf, oneOf].flatMap((all) => (Array.isArray(all) ? (all as unknown[]) : []));
}

/** The type of a value as text: `text or null`, `list of Payment`. */
export function typeOf(schema: unknown, nameOf: NameOf, isOpened = false): string {
  const name = nameOf(schema);
  if (name !== undefined && !isOpened) return schemaLink(name);
  if (!isRecord(schema)) return 'any';
  if ('const' in schema) return `always ${code(JSON.stringify(schema['const']))}`;
  const { type, enum: values, items } = schema;
  if (Array.isArray(values)) return `one of ${values.map((value) => code(String(value))).join(', ')}`;
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) return alternatives.map((one) => typeOf(one, nameOf)).join(' or ');
  const types = [type].flat().map(String);
  return types.map((one) => (one === 'array' ? `array of ${typeOf(items, nameOf)}` : one)).join(' or ');
}

/** Description, limits and examples of a value, as HTML. */
export function meaningOf(schema: JsonSchema): string {
  const { description, examples } = schema;
  const words = typeof description === 'string' ? markdown(description) : '';
  const bounds = boundsOf(schema);
  const shown = Array.isArray(examples) ? examples.slice(0, MAX_EXAMPLES).map(exampleText) : [];
  return (
    words +
    (bounds.length > 0 ? `<p class="muted">${bounds.join(', ')}</p>` : '') +
    (shown.length > 0 ? `<p class="muted">Such as ${shown.join(', ')}</p>` : '')
  );
}

function exampleText(example: unknown): string {
  return code(typeof example === 'string' ? example : JSON.stringify(example));
}

function boundsOf({ items, ...schema }: JsonSchema): string[] {
  const { minimum, exclusiveMinimum, maximum, pattern } = schema;
  return [
    ...(typeof exclusiveMinimum === 'number' ? [`above ${exclusiveMinimum}`] : []),
    ...(typeof minimum === 'number' ? [`at least ${minimum}`] : []),
    ...(typeof maximum === 'number' ? [`at most ${maximum}`] : []),
    ...lengthOf(schema['minLength'], schema['maxLength'], 'characters'),
    ...lengthOf(schema['minItems'], schema['maxItems'], 'entries'),
    ...(typeof pattern === 'string' ? [`pattern ${code(pattern)}`] : []),
    ...(isRecord(items) ? boundsOf(items).map((bound) => `each ${bound}`) : []),
  ];
}

function lengthOf(least: unknown, most: unknown, unit: string): string[] {
  const from = typeof least === 'number' ? `at least ${least} ` : '';
  const to = typeof most === 'number' ? `at most ${most} ` : '';
  if (from === '' && to === '') return [];
  return [`${[from, to].filter((text) => text !== '').join('and ')}${unit}`];
}

/** Converts the Markdown of API descriptions to HTML: paragraphs, lists of one level, and code in backticks. */
export function markdown(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((block) => (block.startsWith('- ') ? listOf(block) : `<p>${inline(block)}</p>`))
    .join('');
}

function listOf(block: string): string {
  const items = block.split(/^- /m).slice(1);
  return `<ul>${items.map((item) => `<li>${inline(item.trim())}</li>`).join('')}</ul>`;
}

/** A sentence with code in it. */
export function inline(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, (_, code: string) => `<code>${code}</code>`);
}

export function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

/** A value as in a body, indented. */
export function exampleBlock(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return `<pre>${escapeHtml(text)}</pre>`;
}
