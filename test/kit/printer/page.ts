import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FakePrinter } from './core.js';
import { stateOf } from './orders.js';
import { drawPiece } from './paper.js';
import { writePng } from './png.js';
import { readPiece } from './reading.js';

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
}

/** A page of 127.0.0.1 that shows the paper as it comes out, the newest on top, and needs nothing from elsewhere. */
export class PaperPage {
  private constructor(private readonly server: Server) {}

  /** Port 0 takes any that is free. */
  static async start(printer: FakePrinter, port: number): Promise<PaperPage> {
    const server = createServer(({ method, url = '/' }, response) => {
      const { status, type, body } = method === 'GET' ? answer(printer, url) : NOT_FOUND;
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    });
    await new Promise<void>((listening, failed) => {
      server.once('error', failed).listen(port, '127.0.0.1', listening);
    });
    return new PaperPage(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  async stop(): Promise<void> {
    const closed = new Promise((done) => this.server.close(done));
    this.server.closeAllConnections();
    await closed;
  }
}

const NOT_FOUND: Answer = { status: 404, type: 'text/plain', body: 'There is no such page.\n' };

/** `/`, `/1.png` and `/1.txt`: pieces are counted from 1. */
function answer(printer: FakePrinter, url: string): Answer {
  const path = url.replace(/\?.*/, '');
  if (path === '/') return { status: 200, type: 'text/html; charset=utf-8', body: page(printer) };
  const [, number, ending] = /^\/(\d{1,6})\.(png|txt)$/.exec(path) ?? [];
  const piece = printer.pieces[Number(number) - 1];
  if (piece === undefined) return NOT_FOUND;
  const { options } = printer;
  if (ending === 'png')
    return { status: 200, type: 'image/png', body: writePng(drawPiece(piece, options), options.dpi) };
  const lines = readPiece(piece, options).rows.map(({ text }) => `${text}\n`);
  return { status: 200, type: 'text/plain; charset=utf-8', body: lines.join('') };
}

const STYLE = `
  body { background: #d8d8d8; font: 15px sans-serif; margin: 1.5em }
  figure { margin: 1.5em 0 }
  img { background: #fff; box-shadow: 0 2px 8px #0006; display: block; padding: 0 24px }
  .open { border-top: 6px solid #444 }
  .full, .partial { border-bottom: 2px dashed #888 }
  .errors { color: #b00 }`;

/** Asks for the page twice a second, and shows what is new. */
const SCRIPT = `
  setInterval(async () => {
    const response = await fetch('/').catch(() => undefined);
    if (response === undefined) return;
    const [is, was] = [new DOMParser().parseFromString(await response.text(), 'text/html'), document]
      .map((page) => page.querySelector('main'));
    if (is.innerHTML !== was.innerHTML) was.replaceWith(is);
  }, 500);`;

function page(printer: FakePrinter): string {
  const errors = printer.errors.map((error) => `<li>${escaped(error)}</li>`).join('');
  const figures = printer.pieces.map(figureOf(printer)).reverse().join('\n');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>fake-printer</title>
<style>${STYLE}
</style>
<main>
<p>${escaped(stateOf(printer))}</p>
<ul class="errors">${errors}</ul>
${figures}
</main>
<script>${SCRIPT}
</script>
</html>
`;
}

/** The picture's address changes with what is on it. */
function figureOf({ pieces, options }: FakePrinter): (piece: (typeof pieces)[number], index: number) => string {
  return ({ height, marks, end }, index) => {
    if (height === 0) return '';
    const name = `${index + 1}.png?${height}-${marks.length}`;
    const text = `<figcaption>Piece ${index + 1}, ${end}: <a href="${index + 1}.txt">text</a></figcaption>`;
    const size = `width="${options.dots}" height="${height}"`;
    return `<figure>${text}<img class="${end}" src="${name}" ${size} alt="what is on piece ${index + 1}"></figure>`;
  };
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
