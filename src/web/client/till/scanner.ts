import { isGtin } from './gtin.js';

/** Keys of one code come closer than this, ms; no hand is that steady. */
const LONGEST_GAP = 60;
/** A busy tablet may get the keys late; digits with the right check digit are a code then too. */
const LONGEST_LATE_GAP = 300;
/** What is shorter may have been typed. */
const SHORTEST_CODE = 4;
/** The link in a QR code has some 900 characters. */
const LONGEST_CODE = 2000;

/**
 * Tells a scanner that types like a keyboard from a person who types: its characters come in a burst that ends with Enter or Tab.
 * Times are those of the keys, not of when the page got round to them, so that a busy page loses nothing.
 */
export class ScanReader {
  private burst = '';
  private digits = '';
  private last = -Infinity;

  /** Takes one key as `KeyboardEvent.key`, and its time in ms; gives the code that it ended, and then it must do nothing else. */
  press(key: string, time: number): string | undefined {
    if (key === 'Shift' || key === 'CapsLock') return undefined;
    const gap = time - this.last;
    this.last = time;
    if (gap > LONGEST_GAP || this.burst.length >= LONGEST_CODE) this.burst = '';
    if (gap > LONGEST_LATE_GAP || !/^\d$|^Enter$|^Tab$/.test(key)) this.digits = '';
    if (key === 'Enter' || key === 'Tab') {
      const { burst, digits } = this;
      this.burst = '';
      this.digits = '';
      return isGtin(digits) ? digits : burst.length >= SHORTEST_CODE ? burst : undefined;
    }
    const isCharacter = Array.from(key).length === 1;
    this.burst = isCharacter ? this.burst + key : '';
    if (/^\d$/.test(key)) this.digits += key;
    return undefined;
  }
}
