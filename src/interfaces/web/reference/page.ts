import { type ApiDefinition, BASE_PATH, ERRORS, type HeaderDoc, HEADERS, TAGS } from '../../api/index.js';
import { escapeHtml, type JsonSchema } from '../../../base/index.js';
import { code, exampleBlock, inline, markdown } from './markdown.js';
import { type Known, operationSection } from './operation.js';
import { meaningOf, membersList, schemaLink } from './schemas.js';
import { REFERENCE_STYLE } from './style.js';

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
