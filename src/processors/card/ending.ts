import type { CardLoss } from './link.js';

/** The end of an object that ends once. Of several reasons the first is used. */
export class Ending {
  private first: CardLoss | undefined;
  private tell: (reason: CardLoss) => void = () => undefined;

  /** Resolves at the end. */
  readonly told = new Promise<CardLoss>((resolve) => (this.tell = resolve));

  /** Undefined until the end, which may come during any wait. */
  reason(): CardLoss | undefined {
    return this.first;
  }

  /** True for the first reason. */
  come(reason: CardLoss): boolean {
    if (this.first !== undefined) return false;
    this.first = reason;
    this.tell(reason);
    return true;
  }
}
