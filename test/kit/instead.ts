export type Method = (...args: unknown[]) => unknown;

/** Replaces a method for as long as a mistake lasts; gives back what undoes it. */
export function instead<T extends object>(
  prototype: T,
  name: string,
  replacement: (self: T, original: Method, args: unknown[]) => unknown,
): () => void {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  if (descriptor === undefined) throw new Error(`there is no ${name}`);
  const method = descriptor.value as Method;
  Object.defineProperty(prototype, name, {
    ...descriptor,
    value(this: T, ...args: unknown[]): unknown {
      return replacement(this, (...given) => Reflect.apply(method, this, given), args);
    },
  });
  return () => void Object.defineProperty(prototype, name, descriptor);
}
