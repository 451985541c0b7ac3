import type { JSX } from 'preact';
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { COMMON } from '../text/common.js';
import { t } from '../text/language.js';
import { request } from '../net/http.js';
import { Button } from './button.js';
import { Show, useLoaded } from './load.js';

/** A code in groups, to write down, copy or print. A line ends only between two groups. */
export function ShownCode({ code }: { readonly code: string }): JSX.Element {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
    } catch {
      // The browser refused; the code is on the screen.
      setCopied(false);
    }
  };
  return (
    <>
      <p class="code to-write">
        {code.split('-').map((group, at) => (
          <Fragment key={at}>
            {at > 0 && (
              <>
                -<wbr />
              </>
            )}
            <span>{group}</span>
          </Fragment>
        ))}
      </p>
      <div class="actions of-code">
        {'clipboard' in navigator && <Button text={t(isCopied ? COMMON.copied : COMMON.copy)} onClick={copy} />}
        <Button text={t(COMMON.print)} onClick={() => print()} />
      </div>
    </>
  );
}

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
