import { darkRuns, type QrCode, QUIET_MODULES } from '../../journal/index.js';
import {
  type Box,
  BOX_GAP_MM,
  type Cards,
  IPS_MM,
  type Letterhead,
  LETTERHEAD_SHARE,
  LOGO_ALT,
  LOGO_MM,
  type Picture,
  type Sum,
  SUM_AIR_MM,
  type Sums,
  TYPE,
} from '../sheet/sheet.js';
import { type Pdf, tagsOf } from './tags.js';
import { drawRule, mm, type Strip, type TextStyle, widthOf } from './pdfText.js';
import { BOLD, CELL, GAP, NAME, rowStrips, RULE, sideBySide, SMALL, space, stack, tagged, TEXT } from './strips.js';

/** The blocks of the A4 document, with the measures of style.ts. */

const TITLE: TextStyle = { font: 'bold', size: TYPE.title };
const NUMBER: TextStyle = { font: 'bold', size: 10 };
const STRONG: TextStyle = { font: 'bold', size: 9.5 };
const TOTAL: TextStyle = { font: 'bold', size: TYPE.amount };
/** Colours of captions and boxes. */
const DARK_GREY = '#444';
const LIGHT_GREY = '#f0f0f0';

export function letterheadStrip(
  pdf: Pdf,
  { logo, name, rows, title, number, below }: Letterhead,
  width: number,
): Strip {
  const room = width - GAP;
  const own = room * LETTERHEAD_SHARE;
  const beside = logo === null ? 0 : mm(logo.width + LOGO_MM.gap);
  const words = own - beside;
  const seller = [...rowStrips(pdf, name, words, NAME), ...rows.flatMap((row) => rowStrips(pdf, row, words, TEXT))];
  const left = logo === null ? seller : [sideBySide([[logoStrip(pdf, logo)], seller], [0, beside])];
  const right = [
    tagged(pdf, 'H1', stack(rowStrips(pdf, title, room - own, TITLE, 'right', 1.2))),
    ...rowStrips(pdf, number, room - own, NUMBER, 'right'),
    ...rowStrips(pdf, below, room - own, TEXT, 'right'),
  ];
  const both = stack([sideBySide([left, right], [0, own + GAP]), space(mm(3))]);
  return {
    height: both.height,
    draw: (x, y) => {
      both.draw(x, y);
      drawRule(pdf, x, y + both.height, width, RULE);
    },
  };
}

function logoStrip(pdf: Pdf, { base64, width, height }: Picture): Strip {
  const picture = Buffer.from(base64, 'base64');
  const draw = (x: number, y: number): void => {
    const tags = tagsOf(pdf);
    const place = { width: mm(width), height: mm(height) };
    tags.within('Figure', () => tags.content(() => pdf.image(picture, x, y, place)), LOGO_ALT);
  };
  return { height: mm(height), draw };
}

export function cardsStrip(pdf: Pdf, { cards }: Cards, width: number): Strip {
  const each = (width - GAP * (cards.length - 1)) / cards.length;
  const stacks = cards.map(({ caption, strong, rows }) => [
    tagged(pdf, 'H2', coloured(pdf, stack(rowStrips(pdf, caption, each, SMALL)), DARK_GREY)),
    ...rowStrips(pdf, strong, each, STRONG),
    ...rows.flatMap((row) => rowStrips(pdf, row, each, SMALL)),
  ]);
  return sideBySide(
    stacks,
    cards.map((_, at) => at * (each + GAP)),
  );
}

export function sumStrips(pdf: Pdf, { rows }: Sums, width: number): Strip[] {
  return rows.map((row) => (row.isStrong ? totalStrip(pdf, row, width) : sumStrip(pdf, row, width, TEXT)));
}

