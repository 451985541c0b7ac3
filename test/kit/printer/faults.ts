const NOTHING: readonly never[] = [];

/** What is to happen at certain bytes, each once. */
export class Plan<T> {
  readonly #steps = new Map<number, T[]>();
  /** The next offset at which something happens: for a look at every byte. */
  #next = Infinity;

  add(offset: number, step: T): void {
    const steps = this.#steps.get(offset);
    if (steps === undefined) this.#steps.set(offset, [step]);
    else steps.push(step);
    this.#next = Math.min(this.#next, offset);
  }

  /** What is to happen at this byte; offsets only grow. */
  take(offset: number): readonly T[] {
    if (offset < this.#next) return NOTHING;
    const steps = this.#steps.get(offset) ?? [];
    this.#steps.delete(offset);
    this.#next = Math.min(Infinity, ...this.#steps.keys());
    return steps;
  }
}
