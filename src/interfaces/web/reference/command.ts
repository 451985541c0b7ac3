import { BASE_PATH, type RouteDoc } from '../../api/index.js';
import type { JsonSchema } from '../../../base/index.js';

/**
 * A request as a shell command, with the address in `BOX`, the file of the authority in `CA` and the API key in `KEY`.
 */
export function commandFor(route: RouteDoc, body: unknown): string {
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
