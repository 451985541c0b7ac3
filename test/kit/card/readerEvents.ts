import type { CardReader } from '../../../src/processors/card/link.js';

/** The events of a reader's slot, in order and without a gap. */
export class ReaderEvents {
  private readonly told: boolean[] = [];
  private onTold: () => void = () => undefined;

  constructor(reader: CardReader) {
    reader.onChange((hasCard) => {
      this.told.push(hasCard);
      this.onTold();
    });
  }

  /** The next one. */
  async next(): Promise<boolean> {
    while (this.told.length === 0) await new Promise<void>((told) => (this.onTold = told));
    return this.told.shift() === true;
  }
}
