/** Where the description of an installation announces something that kasirbox adds to v1. */
export type Announcement =
  /** The operation itself: `GET /print-jobs/{id}`. */
  | { readonly operation: string }
  /** A parameter of it, of query or header. */
  | { readonly operation: string; readonly parameter: string }
  /** A member of the JSON that it takes. */
  | { readonly operation: string; readonly takes: string }
  /** A member of the JSON that it answers with this status: `refunds`, `error.rule`. */
  | { readonly operation: string; readonly status: number; readonly answers: string }
  /** A header of that answer. */
  | { readonly operation: string; readonly status: number; readonly header: string };

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Parameter {
  readonly name?: string;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content & { readonly headers?: Readonly<Record<string, unknown>> }>>;
}

/** An OpenAPI document as far as announcements look into it; any object in it may be a reference. */
export interface Announcing {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** True when the document announces it, also behind references. */
export function isAnnounced(document: Announcing, asked: Announcement): boolean {
  const resolved = <T>(value: T | undefined): T | undefined => resolve(document, value);
  const [method = '', path = ''] = asked.operation.split(' ');
  const item = document.paths?.[path];
  const operation = resolved(item?.[method.toLowerCase()] as Operation | undefined);
  if (operation === undefined) return false;
  if ('parameter' in asked) {
    const shared = (item?.['parameters'] ?? []) as readonly Parameter[];
    return [...shared, ...(operation.parameters ?? [])].some((one) => resolved(one)?.name === asked.parameter);
  }
  if ('takes' in asked) return has(contentOf(resolved(operation.requestBody)), asked.takes.split('.'));
  if (!('status' in asked)) return true;
  const response = resolved(operation.responses?.[String(asked.status)]);
  if ('answers' in asked) return has(contentOf(response), asked.answers.split('.'));
  return Object.keys(response?.headers ?? {}).some((name) => name.toLowerCase() === asked.header.toLowerCase());

  function contentOf(body: Content | undefined): Schema | undefined {
    return body?.content?.['application/json']?.schema;
  }

  /** Elements of an array stand for the array. */
  function has(schema: Schema | undefined, [member, ...rest]: readonly string[]): boolean {
    const found = resolved(schema);
    if (found === undefined) return false;
    if (member === undefined) return true;
    const own = found.properties?.[member];
    if (own !== undefined && has(own, rest)) return true;
    const parts = [...(found.allOf ?? []), ...(found.anyOf ?? []), ...(found.oneOf ?? [])];
    return [found.items, ...parts].some((part) => part !== undefined && has(part, [member, ...rest]));
  }
}

/** The value behind a reference into the document; one that leads nowhere is undefined. */
function resolve<T>(document: object, value: T | undefined): T | undefined {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return value;
  const steps = String(value.$ref).split('/').slice(1);
  const step = (at: unknown, name: string): unknown =>
    typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[unescape(name)] : undefined;
  return steps.reduce<unknown>(step, document) as T | undefined;
}

/** A step of a JSON pointer (RFC 6901). */
function unescape(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~');
}
