import { assertNever } from '../../../base/index.js';
import {
  type Block,
  type Facts,
  type Pair,
  type Party,
  type Slip,
  SLIP_LEADING,
  type Table,
  TYPE,
} from '../sheet/sheet.js';
import { boxStrip, cardsStrip, letterheadStrip, sumStrips } from './documentBlocks.js';
import { type Pdf, tagsOf } from './tags.js';
import { drawRule, drawText, mm, riseOf, shrunk, type Strip, type TextStyle, widthOf } from './pdfText.js';
import {
  AMOUNT,
  BOLD,
  CELL,
  DENSE,
  GAP,
  GREY,
  HAIRLINE,
  LEADING,
  NAME,
  rowStrips,
  RULE,
  sideBySide,
  SMALL,
  space,
  stack,
  tagged,
  TEXT,
} from './strips.js';

/** Converts a block to strips, top to bottom. */
export function stripsOf(pdf: Pdf, block: Exclude<Block, Slip>, width: number): Strip[] {
  switch (block.kind) {
    case 'party':
      return partyStrips(pdf, block, width);
    case 'letterhead':
      return [letterheadStrip(pdf, block, width)];
    case 'cards':
      return [cardsStrip(pdf, block, width)];
    case 'sums':
      return sumStrips(pdf, block, width);
    case 'box':
      return [boxStrip(pdf, block, width)];
    case 'heading':
      return [
        ...rowStrips(pdf, block.above, width, TEXT),
        tagged(pdf, 'H1', stack(rowStrips(pdf, block.title, width, { font: 'bold', size: TYPE.title }))),
      ];
    case 'banner':
      return [bannerStrip(pdf, block.text, width)];
    case 'opening':
      return rowStrips(pdf, block.text, width, { font: 'mono', size: TYPE.small }, 'center', SLIP_LEADING);
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
      tagsOf(pdf).artifact(() => pdf.lineWidth(RULE).strokeColor('#000').rect(x, y, width, inner.height).stroke());
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
      drawText(pdf, row.caption, x, y + riseOf(TEXT, LEADING), TEXT);
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

function tableStrips(pdf: Pdf, { columns, rows, foot, isDense = false }: Table, width: number): Strip[] {
  const widths = columns.map(({ share }) => (width * share) / 100);
  const offsets = widths.map((_, at) => sum(widths.slice(0, at)) + CELL.x);
  const row = (cells: readonly string[], style: TextStyle, tag: 'TH' | 'TD' = 'TD'): Strip => {
    const air = style === DENSE ? CELL.denseY : CELL.y;
    const stacks = cells.map((text, at) => {
      const room = (widths[at] ?? 0) - 2 * CELL.x;
      const align = columns[at]?.align ?? 'left';
      const rows = rowStrips(pdf, text, room, align === 'right' ? shrunk(pdf, text, room, style) : style, align);
      return [tagged(pdf, tag, stack(rows))];
    });
    return tagged(pdf, 'TR', stack([space(air), sideBySide(stacks, offsets), space(air)]));
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
    'TH',
  );
  const head: Strip = { ...under(heads, RULE), keepWithNext: true };
  const body = rows.map((cells, at): Strip => {
    const last = at === rows.length - 1;
    return { ...under(row(cells, isDense ? DENSE : TEXT), last ? RULE : HAIRLINE, last ? '#000' : GREY), head };
  });
  return [head, ...body, ...(foot === null ? [] : [{ ...row(foot, BOLD), head }])];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
