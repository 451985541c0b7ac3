import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { latin } from '../../../../../base/bilingual.js';
import { request } from '../../net/http.js';
import { Button } from '../../components/button.js';
import { Field, useTyped } from '../../components/field.js';
import { Show, useLoaded } from '../../components/load.js';
import { path } from '../../route.js';
import { HELP } from '../../text/common.js';
import { language, t } from '../../text/language.js';
import { type HelpDocument, type Section, findSections, excerpt } from './sections.js';

const MAX_FOUND = 40;

/** The manual: contents, search and the documents, which the build makes from `docs/sr` and `docs`. */
export function HelpScreen(): JSX.Element {
  const loaded = useLoaded(() => request<readonly HelpDocument[]>('/help.json'));
  return (
    <div class="help">
      <h1>{t(HELP.title)}</h1>
      <Show loaded={loaded}>{(documents) => <Manual documents={documents} />}</Show>
    </div>
  );
}

/** A text of a Serbian document in the alphabet of the page. */
function inAlphabet(text: string): string {
  return language.value === 'sr-Latn' ? latin(text) : text;
}

function Manual({ documents }: { readonly documents: readonly HelpDocument[] }): JSX.Element {
  const sought = useTyped('');
  const isEnglish = language.value === 'en';
  const own = documents.filter((document) => document.language === (isEnglish ? 'en' : 'sr'));
  const serbian = isEnglish ? documents.filter((document) => document.language === 'sr') : [];
  const [, name, anchor] = path.value;
  const shown = documents.find((document) => document.name === name) ?? own[0];
  const sections = useMemo(() => documents.flatMap(sectionsOf), [documents]);
  const searched = sections.filter((section) => own.some((document) => document.name === section.document));
  // A link of the results leads out of them.
  useEffect(() => sought.onInput(''), [path.value.join('/')]);
  if (shown === undefined) return <p>{t(HELP.none)}</p>;
  return (
    <>
      <Field label={t(HELP.search)} {...sought} type="search" />
      {sought.value.trim() !== '' ? (
        <Found found={findSections(searched, sought.value)} sought={sought.value} documents={own} />
      ) : (
        <>
          <nav class="documents" aria-label={t(HELP.documents)}>
            <Links documents={own} shown={shown} />
            {serbian.length > 0 && <p class="muted">{t(HELP.serbian)}</p>}
            <Links documents={serbian} shown={shown} />
          </nav>
          <Contents sections={sections.filter((section) => section.document === shown.name && section.depth > 1)} />
          <Button text={t(HELP.print)} onClick={() => print()} />
          <Article document={shown} anchor={anchor} />
        </>
      )}
    </>
  );
}

interface LinksProps {
  readonly documents: readonly HelpDocument[];
  readonly shown: HelpDocument;
}

function Links({ documents, shown }: LinksProps): JSX.Element {
  return (
    <>
      {documents.map((document) => (
        <a
          key={document.name}
          href={`#/help/${document.name}`}
          lang={document.language}
          aria-current={document === shown ? 'page' : undefined}
        >
          <bdi>{inAlphabet(document.title)}</bdi>
        </a>
      ))}
    </>
  );
}

function addressOf({ document, id }: Section): string {
  return `#/help/${document}/${encodeURIComponent(id)}`;
}

function Contents({ sections }: { readonly sections: readonly Section[] }): JSX.Element {
  return (
    <details class="contents">
      <summary>{t(HELP.contents)}</summary>
      <ul class="plain-list">
        {sections.map((section) => (
          <li key={section.id} class={`depth-${section.depth}`}>
            <a href={addressOf(section)}>
              <bdi>{inAlphabet(section.heading)}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface FoundProps {
  readonly found: readonly Section[];
  readonly sought: string;
  readonly documents: readonly HelpDocument[];
}

function Found({ found, sought, documents }: FoundProps): JSX.Element {
  return (
    <section class="found">
      <p role="status">{found.length === 0 ? t(HELP.none) : t(HELP.found, { count: found.length })}</p>
      <ul class="plain-list">
        {found.slice(0, MAX_FOUND).map((section) => (
          <li key={addressOf(section)}>
            <a href={addressOf(section)}>{inAlphabet(section.heading)}</a>
            <span class="muted">
              {' '}
              {inAlphabet(documents.find(({ name }) => name === section.document)?.title ?? '')}
            </span>
            <p>{inAlphabet(excerpt(section.text, sought))}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ArticleProps {
  readonly document: HelpDocument;
  /** Id of the heading to show first. */
  readonly anchor: string | undefined;
}

/** One document. Commands and settings stay as they are typed, in any alphabet. */
function Article({ document, anchor }: ArticleProps): JSX.Element {
  const article = useRef<HTMLElement>(null);
  const alphabet = language.value;
  // Before the paint, and before the place in it is looked for.
  useLayoutEffect(() => {
    const body = parsed(document);
    if (document.language === 'sr') transliterate(body);
    article.current?.replaceChildren(...body.childNodes);
  }, [document, alphabet]);
  useEffect(() => {
    if (anchor !== undefined) window.document.getElementById(anchor)?.scrollIntoView();
  }, [document, anchor]);
  return <article ref={article} class="manual" lang={document.language === 'en' ? 'en' : undefined} />;
}

function transliterate(body: HTMLElement): void {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement?.closest('code') === null) node.textContent = inAlphabet(node.textContent ?? '');
  }
  for (const image of body.querySelectorAll('img')) image.alt = inAlphabet(image.alt);
}

/** The nodes of a document, which no page has yet: nothing in it is loaded or run. */
function parsed({ html }: HelpDocument): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body;
}

function sectionsOf(document: HelpDocument): Section[] {
  const sections: Section[] = [];
  for (const element of parsed(document).children) {
    const [, depth] = /^H([1-6])$/.exec(element.tagName) ?? [];
    const text = element.textContent.replaceAll(/\s+/g, ' ').trim();
    const last = sections.pop();
    if (depth !== undefined || last === undefined) {
      const { name } = document;
      if (last !== undefined) sections.push(last);
      sections.push({ document: name, id: element.id, depth: Number(depth ?? 1), heading: text, text: '' });
    } else sections.push({ ...last, text: `${last.text} ${text}`.trim() });
  }
  return sections;
}
