import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../base/index.js';
import type { HttpResponse } from '../../../platform/http/index.js';

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 1.5rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; margin: 0 0 1rem; }
.notice { border: 2px solid #b3261e; border-radius: .5rem; padding: .6rem .9rem; font-weight: 600; }
dt { opacity: .75; font-size: .9rem; } dd { margin: 0 0 .5rem; overflow-wrap: anywhere; }
pre { border: 1px solid #999; border-radius: .5rem; padding: 1rem 0; display: flex; justify-content: safe center;
  font: clamp(.6rem, 3.5vw, .9rem)/1.35 ui-monospace, "DejaVu Sans Mono", monospace; overflow-x: auto; }
`;

/** Policy of a page with this one style: it loads nothing, runs no script, and no other site may frame it. */
export function policyOf(style: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const POLICY = policyOf(STYLE);

/** A page in Serbian Cyrillic; `content` is HTML of the box, `receipt` the text of a receipt, displayed as on paper. */
export function webPage(status: number, title: string, content: string, receipt?: string): HttpResponse {
  const receiptBlock = receipt === undefined ? '' : `<pre>${escapeHtml(receipt)}</pre>`;
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
    },
    body: `<!doctype html>
<html lang="sr-Cyrl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>${content}
${receiptBlock}
</body>
</html>
`,
  };
}

/** The colours of pages that are rendered on the server, light and dark; the same as in the browser application. */
export const PALETTE = `
:root { color-scheme: light dark; --page: #f5f6f5; --card: #fff; --text: #17211f; --muted: #55625f; --border: #c9d1ce;
  --accent: #0b5d57; --on-accent: #fff; --good: #1c6b34; --warning: #7a4a00; font: 1rem/1.5 system-ui, "DejaVu Sans", sans-serif; }
@media (prefers-color-scheme: dark) { :root { --page: #121615; --card: #1c2220; --text: #e8eeec; --muted: #a3b0ac;
  --border: #3a4643; --accent: #5cc2b7; --on-accent: #0b1f1d; --good: #7fd39a; --warning: #f0bd6b; } }
* { box-sizing: border-box; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;
