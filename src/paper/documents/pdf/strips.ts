import { CELL_AIR_MM, CELL_PADDING_MM, TYPE } from '../sheet/sheet.js';
import { type Pdf, type Tag, tagsOf } from './tags.js';
import { drawText, mm, riseOf, type Strip, type TextStyle, widthOf, wrap } from './pdfText.js';

/** Building blocks of all blocks. Lengths are in pt as in style.ts, so that PDF and HTML look alike. */

export const LEADING = 1.35;
export const HAIRLINE = 0.25;
export const RULE = 0.75;
export const GREY = '#999';
export const GAP = mm(6);
export const CELL = { x: mm(CELL_PADDING_MM), y: mm(CELL_AIR_MM.usual), denseY: mm(CELL_AIR_MM.dense) } as const;

export const TEXT: TextStyle = { font: 'text', size: TYPE.text };
export const DENSE: TextStyle = { font: 'text', size: TYPE.dense };
export const SMALL: TextStyle = { font: 'text', size: TYPE.small };
export const BOLD: TextStyle = { font: 'bold', size: TYPE.text };
export const NAME: TextStyle = { font: 'bold', size: 11 };
export const AMOUNT: TextStyle = { font: 'bold', size: 11 };

type Align = 'left' | 'right' | 'center';

/** A wrapped text, one strip per row. */
export function rowStrips(
  pdf: Pdf,
  text: string,
  width: number,
  style: TextStyle,
  align: Align = 'left',
  leading = LEADING,
): Strip[] {
  const height = style.size * leading;
  const rise = riseOf(style, leading);
  return wrap(pdf, text, width, style).map((row) => {
    const room = align === 'left' ? 0 : width - widthOf(pdf, row, style);
    const indent = align === 'center' ? room / 2 : room;
    return { height, draw: (x, y) => drawText(pdf, row, x + indent, y + rise, style) };
  });
}

/** Strips below one another as one strip, which is never split. */
export function stack(strips: readonly Strip[]): Strip {
  return {
    height: strips.reduce((sum, { height }) => sum + height, 0),
    draw: (x, y) => {
      let top = y;
      for (const strip of strips) {
        strip.draw(x, top);
        top += strip.height;
      }
    },
  };
}

/** A strip as a part of the document. `alt` is the text alternative of a picture. */
export function tagged(pdf: Pdf, tag: Tag, strip: Strip, alt?: string): Strip {
  return { ...strip, draw: (x, y) => tagsOf(pdf).within(tag, () => strip.draw(x, y), alt) };
}

export function space(height: number): Strip {
  return { height, draw: () => undefined };
}

/** Stacks of strips side by side, as one strip. */
export function sideBySide(stacks: readonly (readonly Strip[])[], offsets: readonly number[]): Strip {
  const whole = stacks.map((strips) => stack(strips));
  return {
    height: Math.max(...whole.map(({ height }) => height)),
    draw: (x, y) => {
      for (const [at, strip] of whole.entries()) strip.draw(x + (offsets[at] ?? 0), y);
    },
  };
}
