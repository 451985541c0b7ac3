/** Keys of one code come closer than this, ms; no hand is that steady. */
const LONGEST_GAP = 60;
/** What is shorter may have been typed. */
const SHORTEST_CODE = 4;
/** The link in a QR code has some 900 characters. */
const LONGEST_CODE = 2000;

/**
 * Tells a scanner that types like a keyboard from a person who types: its characters come in a burst that ends with Enter or Tab.
 * Times are those of the keys, not of when the page got round to them, so that a busy page loses nothing.
 */
export class ScanReader {
  private typed = '';
  private last = -Infinity;

  /**
   * Takes one key as `KeyboardEvent.key`, and its time in ms. `begins`: it may be the first of a code. `code`: it ended one, and
   * must not do what such a key does otherwise.
   */
  press(key: string, time: number): { readonly begins: boolean; readonly code: string | undefined } {
    const isBurst = time - this.last <= LONGEST_GAP;
    if (key === 'Shift' || key === 'CapsLock') return { begins: false, code: undefined };
    this.last = time;
    if (key === 'Enter' || key === 'Tab') {
      const code = isBurst && this.typed.length >= SHORTEST_CODE ? this.typed : undefined;
      this.typed = '';
      return { begins: false, code };
    }
    const isCharacter = [...key].length === 1;
    const goesOn = isBurst && this.typed !== '' && this.typed.length < LONGEST_CODE;
    this.typed = !isCharacter ? '' : goesOn ? this.typed + key : key;
    return { begins: isCharacter && !goesOn, code: undefined };
  }
}
