/** What is used of opentype.js 2, which brings no types; those of version 1 would bring the DOM with them. */
declare module 'opentype.js' {
  export type PathCommand =
    | { readonly type: 'M' | 'L'; readonly x: number; readonly y: number }
    | { readonly type: 'Q'; readonly x1: number; readonly y1: number; readonly x: number; readonly y: number }
    | { readonly type: 'C'; readonly x: number; readonly y: number }
    | { readonly type: 'Z' };

  export interface Font {
    /** The outline of a text, its baseline beginning at x, y; y grows downwards. */
    getPath(
      text: string,
      x: number,
      y: number,
      em: number,
      options: { readonly hinting: boolean },
    ): {
      readonly commands: readonly PathCommand[];
    };
  }

  export function parse(font: ArrayBuffer): Font;
}
