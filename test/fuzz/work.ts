/** What one worker is to do. */
export interface Work {
  readonly target: string;
  readonly seed: number;
  readonly count: number;
  /** Two numbers of 32 bits, of the input that is being read and of its bytes; behind them the bytes. */
  readonly shared: SharedArrayBuffer;
}

/** Its last words. */
export type Report =
  | { readonly kind: 'done'; /** What was held over the run, bytes. */ readonly heaps: readonly number[] }
  | { readonly kind: 'failed'; readonly index: number; readonly input: Uint8Array; readonly error: string };

/** Where the bytes of the input begin in the shared memory. */
export const INPUT_AT = 8;
