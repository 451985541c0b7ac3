import { COLUMNS } from '../../../base/index.js';
import { NOT_FISCAL_LINES, QR_MM, QUIET_MODULES } from '../../journal/index.js';
import {
  ADVERT_GAP_MM,
  ADVERT_SCALE,
  FRAME_COLUMNS,
  FRAME_PADDING_MM,
  LARGE,
  MIN_SLIP_MM,
  type Slip,
  SLIP_LEADING,
  VERIFY,
} from '../sheet/sheet.js';
import { drawModules } from './documentBlocks.js';
import { type Pdf, tagsOf } from './tags.js';
import { drawRule, drawText, mm, riseOf, type Strip, type TextStyle, widthOf } from './pdfText.js';
import { LEADING, space, TEXT } from './strips.js';

const PADDING = mm(FRAME_PADDING_MM);
const ADVERT_GAP = mm(ADVERT_GAP_MM);

/** The space on pages that the slip may fill. */
interface SlipPages {
  /** Left edge and width between the margins. */
  readonly x: number;
  readonly width: number;
  /** Height of a whole page between the margins. */
  readonly height: number;
  /** Top of the free space on the current page, and its height. */
  readonly top: number;
  readonly room: number;
  /** Begins a page; returns its top. */
  readonly nextPage: () => number;
}

/**
 * Draws the slip with a frame on each page. A short one is put on one page; a long one begins in the free space of the
 * current page.
 */
export function drawSlip(pdf: Pdf, slip: Slip, pages: SlipPages): void {
  const style: TextStyle = { font: 'mono', size: slip.size };
  const strips = [
    ...slip.pieces.map(({ rows, large }) => textStrip(pdf, rows, style, large)),
    endStrip(pdf, slip, style),
  ];
  const advert = textStrip(pdf, slip.advert, { ...style, size: slip.size * ADVERT_SCALE });
  const below = slip.advert.length === 0 ? 0 : advert.height + ADVERT_GAP;

  let { top, room } = pages;
  const whole = columnHeight(strips, slip.columns, pages.height);
  const needed = slip.isLong ? mm(MIN_SLIP_MM) : whole === undefined ? pages.height : whole + 2 * PADDING + below;
  if (needed > room) {
    ({ top, room } = { top: pages.nextPage(), room: pages.height });
  }
  let rest: readonly Strip[] = strips;
  for (;;) {
    const height = columnHeight(rest, slip.columns, room - 2 * PADDING) ?? room - 2 * PADDING;
    const columns = fill(rest, slip.columns, height);
    drawFrame(pdf, slip, columns, { ...pages, top, height });
    top += height + 2 * PADDING;
    room -= height + 2 * PADDING;
    rest = rest.slice(columns.flat().length);
    if (rest.length === 0) break;
    ({ top, room } = { top: pages.nextPage(), room: pages.height });
  }
  if (below === 0) return;
  if (below > room) top = pages.nextPage() - ADVERT_GAP;
  const advertWidth = columnsWidth(pdf, COLUMNS, slip.size * ADVERT_SCALE);
  advert.draw(pages.x + (pages.width - advertWidth) / 2, top + ADVERT_GAP);
}

function columnsWidth(pdf: Pdf, columns: number, size: number): number {
  return widthOf(pdf, ' '.repeat(columns), { font: 'mono', size });
}

/** Fills columns of a height one after another, at least one strip each. Strips that do not fit are omitted. */
function fill(strips: readonly Strip[], columns: number, height: number): Strip[][] {
  const filled: Strip[][] = [];
  let at = 0;
  while (filled.length < columns && at < strips.length) {
    const column: Strip[] = [];
    let used = 0;
    for (let strip = strips[at]; strip !== undefined; strip = strips[++at]) {
      if (column.length > 0 && used + strip.height > height) break;
      column.push(strip);
      used += strip.height;
    }
    filled.push(column);
  }
  return filled;
}

/**
 * The least height at which all strips fit into the columns, so that the columns end together; undefined if above
 * `most`.
 */
function columnHeight(strips: readonly Strip[], columns: number, most: number): number | undefined {
  const heights = strips.map(({ height }) => height);
  const total = heights.reduce((sum, height) => sum + height, 0);
  const fits = (height: number): boolean => fill(strips, columns, height).flat().length === strips.length;
  let height = Math.max(total / columns, ...heights);
  const step = Math.min(...heights);
  while (height <= most && !fits(height)) height += step;
  return height <= most ? height : undefined;
}

