import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { HttpResponse } from '../../../platform/http/index.js';
import { type ApiDefinition, BASE_PATH, definition, ERRORS, type HeaderDoc, HEADERS, TAGS } from '../../api/index.js';
import { escapeHtml, type JsonSchema, type SalePriority, VERSION } from '../../../base/index.js';
import { type RequestedForm, type PublicBytes, publicBytes, publicResponse } from '../shell/files.js';
import { PALETTE, policyOf } from '../open/page.js';
import { code, exampleBlock, inline, markdown, meaningOf, membersList, schemaLink } from './schemas.js';
import { type Known, operationSection } from './operation.js';

/** One column on a phone; on a wide screen the list of operations remains next to it. */
const REFERENCE_STYLE = `${PALETTE}
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

type Routes = ApiDefinition['routes'];

/** The API reference as one page of HTML: the content of `/openapi.json` for people. The page runs no script. */
export function referencePage({ routes, schemas, examples }: ApiDefinition, version: string): string {
  const names = new Map<unknown, string>(Object.entries(schemas).map(([name, schema]) => [schema, name]));
  const known: Known = {
    nameOf: (schema) => names.get(schema),
    exampleOf: (schema) => examples[names.get(schema) ?? ''],
  };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>REST API v1 · kasirbox</title>
<link rel="icon" href="/icon.svg">
<style>${REFERENCE_STYLE}</style>
</head>
<body>
<a class="skip" href="#reference">To the reference</a>
<header><h1>REST API v1</h1>
<p class="muted">kasirbox ${escapeHtml(version)}</p></header>
<div class="columns">
<nav aria-label="Operations">${contents(routes)}</nav>
<main id="reference" tabindex="-1">
${INTRODUCTION}
${Object.entries(TAGS)
  .map(([tag, words]) => tagSection(tag, words, routes, known))
  .join('\n')}
${errorsSection()}
${headersSection()}
<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>
${Object.entries(schemas)
  .map(([name, schema]) => schemaSection(name, schema, known))
  .join('\n')}
</section>
</main>
</div>
</body>
</html>
`;
}

const INTRODUCTION = `<section class="intro" aria-labelledby="calling"><h2 id="calling">How to call</h2>
<p>Amounts are RSD including VAT, times Europe/Belgrade. Bodies are JSON. For generators of clients the same stands in
<a href="/openapi.json">/openapi.json</a>.</p>
<p>An owner of the box makes an API key for each program, on the page of settings. The commands below run in a shell that knows the address by
which you have reached the box, its certificate authority (${code('tls/ca.pem')} of the data folder) and the key:</p>
${exampleBlock(`BOX=https://ADDRESS:PORT${BASE_PATH}\nCA=ca.pem\nKEY=kasir_…`)}
</section>`;

function ofTag(tag: string, routes: Routes): [id: string, route: Routes[string]][] {
  return Object.entries(routes).filter(([, route]) => route.tag === tag);
}

function contents(routes: Routes): string {
  const groups = Object.keys(TAGS).map((tag) => {
    const links = ofTag(tag, routes).map(([id, { summary }]) => `<li><a href="#${id}">${inline(summary)}</a></li>`);
    return `<strong>${tag}</strong><ul>${links.join('')}</ul>`;
  });
  const rest = ['Errors', 'Headers', 'Schemas'].map((name) => `<li><a href="#${name.toLowerCase()}">${name}</a></li>`);
  return `${groups.join('\n')}<ul>${rest.join('')}</ul>`;
}

function tagSection(tag: string, words: string, routes: Routes, known: Known): string {
  const operations = ofTag(tag, routes).map(([id, route]) => operationSection(id, route, known));
  return `<section aria-labelledby="tag-${tag}"><h2 id="tag-${tag}">${tag}</h2>${markdown(words)}
${operations.join('\n')}</section>`;
}

function errorsSection(): string {
  const errors = Object.entries(ERRORS).map(
    ([status, { description, example }]) =>
      `<article id="error-${status}" aria-labelledby="error-${status}-name"><h3 id="error-${status}-name">${status}</h3>
${markdown(description)}${exampleBlock(example)}</article>`,
  );
  return `<section aria-labelledby="errors"><h2 id="errors">Errors</h2>
<p>All have one form, ${schemaLink('Error')}, whose ${code('rule')} programs branch on.</p>
${errors.join('\n')}</section>`;
}

function headersSection(): string {
  const headers = Object.entries<HeaderDoc>(HEADERS).map(
    ([name, { description, schema }]) => `<dt>${code(name)}</dt><dd>${markdown(description)}${meaningOf(schema)}</dd>`,
  );
  return `<section aria-labelledby="headers"><h2 id="headers">Headers of answers</h2><dl>${headers.join('\n')}</dl></section>`;
}

function schemaSection(name: string, schema: JsonSchema, { nameOf }: Known): string {
  const id = `schema-${name}`;
  return `<article id="${id}" aria-labelledby="${id}-name"><h3 id="${id}-name">${name}</h3>
${membersList(schema, nameOf)}</article>`;
}

const REFERENCE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  // The page loads only the icon of the box.
  'Content-Security-Policy': `${policyOf(REFERENCE_STYLE)}; img-src 'self'`,
  'Cache-Control': 'no-cache',
} as const;

const packed = promisify(gzip);

/** The API reference at `/docs`. It is created on the first request, without delaying sales. */
export class Reference {
  private made: Promise<PublicBytes> | undefined;

  constructor(private readonly salePriority: Pick<SalePriority, 'slice'>) {}

  async answer(asked: RequestedForm): Promise<HttpResponse> {
    this.made ??= this.make();
    return publicResponse(await this.made, asked, REFERENCE_HEADERS);
  }

  private async make(): Promise<PublicBytes> {
    const { slice } = this.salePriority;
    const plain = await slice(() => Buffer.from(referencePage(definition, VERSION)));
    return slice(async () => publicBytes(plain, await packed(plain)));
  }
}
