import { DEVICE_FONTS, drawLetter } from './deviceFont.js';
import { Picture } from './picture.js';
import type { Mark, Piece, PrinterOptions } from './types.js';

/** A piece of paper as a person would see it, `dots` wide. */
export function drawPiece(piece: Piece, { dots }: Pick<PrinterOptions, 'dots'>): Picture {
  // No picture without a row: nothing has come out yet.
  const paper = new Picture(dots, Math.max(1, piece.height));
  for (const mark of piece.marks) drawMark(paper, mark);
  return paper;
}

function drawMark(paper: Picture, mark: Mark): void {
  if (mark.kind === 'bitmap') {
    paper.burn(Picture.unpacked(mark.width, mark.height, mark.bits), mark.x, mark.y);
    return;
  }
  const setting = DEVICE_FONTS[mark.font];
  const across = mark.cellWidth / setting.width;
  const down = mark.cellHeight / setting.height;
  for (const [index, letter] of Array.from(mark.text).entries()) {
    paper.burn(drawLetter(letter, setting).enlarged(across, down), mark.x + index * mark.cellWidth, mark.y);
  }
}
