import { isDeepStrictEqual } from 'node:util';
import * as assert from 'uvu/assert';

/**
 * A value that one client changes, one change after the other: what it was told last, and the one change that may have
 * had no answer, and may hold or not.
 */
export class Cell<T> {
  private asked: { readonly value: T } | undefined;

  constructor(
    private readonly what: string,
    private told: T,
  ) {}

  get value(): T {
    return this.told;
  }

  /** Before a change is asked for. */
  ask(value: T): void {
    this.asked = { value };
  }

  /** The change was answered well. */
  hold(): void {
    if (this.asked !== undefined) this.told = this.asked.value;
    this.asked = undefined;
  }

  /** What a start has found, which holds from now on. */
  compare(found: T): void {
    const isAsked = this.asked !== undefined && isDeepStrictEqual(found, this.asked.value);
    if (!isAsked) assert.equal(found, this.told, this.what);
    this.told = found;
    this.asked = undefined;
  }

  /** The same at this moment, for a look at something that does not change any more. */
  frozen(): Cell<T> {
    const cell = new Cell(this.what, this.told);
    cell.asked = this.asked;
    return cell;
  }
}
