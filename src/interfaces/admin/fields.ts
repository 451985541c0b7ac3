import type { JsonSchema } from '../../base/index.js';

/** Carries the type of a field's values; never a member of an object. */
declare const VALUE: unique symbol;

/** One member of a question: the schema it is checked against, and the type of accepted values. */
interface Field<T, IsOptional extends boolean = boolean> {
  readonly schema: JsonSchema;
  readonly isOptional: IsOptional;
  readonly [VALUE]?: T;
}

/** The members of a question by name. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

type RequiredName<F extends Fields> = { [K in keyof F]: F[K] extends Field<unknown, false> ? K : never }[keyof F];
type ValueOf<F> = F extends Field<infer T> ? T : never;

/** The type of the questions that {@link schemaOf} accepts. */
export type Question<F extends Fields> = { readonly [K in RequiredName<F>]: ValueOf<F[K]> } & {
  readonly [K in Exclude<keyof F, RequiredName<F>>]?: ValueOf<F[K]>;
};

/** Members that are not listed are accepted and ignored, because a newer command may send them. */
export function schemaOf(fields: Fields): JsonSchema {
  const named = Object.entries(fields);
  return {
    type: 'object',
    required: named.filter(([, { isOptional }]) => !isOptional).map(([name]) => name),
    properties: Object.fromEntries(named.map(([name, { schema }]) => [name, schema])),
  };
}

/** A required field. The schema proves the type, so both must agree. */
export function field<T>(schema: JsonSchema): Field<T, false> {
  return { schema, isOptional: false };
}

export function optional<T>({ schema }: Field<T>): Field<T, true> {
  return { schema, isOptional: true };
}

export function nullable<T>({ schema }: Field<T>): Field<T | null, false> {
  return field({ ...schema, type: [schema['type'], 'null'] });
}

export function oneOf<const T extends string>(values: readonly T[]): Field<T, false> {
  return field({ type: 'string', enum: values });
}

export const text = field<string>({ type: 'string' });
export const integer = field<number>({ type: 'integer' });
export const boolean = field<boolean>({ type: 'boolean' });
/** Any JSON value, but it must be present. */
export const anything = field<unknown>({});
