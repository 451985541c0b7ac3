import { createHash } from 'node:crypto';
import { assertNever, escapeHtml } from '../../../base/index.js';
import { darkRuns, NOT_FISCAL_LINES, QR_MM, type QrCode, QUIET_MODULES } from '../../journal/index.js';
import {
  type Block,
  type Box,
  type Cards,
  type Facts,
  IPS_MM,
  type Letterhead,
  LOGO_ALT,
  type Party,
  type Picture,
  type Sheet,
  type Slip,
  type Sums,
  type Table,
  VERIFY,
} from './sheet.js';
import { sheetStyle } from './style.js';

/**
 * Opens the print dialog once the fonts are loaded. It is inline in the sheet and allowed by its hash: an origin named
 * by a caller must not be able to run scripts. The box also serves it as `/print.js`, for sheets drawn by earlier
 * releases.
 */
export const PRINT_SCRIPT = "addEventListener('load', () => document.fonts.ready.then(() => print()));\n";

export interface HtmlOptions {
  /** Origin of the fonts, from {@link readOrigin}; empty for the origin of the document itself. */
  readonly base: string;
  /** True to open the print dialog when the document is loaded. */
  readonly print: boolean;
}

interface HtmlSheet {
  readonly html: string;
  /** Allows only this style, fonts of `base`, the logo within the document and, for printing, this script. */
  readonly contentSecurityPolicy: string;
}

/** The origin (`https://kasa.local:8443`) that a caller sends; undefined when it is not exactly an http(s) origin. */
export function readOrigin(text: string): string | undefined {
  const host = String.raw`(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:]+\])`;
  const form = new RegExp(String.raw`^https?://${host}(?::\d{1,5})?/?$`, 'i');
  return form.test(text) && URL.canParse(text) ? new URL(text).origin : undefined;
}

