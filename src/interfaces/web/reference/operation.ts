import { BASE_PATH, ERRORS, type ParameterDoc, type ResponseDoc, type RouteDoc } from '../../api/index.js';
import { escapeHtml, type JsonSchema } from '../../../base/index.js';
import {
  code,
  exampleBlock,
  inline,
  markdown,
  meaningOf,
  membersList,
  type NameOf,
  schemaLink,
  typeOf,
} from './schemas.js';

/** Helpers for displaying operations. */
export interface Known {
  readonly nameOf: NameOf;
  /** Returns an example of a body; undefined without one. */
  readonly exampleOf: (schema: JsonSchema) => unknown;
}

/** An operation of the API: its parameters, an example call, its responses. */
export function operationSection(id: string, route: RouteDoc, known: Known): string {
  const { method, path, summary, description, parameters = [], requestBody, responses } = route;
  const answers = Object.entries(responses).map(([status, response]) => answerItem(status, response, known));
  return `<article id="${id}" aria-labelledby="${id}-name">
<h3 id="${id}-name"><span class="method">${method.toUpperCase()}</span> ${code(path)}</h3>
<p><strong>${inline(summary)}</strong>${route.isOpen === true ? ' <span class="muted">At the root of the box, without a key.</span>' : ''}</p>
${markdown(description)}
${parameters.length === 0 ? '' : `<h4>Parameters</h4><dl>${parameters.map((one) => parameterRow(one, known.nameOf)).join('\n')}</dl>`}
${requestBody === undefined ? '' : bodyPart(route, requestBody, known)}
<h4>Call</h4>
${exampleBlock(commandFor(route, requestBody && known.exampleOf(requestBody)))}
<h4>Answers</h4>
<ul class="answers">${[...answers, ...errorItems(route)].join('\n')}</ul>
</article>`;
}

function parameterRow({ name, in: place, description, schema }: ParameterDoc, nameOf: NameOf): string {
  const required = place === 'path' ? ' <strong>required</strong>' : '';
  return (
    `<dt>${code(name)} <span class="type">${place}, ${typeOf(schema, nameOf)}</span>${required}</dt>` +
    `<dd>${markdown(description)}${meaningOf({ ...schema, description: undefined })}</dd>`
  );
}

function bodyPart({ bodyIsOptional }: RouteDoc, schema: JsonSchema, { nameOf }: Known): string {
  const name = nameOf(schema);
  return `<h4>Body</h4>
<p class="muted">${name === undefined ? '' : schemaLink(name)}, JSON${bodyIsOptional === true ? '; may be left out' : ''}</p>
<details><summary>Members</summary>${membersList(schema, nameOf)}</details>`;
}

function answerItem(status: string, response: ResponseDoc, { nameOf, exampleOf }: Known): string {
  const { description, schema, mediaType = 'application/json', headers = {}, example } = response;
  const shown = example ?? (schema && exampleOf(schema));
  const body =
    schema === undefined
      ? ''
      : ` <span class="type">${typeOf(schema, nameOf)}, ${escapeHtml([mediaType].flat().join(' or '))}</span>`;
  const headerWords = Object.entries(headers)
    .map(([name, header]) => ` Header ${code(name)}: ${inline(header.description)}`)
    .join('');
  return (
    `<li><strong>${status}</strong> ${inline(description)}${body}${headerWords}` +
    `${shown === undefined ? '' : `<details><summary>Example of ${status}</summary>${exampleBlock(shown)}</details>`}</li>`
  );
}

/** The errors of the operation; each is described only once in the document. */
function errorItems({ isOpen = false, errors = [] }: RouteDoc): string[] {
  const statuses = [...(isOpen ? [] : [401 as const]), ...errors, 429 as const, 500 as const];
  return [...new Set(statuses)]
    .sort((one, other) => one - other)
    .map((status) => `<li><a href="#error-${status}">${status}</a> ${inline(codesOf(status))}</li>`);
}

/** The codes of a status, as named in its description. */
function codesOf(status: keyof typeof ERRORS): string {
  return (ERRORS[status].description.match(/`[a-z_]+`(?=:)/g) ?? []).join(', ');
}

/**
 * A request as a shell command, with the address in `BOX`, the file of the authority in `CA` and the API key in `KEY`.
 */
function commandFor(route: RouteDoc, body: unknown): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => exampleOf(route, 'path', name));
  const target = route.isOpen === true ? `"\${BOX%${BASE_PATH}}${path}"` : `"$BOX${path}"`;
  const key = exampleOf(route, 'header', 'Idempotency-Key');
  const parts = [
    `curl --cacert "$CA" ${target}`,
    ...(route.method === 'get' || (route.method === 'post' && route.requestBody !== undefined)
      ? []
      : [`-X ${route.method.toUpperCase()}`]),
    ...(route.isOpen === true ? [] : ['-H "Authorization: Bearer $KEY"']),
    ...(key === '' ? [] : [`-H 'Idempotency-Key: ${key}'`]),
    ...(route.requestBody === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body ?? {}, null, 2))}`]),
  ];
  return parts.join(' \\\n  ');
}

/** The first example of a parameter; empty without one. */
function exampleOf({ parameters = [] }: RouteDoc, place: string, name: string): string {
  const schema: JsonSchema = parameters.find((one) => one.in === place && one.name === name)?.schema ?? {};
  const { examples } = schema;
  return Array.isArray(examples) ? String(examples[0]) : '';
}

/** A text as one word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
