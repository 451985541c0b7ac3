import { escapeHtml, type Language, said } from '../../../base/index.js';
import type { StepPicture } from './platforms.js';

/** Dimensions of the drawing, units: side by side in the picture of a phone, below each other in that of a computer. */
const WIDTH = 220;
const HEIGHT = 150;
const ROW = 30;
const LEFT = 20;
const INNER = WIDTH - 2 * LEFT;

/**
 * The picture of a step: a screen with the tapped element highlighted. It repeats the text next to it, so it is hidden
 * from screen readers.
 */
export function stepPicture(picture: StepPicture, isPhone: boolean, language: Language): string {
  const frame = isPhone
    ? `<rect class="frame" x="4" y="4" width="${WIDTH - 8}" height="${HEIGHT - 8}" rx="16"/>`
    : `<rect class="frame" x="4" y="4" width="${WIDTH - 8}" height="${HEIGHT - 26}" rx="6"/><path class="frame" d="M80 146h60M110 128v18"/>`;
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">${frame}${contentOf(picture, language)}</svg>`;
}

function contentOf(picture: StepPicture, language: Language): string {
  switch (picture.kind) {
    case 'download':
      return '<path class="arrow" d="M110 28v50M88 58l22 22 22-22M74 104h72"/>';
    case 'menu': {
      const chosen = picture.rows.length - 1;
      return picture.rows.map((row, at) => rowAt(18 + at * (ROW + 4), said(row, language), at === chosen)).join('');
    }
    case 'switch':
      return (
        rowAt(50, said(picture.row, language), false) +
        `<rect class="on" x="154" y="56" width="34" height="18" rx="9"/><circle class="knob" cx="179" cy="65" r="7"/>`
      );
    case 'dialog':
      return (
        `<text x="${WIDTH / 2}" y="48" text-anchor="middle">${escapeHtml(said(picture.title, language))}</text>` +
        `<rect class="chosen" x="${LEFT}" y="68" width="${INNER}" height="34" rx="8"/>` +
        `<text class="on-chosen" x="${WIDTH / 2}" y="90" text-anchor="middle">${escapeHtml(said(picture.button, language))}</text>`
      );
  }
}

function rowAt(y: number, text: string, isChosen: boolean): string {
  const [box, words] = isChosen ? ['chosen', 'on-chosen'] : ['row', ''];
  return (
    `<rect class="${box}" x="${LEFT}" y="${y}" width="${INNER}" height="${ROW}" rx="6"/>` +
    `<text class="${words}" x="${LEFT + 10}" y="${y + 20}">${escapeHtml(text)}</text>`
  );
}
