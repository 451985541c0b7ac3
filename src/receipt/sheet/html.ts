import { createHash } from 'node:crypto';
import { escapeHtml } from '../../base/html.js';
import { never } from '../../base/result.js';
import { darkRuns, QR_MM, type QrCode, QUIET_MODULES } from '../qr.js';
import type { Block, Facts, Party, Sheet, Slip, Table } from './sheet.js';
import { screenWidth, sheetStyle } from './style.js';

/** Opens the print dialog when the fonts are there; served by the box as `/print.js`, since no script stands inline. */
export const PRINT_SCRIPT = "addEventListener('load', () => document.fonts.ready.then(() => print()));\n";

export interface HtmlOptions {
  /** Origin of the fonts and the script as {@link readOrigin} gives it; empty for that of the page itself. */
  readonly base: string;
  /** Opens the print dialog on arrival. */
  readonly print: boolean;
}

export interface HtmlSheet {
  readonly html: string;
  /** Nothing but this style, the box's fonts and, for printing, its script. */
  readonly contentSecurityPolicy: string;
}

/** `https://kasa.local:8443` out of what a caller sends; undefined when it is not exactly an http(s) origin. */
export function readOrigin(text: string): string | undefined {
  const host = String.raw`(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:]+\])`;
  const form = new RegExp(String.raw`^https?://${host}(?::\d{1,5})?/?$`, 'i');
  return form.test(text) && URL.canParse(text) ? new URL(text).origin : undefined;
}

/** One self-contained document; what lies between the comments `sheet` and `/sheet` is the paper. */
export function drawHtml(sheet: Sheet, { base, print }: HtmlOptions): HtmlSheet {
  const style = sheetStyle(sheet, base);
  const script = print ? `\n<script src="${escapeHtml(base)}/print.js" defer></script>` : '';
  const source = base === '' ? "'self'" : base;
  return {
    html: `<!doctype html>
<html lang="sr-Cyrl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=${screenWidth(sheet.paper)}">
<meta name="robots" content="noindex">
<title>${escapeHtml(sheet.title)}</title>
<style>${style}</style>${script}
</head>
<body>
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
      `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
      `font-src ${source}`,
      ...(print ? [`script-src ${source}`] : []),
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  };
}

function drawBlock(block: Block): string {
  switch (block.kind) {
    case 'party':
      return drawParty(block);
    case 'heading':
      return `<header><p>${escapeHtml(block.above)}</p>\n<h1>${escapeHtml(block.title)}</h1></header>`;
    case 'notice':
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
      return never(block);
  }
}

function drawParty({ caption, lines: [name = '', ...others] }: Party): string {
  const rest = others.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n');
  return `<section class="party"><p class="caption">${escapeHtml(caption)}</p>
<p class="name">${escapeHtml(name)}</p>
${rest}</section>`;
}

function drawFacts({ rows }: Facts): string {
  const facts = rows.map(({ caption, value }) => `<dt>${escapeHtml(caption)}</dt><dd>${escapeHtml(value)}</dd>`);
  return `<dl class="facts">\n${facts.join('\n')}\n</dl>`;
}

function drawTable({ columns, rows, foot }: Table): string {
  const cells = (tag: string, texts: readonly string[]): string =>
    texts
      .map((text, at) => {
        const align = columns[at]?.align ?? 'left';
        return `<${tag}${align === 'left' ? '' : ` class="${align}"`}>${escapeHtml(text)}</${tag}>`;
      })
      .join('');
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('\n');
  const heads = columns.map(({ head }) => head);
  return `<table>
${columns.map(({ share }) => `<col width="${share}%">`).join('')}
<thead><tr>${cells('th', heads)}</tr></thead>
<tbody>
${body}
</tbody>${foot === null ? '' : `\n<tfoot><tr>${cells('td', foot)}</tr></tfoot>`}
</table>`;
}

function drawSlip({ columns, pieces, end, advert }: Slip): string {
  const pre = (lines: readonly string[], name = ''): string =>
    lines.length === 0 ? '' : `<pre${name}>\n${escapeHtml(lines.join('\n'))}</pre>`;
  const text = pieces.map(({ lines, large }) => (large ? pre([lines.join().trim()], ' class="large"') : pre(lines)));
  const code = end.code === null ? '' : drawCode(end.code);
  return `<section class="slip${columns === 2 ? ' two' : ''}"><div class="frame">
${text.join('\n')}
<div class="end">${pre(end.above)}
${code}
${pre(end.below)}</div>
</div>${advert.length === 0 ? '' : `\n<div class="advert">${pre(advert)}</div>`}
</section>`;
}

/** Rectangles one module high; not strokes, whose width printing may adjust. The quiet zone is a part of the picture. */
function drawCode(code: QrCode): string {
  const side = code.size + 2 * QUIET_MODULES;
  const size = `${((QR_MM * side) / code.size).toFixed(3)}mm`;
  let [row, column, path] = [-1, 0, ''];
  for (const { x, y, length } of darkRuns(code)) {
    // The pen stands below where the last one began; what is filled is closed without saying so.
    path += y === row ? `m${x - column}-1` : `M${x} ${y}`;
    path += `h${length}v1h-${length}`;
    [row, column] = [y, x];
  }
  const corner = -QUIET_MODULES;
  return `<svg width="${size}" height="${size}" viewBox="${corner} ${corner} ${side} ${side}" shape-rendering="crispEdges" role="img" aria-label="QR код за проверу рачуна"><path d="${path}"/></svg>`;
}