interface Frame extends SlipPages {
  readonly height: number;
}

function drawFrame(pdf: Pdf, slip: Slip, columns: readonly (readonly Strip[])[], frame: Frame): void {
  const { x, top, width, height } = frame;
  const textWidth = columnsWidth(pdf, COLUMNS, slip.size);
  const frameWidth = slip.columns === 1 ? columnsWidth(pdf, FRAME_COLUMNS, slip.size) + 2 * PADDING : width;
  const left = x + (width - frameWidth) / 2;
  const columnWidth = (frameWidth - 2 * PADDING * slip.columns) / slip.columns;
  for (const [at, strips] of columns.entries()) {
    const columnLeft = left + PADDING + at * (columnWidth + 2 * PADDING) + (columnWidth - textWidth) / 2;
    let y = top + PADDING;
    for (const strip of strips) {
      strip.draw(columnLeft, y);
      y += strip.height;
    }
  }
  tagsOf(pdf).artifact(() => {
    pdf
      .lineWidth(0.5)
      .strokeColor('#000')
      .rect(left, top, frameWidth, height + 2 * PADDING)
      .stroke();
  });
}

/** Rows of the slip unchanged, or the sentence that it is not a fiscal receipt, large and centred in the 40 columns. */
function textStrip(pdf: Pdf, rows: readonly string[], style: TextStyle, large = false): Strip {
  const height = style.size * SLIP_LEADING;
  if (!large) {
    return {
      height: rows.length * height,
      draw: (x, y) => {
        for (const [at, row] of rows.entries()) drawText(pdf, row, x, y + at * height, style);
      },
    };
  }
  const largeStyle = { ...style, size: style.size * LARGE };
  const width = columnsWidth(pdf, COLUMNS, style.size);
  return {
    height: height * LARGE * NOT_FISCAL_LINES.length,
    draw: (x, y) => {
      for (const [at, line] of NOT_FISCAL_LINES.entries()) {
        drawText(pdf, line, x + (width - widthOf(pdf, line, largeStyle)) / 2, y + at * height * LARGE, largeStyle);
      }
    },
  };
}

/** The last rule, the QR code and the closing rows as one strip, so that the code stays inside the frame. */
function endStrip(pdf: Pdf, { end }: Slip, style: TextStyle): Strip {
  const above = textStrip(pdf, end.above, style);
  const below = textStrip(pdf, end.below, style);
  const code = end.code;
  const side = code === null ? 0 : (mm(QR_MM) * (code.size + 2 * QUIET_MODULES)) / code.size;
  const verify = verifyStrip(pdf, end.link, columnsWidth(pdf, COLUMNS, style.size));
  return {
    height: above.height + side + below.height + verify.height,
    draw: (x, y) => {
      above.draw(x, y);
      const left = x + (columnsWidth(pdf, COLUMNS, style.size) - side) / 2;
      if (code !== null) drawModules(pdf, code, left, y + above.height, QR_MM, 'QR код за проверу рачуна');
      const { link } = end;
      if (code !== null && link !== null) {
        tagsOf(pdf).within('Link', () => tagsOf(pdf).link(left, y + above.height, side, side, link, VERIFY), VERIFY);
      }
      below.draw(x, y + above.height + side);
      verify.draw(x, y + above.height + side + below.height);
    },
  };
}

const LINK_COLOUR = '#00409f';

/** A text link with the target of the code, for readers on a screen. */
function verifyStrip(pdf: Pdf, link: string | null, width: number): Strip {
  if (link === null) return space(0);
  const height = TEXT.size * LEADING;
  const left = (width - widthOf(pdf, VERIFY, TEXT)) / 2;
  return {
    height: height + mm(1),
    draw: (x, y) => {
      tagsOf(pdf).within('Link', () => {
        pdf.fillColor(LINK_COLOUR);
        drawText(pdf, VERIFY, x + left, y + mm(1) + riseOf(TEXT, LEADING), TEXT);
        pdf.fillColor('#000');
        tagsOf(pdf).link(x + left, y + mm(1), width - 2 * left, height, link, VERIFY);
      });
      drawRule(pdf, x + left, y + mm(1) + height - 1, width - 2 * left, 0.4, LINK_COLOUR);
    },
  };
}
