import { PALETTE } from '../palette.js';

/** One column on a phone; on a wide screen the list of operations remains next to it. */
export const REFERENCE_STYLE = `${PALETTE}
html { scroll-padding-top: 1rem; }
body { margin: 0 auto; max-width: 76rem; padding: 1rem; background: var(--page); color: var(--text); overflow-wrap: anywhere; }
.skip { position: absolute; left: -100vw; } .skip:focus { left: .5rem; top: .5rem; background: var(--card); padding: .5rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.3rem; margin: 2rem 0 .5rem; } h3 { font-size: 1.1rem; margin: 0 0 .5rem; } h4 { font-size: 1rem; margin: 1rem 0 .25rem; }
.intro h2 { margin-top: 0; }
p { margin: 0 0 .5rem; } a { color: var(--accent); } .muted, .type { color: var(--muted); font-weight: 400; }
nav { background: var(--card); border: 1px solid var(--border); border-radius: .6rem; padding: .75rem 1rem; margin: 1rem 0;
  max-height: 50vh; overflow-y: auto; }
nav ul { list-style: none; margin: 0 0 .75rem; padding: 0; } nav a { display: block; padding: .4rem 0; }
article, section > dl, .intro { background: var(--card); border: 1px solid var(--border); border-radius: .6rem; padding: 1rem; margin: 0 0 1rem; }
code, pre { font: .9em/1.5 ui-monospace, "DejaVu Sans Mono", monospace; }
pre { background: var(--page); border: 1px solid var(--border); border-radius: .4rem; padding: .6rem; margin: .25rem 0 .5rem;
  white-space: pre-wrap; }
.method { color: var(--accent); font-weight: 700; }
dl { margin: 0; } dt { margin-top: .5rem; font-weight: 600; } dd { margin: 0 0 .25rem 1rem; } dd p { margin: 0; } dt strong { color: var(--warning); }
dd ul { margin: .25rem 0; padding-left: 1.2rem; }
.answers { padding-left: 1.2rem; } .answers li { margin-bottom: .25rem; }
summary { cursor: pointer; color: var(--accent); padding: .4rem 0; }
@media (min-width: 64rem) {
  .columns { display: grid; grid-template-columns: 19rem minmax(0, 1fr); gap: 1.5rem; align-items: start; }
  nav { position: sticky; top: 1rem; margin: 0; max-height: calc(100vh - 2rem); } nav a { padding: .15rem 0; }
}
@media print { nav, .skip { display: none; } }
`;