/** A caption at the left and its amount at the right, in one row or more. */
function sumStrip(pdf: Pdf, { caption, amount }: Omit<Sum, 'isStrong'>, width: number, style: TextStyle): Strip {
  const inner = width - 2 * CELL.x;
  const room = inner - widthOf(pdf, amount, style) - mm(4);
  const row = sideBySide(
    [rowStrips(pdf, caption, room, style), rowStrips(pdf, amount, inner, style, 'right')],
    [CELL.x, CELL.x],
  );
  return stack([space(mm(SUM_AIR_MM)), row, space(mm(SUM_AIR_MM))]);
}

function totalStrip(pdf: Pdf, sum: Sum, width: number): Strip {
  const row = stack([space(mm(0.7)), sumStrip(pdf, sum, width, TOTAL), space(mm(0.7))]);
  const framed: Strip = {
    height: row.height,
    draw: (x, y) => {
      drawRule(pdf, x, y, width, RULE);
      row.draw(x, y);
      drawRule(pdf, x, y + row.height, width, RULE);
    },
  };
  return stack([space(mm(0.8)), framed, space(mm(0.8))]);
}

export function boxStrip(pdf: Pdf, { title, rows, text, code }: Box, width: number): Strip {
  const inner = width - mm(6);
  const side = code === null ? 0 : codeSide(code);
  const room = code === null ? inner : inner - side - mm(BOX_GAP_MM);
  const words = room - 2 * CELL.x;
  const indent = (strips: readonly Strip[]): Strip => sideBySide([strips], [CELL.x]);
  const says = [
    indent([tagged(pdf, 'H2', stack(rowStrips(pdf, title, words, BOLD)))]),
    space(mm(0.5)),
    ...rows.map(({ caption, value }) => sumStrip(pdf, { caption, amount: value }, room, TEXT)),
    space(mm(1)),
    indent(rowStrips(pdf, text, words, SMALL)),
  ];
  const beside = code === null ? [] : [codeStrip(pdf, code, side)];
  const parts = stack([space(mm(3)), sideBySide([says, beside], [0, inner - side]), space(mm(3))]);
  return {
    height: parts.height,
    draw: (x, y) => {
      tagsOf(pdf).artifact(() => {
        pdf.roundedRect(x, y, width, parts.height, mm(1.5)).fill(LIGHT_GREY).fillColor('#000');
      });
      parts.draw(x + mm(3), y);
    },
  };
}

/** With the quiet zone. */
function codeSide(code: QrCode): number {
  return (mm(IPS_MM) * (code.size + 2 * QUIET_MODULES)) / code.size;
}

function codeStrip(pdf: Pdf, code: QrCode, side: number): Strip {
  return {
    height: side,
    draw: (x, y) => {
      // Light modules are drawn white.
      tagsOf(pdf).artifact(() => pdf.rect(x, y, side, side).fill('#fff').fillColor('#000'));
      drawModules(pdf, code, x, y, IPS_MM, 'IPS QR код за плаћање');
    },
  };
}

/**
 * A QR code with its quiet zone, as one path of rectangles in units of a module: vectors are sharp at every size.
 * `sideMm` is without that zone.
 */
export function drawModules(pdf: Pdf, code: QrCode, left: number, top: number, sideMm: number, alt: string): void {
  const tags = tagsOf(pdf);
  tags.within('Figure', () => tags.content(() => fillModules(pdf, code, left, top, sideMm)), alt);
}

function fillModules(pdf: Pdf, code: QrCode, left: number, top: number, sideMm: number): void {
  pdf.save();
  pdf
    .translate(left, top)
    .scale(mm(sideMm) / code.size)
    .translate(QUIET_MODULES, QUIET_MODULES);
  for (const { x, y, length } of darkRuns(code)) pdf.rect(x, y, length, 1);
  pdf.fill('#000');
  pdf.restore();
}

function coloured(pdf: Pdf, strip: Strip, colour: string): Strip {
  return {
    height: strip.height,
    draw: (x, y) => {
      pdf.fillColor(colour);
      strip.draw(x, y);
      pdf.fillColor('#000');
    },
  };
}
