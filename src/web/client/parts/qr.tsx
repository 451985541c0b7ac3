import type { JSX } from 'preact';
import { request } from '../net/http.js';
import { Show, useLoaded } from './load.js';

/** Light modules around a code (ISO/IEC 18004, 6.3.8). */
const QUIET = 4;

interface Modules {
  readonly size: number;
  /** Row by row, `1` for a dark one. */
  readonly dark: string;
}

/** A text as a QR code, dark on white whatever the appearance of the page; the box draws it. */
export function QrPicture({ text, label }: { readonly text: string; readonly label: string }): JSX.Element {
  const loaded = useLoaded(() => request<Modules>('/web/qr', { method: 'POST', body: { text } }), [text]);
  return (
    <Show loaded={loaded}>
      {({ size, dark }) => {
        const side = size + 2 * QUIET;
        return (
          <svg class="qr" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shape-rendering="crispEdges">
            <rect width={side} height={side} fill="#fff" />
            <path d={pathOf(size, dark)} fill="#000" />
          </svg>
        );
      }}
    </Show>
  );
}

function pathOf(size: number, dark: string): string {
  const squares = Array.from(dark, (module, at) => {
    return module === '1' ? `M${(at % size) + QUIET} ${Math.floor(at / size) + QUIET}h1v1h-1z` : '';
  });
  return squares.join('');
}
