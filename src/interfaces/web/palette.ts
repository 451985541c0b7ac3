/** The colours of pages that are rendered on the server, light and dark; the same as in the browser application. */
export const PALETTE = `
:root { color-scheme: light dark; --page: #f5f6f5; --card: #fff; --text: #17211f; --muted: #55625f; --border: #c9d1ce;
  --accent: #0b5d57; --on-accent: #fff; --good: #1c6b34; --warning: #7a4a00; font: 1rem/1.5 system-ui, "DejaVu Sans", sans-serif; }
@media (prefers-color-scheme: dark) { :root { --page: #121615; --card: #1c2220; --text: #e8eeec; --muted: #a3b0ac;
  --border: #3a4643; --accent: #5cc2b7; --on-accent: #0b1f1d; --good: #7fd39a; --warning: #f0bd6b; } }
* { box-sizing: border-box; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;
