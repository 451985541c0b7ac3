import { assertNever } from '../../base/index.js';
import {
  type Block,
  CELL_PADDING_MM,
  type Facts,
  type Pair,
  type Party,
  type Slip,
  type Table,
  TYPE,
} from '../sheet/sheet.js';
import { mm, type Pdf, drawRule, type Strip, type TextStyle, widthOf, wrap, drawText } from './pdfText.js';

/** Blocks of the document as strips, top to bottom. Lengths in pt as in style.ts, so that PDF and HTML look alike. */

const LEADING = 1.35;
const HAIRLINE = 0.25;
const RULE = 0.75;
const GREY = '#999';
const GAP = mm(6);
const CELL = { x: mm(CELL_PADDING_MM), y: mm(0.8) } as const;

const TEXT: TextStyle = { font: 'text', size: TYPE.text };
const SMALL: TextStyle = { font: 'text', size: TYPE.small };
const BOLD: TextStyle = { font: 'bold', size: TYPE.text };
const NAME: TextStyle = { font: 'bold', size: 10 };
const AMOUNT: TextStyle = { font: 'bold', size: 11 };

export function stripsOf(pdf: Pdf, block: Exclude<Block, Slip>, width: number): Strip[] {
  switch (block.kind) {
    case 'party':
      return partyStrips(pdf, block, width);
    case 'heading':
      return [
        ...rowStrips(pdf, block.above, width, TEXT),
        ...rowStrips(pdf, block.title, width, { font: 'bold', size: TYPE.title }),
      ];
    case 'banner':
      return [bannerStrip(pdf, block.text, width)];
    case 'sentence':
      return rowStrips(pdf, block.text, width, { font: 'bold', size: TYPE.sentence }, 'center', 1.1);
    case 'facts':
      return factStrips(pdf, block, width);
    case 'table':
      return tableStrips(pdf, block, width);
    case 'amount':
      return [amountStrip(pdf, block.caption, block.amount, width)];
    case 'note':
      return rowStrips(pdf, block.text, width, SMALL);
    case 'pair':
      return [pairStrip(pdf, block, width)];
    default:
      return assertNever(block);
  }
}

type Align = 'left' | 'right' | 'center';

/** A wrapped text, one strip per row. */
function rowStrips(
  pdf: Pdf,
  text: string,
  width: number,
  style: TextStyle,
  align: Align = 'left',
  leading = LEADING,
): Strip[] {
  const height = style.size * leading;
  const rise = (height - style.size * 1.164) / 2;
  return wrap(pdf, text, width, style).map((row) => {
    const room = align === 'left' ? 0 : width - widthOf(pdf, row, style);
    const indent = align === 'center' ? room / 2 : room;
    return { height, draw: (x, y) => drawText(pdf, row, x + indent, y + rise, style) };
  });
}