/** A complete document. The part between the comments `sheet` and `/sheet` is the sheet itself. */
export function drawHtml(sheet: Sheet, { base, print }: HtmlOptions): HtmlSheet {
  const style = sheetStyle(sheet, base);
  const script = print ? `\n<script>${PRINT_SCRIPT}</script>` : '';
  return {
    html: `<!doctype html>
<html lang="sr-Cyrl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(sheet.title)}</title>
<style>${style}</style>${script}
</head>
<body>${spokenTitle(sheet)}
<!--sheet-->
<main>
${sheet.blocks.map(drawBlock).join('\n')}
</main>
<!--/sheet-->
</body>
</html>
`,
    contentSecurityPolicy: [
      "default-src 'none'",
      `style-src ${hashSource(style)}`,
      ...(hasLogo(sheet) ? ['img-src data:'] : []),
      `font-src ${base === '' ? "'self'" : base}`,
      ...(print ? [`script-src ${hashSource(PRINT_SCRIPT)}`] : []),
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  };
}

/**
 * A hidden heading for screen readers, since a slip alone has no visible one. It is outside of the sheet, whose text is
 * that of the PDF.
 */
function spokenTitle({ title, blocks }: Sheet): string {
  const hasHeading = blocks.some(({ kind }) => kind === 'letterhead' || kind === 'heading');
  return hasHeading ? '' : `\n<header class="aside"><h1>${escapeHtml(title)}</h1></header>`;
}

function hasLogo({ blocks }: Sheet): boolean {
  return blocks.some((block) => block.kind === 'letterhead' && block.logo !== null);
}

/** The policy source that allows exactly this inline text (Content Security Policy Level 3, 2.3.1). */
function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function drawBlock(block: Block): string {
  switch (block.kind) {
    case 'party':
      return drawParty(block);
    case 'letterhead':
      return drawLetterhead(block);
    case 'cards':
      return drawCards(block);
    case 'sums':
      return drawSums(block);
    case 'box':
      return drawBox(block);
    case 'heading':
      return `<header><p>${escapeHtml(block.above)}</p>\n<h1>${escapeHtml(block.title)}</h1></header>`;
    case 'banner':
    case 'opening':
    case 'sentence':
    case 'note':
      return `<p class="${block.kind}">${escapeHtml(block.text)}</p>`;
    case 'facts':
      return drawFacts(block);
    case 'table':
      return drawTable(block);
    case 'amount':
      return `<p class="amount"><span>${escapeHtml(block.caption)}</span> <span>${escapeHtml(block.amount)}</span></p>`;
    case 'pair':
      return `<div class="pair s${block.share}">\n${drawBlock(block.left)}\n${drawBlock(block.right)}\n</div>`;
    case 'slip':
      return drawSlip(block);
    default:
      return assertNever(block);
  }
}

function drawParty({ caption, rows: [name = '', ...others] }: Party): string {
  const rest = others.map((row) => `<p>${escapeHtml(row)}</p>`).join('\n');
  return `<section class="party"><p class="caption">${escapeHtml(caption)}</p>
<p class="name">${escapeHtml(name)}</p>
${rest}</section>`;
}

function drawLetterhead({ logo, name, rows, title, number, below }: Letterhead): string {
  return `<header class="letterhead"><div class="seller">${drawLogo(logo)}<div><p class="name">${escapeHtml(name)}</p>
${rows.map((row) => `<p>${escapeHtml(row)}</p>`).join('\n')}</div></div>
<div class="which"><h1>${escapeHtml(title)}</h1>
<p class="number">${escapeHtml(number)}</p>
<p>${escapeHtml(below)}</p></div></header>`;
}

function drawLogo(logo: Picture | null): string {
  if (logo === null) return '';
  const px = (mm: number): string => ((mm * 96) / 25.4).toFixed(2);
  const size = `width="${px(logo.width)}" height="${px(logo.height)}"`;
  return `<img src="data:image/png;base64,${escapeHtml(logo.base64)}" alt="${LOGO_ALT}" ${size}>`;
}

function drawCards({ cards }: Cards): string {
  const drawn = cards.map(
    ({ caption, strong, rows }) => `<section><h2>${escapeHtml(caption)}</h2>
<p class="strong">${escapeHtml(strong)}</p>
${rows.map((row) => `<p>${escapeHtml(row)}</p>`).join('\n')}</section>`,
  );
  return `<div class="cards">${drawn.join('\n')}</div>`;
}

function drawSums({ rows }: Sums): string {
  const drawn = rows.map(({ caption, amount, isStrong }) => {
    const name = isStrong ? ' class="strong"' : '';
    return `<div${name}><dt>${escapeHtml(caption)}</dt><dd>${escapeHtml(amount)}</dd></div>`;
  });
  return `<dl class="sums">\n${drawn.join('\n')}\n</dl>`;
}

function drawBox({ title, rows, text, code }: Box): string {
  const facts = rows.map(
    ({ caption, value }) => `<div><dt>${escapeHtml(caption)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  );
  return `<section class="box${code === null ? '' : ' code'}"><h2>${escapeHtml(title)}</h2>
<dl>${facts.join('\n')}</dl>
<p>${escapeHtml(text)}</p>${code === null ? '' : `\n${drawCode(code, IPS_MM, 'IPS QR код за плаћање')}`}</section>`;
}

function drawFacts({ rows }: Facts): string {
  const facts = rows.map(({ caption, value }) => `<dt>${escapeHtml(caption)}</dt><dd>${escapeHtml(value)}</dd>`);
  return `<dl class="facts">\n${facts.join('\n')}\n</dl>`;
}

function drawTable({ columns, rows, foot, isDense = false }: Table): string {
  const cells = (tag: string, texts: readonly string[]): string =>
    texts
      .map((text, at) => {
        const align = columns[at]?.align ?? 'left';
        const scope = tag === 'th' ? ' scope="col"' : '';
        return `<${tag}${scope}${align === 'left' ? '' : ` class="${align}"`}>${escapeHtml(text)}</${tag}>`;
      })
      .join('');
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('\n');
  const heads = columns.map(({ head }) => head);
  return `<table${isDense ? ' class="dense"' : ''}>
${columns.map(({ share }) => `<col width="${share}%">`).join('')}
<thead><tr>${cells('th', heads)}</tr></thead>
<tbody>
${body}
</tbody>${foot === null ? '' : `\n<tfoot><tr>${cells('td', foot)}</tr></tfoot>`}
</table>`;
}

function drawSlip({ columns, isLong, pieces, end, advert }: Slip): string {
  const pre = (rows: readonly string[], name = ''): string =>
    rows.length === 0 ? '' : `<pre${name}>\n${escapeHtml(rows.join('\n'))}</pre>`;
  const text = pieces.map(({ rows, large }) => (large ? pre(NOT_FISCAL_LINES, ' class="large"') : pre(rows)));
  const code = end.code === null ? '' : linked(drawCode(end.code, QR_MM, 'QR код за проверу рачуна'), end.link);
  const verify = end.link === null ? '' : `<p class="verify"><a href="${escapeHtml(end.link)}">${VERIFY}</a></p>`;
  return `<section class="slip${['', ' two', ' three'][columns - 1] ?? ''}${isLong ? ' long' : ''}" aria-label="Фискални рачун"><div class="frame">
${text.join('\n')}
<div class="end">${pre(end.above)}
${code}
${pre(end.below)}${verify}</div>
</div>${advert.length === 0 ? '' : `\n<div class="advert">${pre(advert)}</div>`}
</section>`;
}

function linked(picture: string, link: string | null): string {
  return link === null ? picture : `<a href="${escapeHtml(link)}">${picture}</a>`;
}

/** Rectangles one module high; not strokes, whose width a printer may adjust. The quiet zone is part of the picture. */
function drawCode(code: QrCode, mm: number, label: string): string {
  const side = code.size + 2 * QUIET_MODULES;
  const size = `${((mm * side) / code.size).toFixed(3)}mm`;
  let [row, column, path] = [-1, 0, ''];
  for (const { x, y, length } of darkRuns(code)) {
    // The pen is one module below the start of the last rectangle; fills close their path themselves.
    path += y === row ? `m${x - column}-1` : `M${x} ${y}`;
    path += `h${length}v1h-${length}`;
    [row, column] = [y, x];
  }
  const corner = -QUIET_MODULES;
  return `<svg width="${size}" height="${size}" viewBox="${corner} ${corner} ${side} ${side}" shape-rendering="crispEdges" role="img" aria-label="${label}"><path d="${path}"/></svg>`;
}
