import type { CardLoss } from './link.js';

/** The end of something that ends once. Of several reasons the first counts. */
export class Ending {
  private first: CardLoss | undefined;
  private tell: (reason: CardLoss) => void = () => undefined;

  /** Resolves when it has come. */
  readonly told = new Promise<CardLoss>((resolve) => (this.tell = resolve));

  /** Undefined until it has come, which may be during any wait. */
  reason(): CardLoss | undefined {
    return this.first;
  }

  /** Gives true for the first reason. */
  come(reason: CardLoss): boolean {
    if (this.first !== undefined) return false;
    this.first = reason;
    this.tell(reason);
    return true;
  }
}
