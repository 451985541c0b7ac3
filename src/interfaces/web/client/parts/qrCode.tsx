import type { JSX } from 'preact';
import { request } from '../net/http.js';
import { Show, useLoaded } from './load.js';

/** Modules of white around a code (ISO/IEC 18004, 6.3.8). */
const QUIET = 4;

/** A text as a QR code, drawn by the box. `label` describes it to people who cannot see it. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }): JSX.Element {
  const ask = () => request<{ readonly rows: readonly string[] }>('/web/qr', { method: 'POST', body: { text } });
  const loaded = useLoaded(ask, [text]);
  return <Show loaded={loaded}>{({ rows }) => <Picture rows={rows} label={label} />}</Show>;
}

function Picture({ rows, label }: { readonly rows: readonly string[]; readonly label: string }): JSX.Element {
  const side = rows.length + 2 * QUIET;
  const path = rows.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map(
      ({ 0: run, index }) => `M${index + QUIET} ${y + QUIET}h${run.length}v1h-${run.length}z`,
    ),
  );
  return (
    <svg class="qr" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect width={side} height={side} fill="#fff" />
      <path d={path.join('')} fill="#000" />
    </svg>
  );
}
