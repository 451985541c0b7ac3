import { Broken } from './expect.js';

/** Reads a JSON value as a type; throws {@link Broken} when it is not one. `at`: the place of the value. */
export type Shape<T> = (value: unknown, at: string) => T;

/** What a shape reads. */
export type Of<S> = S extends Shape<infer T> ? T : never;

function primitive<T>(name: string, fits: (value: unknown) => value is T): Shape<T> {
  return (value, at) => {
    if (!fits(value)) throw new Broken(`${at}: expected ${name}, is ${shown(value)}`);
    return value;
  };
}

function shown(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}

export const text = primitive('a string', (value) => typeof value === 'string');
export const number = primitive('a number', (value) => typeof value === 'number');
export const integer = primitive('an integer', (value): value is number => Number.isInteger(value));
export const flag = primitive('a boolean', (value) => typeof value === 'boolean');
export const anything: Shape<unknown> = (value, at) => {
  if (value === undefined) throw new Broken(`${at}: is absent`);
  return value;
};

export function oneOf<const T extends readonly unknown[]>(...values: T): Shape<T[number]> {
  return primitive(`one of ${values.map(String).join(', ')}`, (value): value is T[number] => values.includes(value));
}

export function textLike(pattern: RegExp, name: string): Shape<string> {
  return primitive(name, (value): value is string => typeof value === 'string' && pattern.test(value));
}

export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return (value, at) => (value === null ? null : shape(value, at));
}

export function optional<T>(shape: Shape<T>): Shape<T | undefined> {
  return (value, at) => (value === undefined ? undefined : shape(value, at));
}

export function list<T>(shape: Shape<T>): Shape<readonly T[]> {
  return (value, at) => {
    if (!Array.isArray(value)) throw new Broken(`${at}: expected an array, is ${shown(value)}`);
    return value.map((entry, index) => shape(entry, `${at}[${index}]`));
  };
}

/** An object with these members. The contract lets later releases add others, so they are passed over. */
export function object<S extends Readonly<Record<string, Shape<unknown>>>>(
  members: S,
): Shape<{ readonly [K in keyof S]: Of<S[K]> }> {
  return (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new Broken(`${at}: expected an object, is ${shown(value)}`);
    }
    const fields: Readonly<Record<string, unknown>> = { ...value };
    const read = Object.entries(members).map(([name, shape]) => [name, shape(fields[name], `${at}.${name}`)]);
    return Object.fromEntries(read) as { readonly [K in keyof S]: Of<S[K]> };
  };
}