/** Strips below one another as one strip, which is never split. */
function stack(strips: readonly Strip[]): Strip {
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

function space(height: number): Strip {
  return { height, draw: () => undefined };
}

function partyStrips(pdf: Pdf, { caption, rows: [name = '', ...others] }: Party, width: number): Strip[] {
  const underline: Strip = { height: mm(1.6), draw: (x, y) => drawRule(pdf, x, y + mm(0.6), width, HAIRLINE) };
  return [
    ...rowStrips(pdf, caption, width, SMALL),
    underline,
    ...rowStrips(pdf, name, width, NAME),
    ...others.flatMap((row) => rowStrips(pdf, row, width, TEXT)),
  ];
}

function bannerStrip(pdf: Pdf, text: string, width: number): Strip {
  const inner = stack([space(mm(1.2)), ...rowStrips(pdf, text, width - mm(4), BOLD, 'center'), space(mm(1.2))]);
  return {
    height: inner.height,
    draw: (x, y) => {
      pdf.lineWidth(RULE).strokeColor('#000').rect(x, y, width, inner.height).stroke();
      inner.draw(x + mm(2), y);
    },
  };
}

/** Two columns of captions, as wide as the widest caption; the values take the rest. */
function factStrips(pdf: Pdf, { rows }: Facts, width: number): Strip[] {
  const captionWidth = Math.max(...rows.map(({ caption }) => widthOf(pdf, caption, TEXT))) + mm(4);
  const valueWidth = width / 2 - captionWidth - mm(4);
  const fact = (at: number): Strip[] => {
    const row = rows[at];
    if (row === undefined) return [];
    const value = stack(rowStrips(pdf, row.value, valueWidth, TEXT));
    const draw = (x: number, y: number): void => {
      drawText(pdf, row.caption, x, y + (TEXT.size * (LEADING - 1.164)) / 2, TEXT);
      value.draw(x + captionWidth, y);
    };
    return [{ height: value.height, draw }];
  };
  const strips: Strip[] = [];
  for (let at = 0; at < rows.length; at += 2) {
    const strip = sideBySide([fact(at), fact(at + 1)], [0, width / 2]);
    strips.push({ ...strip, height: strip.height + mm(0.6) });
  }
  const border: Strip = { height: 0, draw: (x, y) => drawRule(pdf, x, y, width, HAIRLINE) };
  return [stack([border, space(mm(1.5)), ...strips, space(mm(0.9)), border])];
}

/** Stacks of strips side by side, as one strip. */
function sideBySide(stacks: readonly (readonly Strip[])[], offsets: readonly number[]): Strip {
  const whole = stacks.map((strips) => stack(strips));
  return {
    height: Math.max(...whole.map(({ height }) => height)),
    draw: (x, y) => {
      for (const [at, strip] of whole.entries()) strip.draw(x + (offsets[at] ?? 0), y);
    },
  };
}

function pairStrip(pdf: Pdf, { left, right, share }: Pair, width: number): Strip {
  const leftWidth = ((width - GAP) * share) / 100;
  const rightWidth = width - GAP - leftWidth;
  return sideBySide([stripsOf(pdf, left, leftWidth), stripsOf(pdf, right, rightWidth)], [0, leftWidth + GAP]);
}

function amountStrip(pdf: Pdf, caption: string, amount: string, width: number): Strip {
  const inner = width - CELL.x;
  const amountWidth = widthOf(pdf, amount, AMOUNT);
  const captions = rowStrips(pdf, caption, inner - amountWidth - mm(8), AMOUNT, 'right');
  return sideBySide([captions, rowStrips(pdf, amount, inner, AMOUNT, 'right')], [0, 0]);
}

function tableStrips(pdf: Pdf, { columns, rows, foot }: Table, width: number): Strip[] {
  const widths = columns.map(({ share }) => (width * share) / 100);
  const offsets = widths.map((_, at) => sum(widths.slice(0, at)) + CELL.x);
  const row = (cells: readonly string[], style: TextStyle): Strip => {
    const stacks = cells.map((text, at) => {
      const room = (widths[at] ?? 0) - 2 * CELL.x;
      const align = columns[at]?.align ?? 'left';
      return rowStrips(pdf, text, room, align === 'right' ? shrunk(pdf, text, room, style) : style, align);
    });
    return stack([space(CELL.y), sideBySide(stacks, offsets), space(CELL.y)]);
  };
  const under = (strip: Strip, weight: number, color?: string): Strip => ({
    height: strip.height,
    draw: (x, y) => {
      strip.draw(x, y);
      drawRule(pdf, x, y + strip.height, width, weight, color);
    },
  });
  const heads = row(
    columns.map(({ head }) => head),
    SMALL,
  );
  const top: Strip = { height: 0, draw: (x, y) => drawRule(pdf, x, y, width, RULE) };
  const head: Strip = { ...stack([top, under(heads, RULE)]), keepWithNext: true };
  const body = rows.map((cells, at): Strip => {
    const last = at === rows.length - 1;
    return { ...under(row(cells, TEXT), last ? RULE : HAIRLINE, last ? '#000' : GREY), head };
  });
  return [head, ...body, ...(foot === null ? [] : [{ ...row(foot, BOLD), head }])];
}

/** The style in which a number fits into one row: broken in two, it would read as two numbers. */
function shrunk(pdf: Pdf, number: string, width: number, style: TextStyle): TextStyle {
  const size = style.size * Math.min(1, width / widthOf(pdf, number, style));
  // Rounded down to a hundredth, so that rounding errors do not matter.
  return size === style.size ? style : { ...style, size: Math.floor(size * 100) / 100 };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
