import { type Bilingual, escapeHtml, oneLine, translate, visible } from '../../base/index.js';
import type { Bundle } from '../../outward/updates/index.js';
import type { RescueState } from './rescue.js';
import { RESCUE } from './rescueTexts.js';

interface RescuePage {
  readonly state: RescueState;
  /** Undefined while the search is running. */
  readonly bundles: readonly Bundle[] | undefined;
  readonly isRetried: boolean;
  /** True when a button requires the code of the ticket. */
  readonly needsCode: boolean;
  /** The version that failed its last trial. */
  readonly givenUp: string | undefined;
  /** Token that a form of this page must send. */
  readonly token: string;
  /** Changes with everything that the page shows, except the progress. */
  readonly mark: string;
}

/** Maximum characters of a displayed name and reason. */
const MAX_NAME = 80;
const MAX_REASON = 300;
/** Reload interval of the page without scripts, s; longer while a person may be typing. */
const REFRESH = 5;
const SLOW_REFRESH = 60;

type Values = Readonly<Record<string, string | number>>;

/** The only page of the rescue system, as HTML: Serbian, with English below. */
export function rescuePage(page: RescuePage): string {
  const isTyping = page.needsCode && (page.state.kind === 'waiting' || page.state.kind === 'failed');
  return document(RESCUE.title, contentOf(page), { mark: page.mark, refresh: isTyping ? SLOW_REFRESH : REFRESH });
}

/** Shown when a form comes from a page older than the running rescue system. */
export function stalePage(): string {
  return document(RESCUE.title, section(heading(1, RESCUE.stale), linkBack(RESCUE.open)));
}

/** Shown when a form came without the code of the ticket. */
export function wrongCodePage(): string {
  return document(
    RESCUE.title,
    `<section role="alert">${heading(1, RESCUE.wrongCode)}${paragraph(RESCUE.codeHint)}${linkBack(RESCUE.back)}</section>`,
  );
}

function linkBack(text: Bilingual): string {
  return `<p><a class="button" href="/">${inline(text)}</a></p>`;
}

interface Following {
  readonly mark: string;
  /** Reload interval of the page without scripts, s. */
  readonly refresh: number;
}

function document(title: Bilingual, content: string, following?: Following): string {
  const follows =
    following === undefined
      ? ''
      : `<script src="/rescue.js" defer></script>\n<noscript><meta http-equiv="refresh" content="${following.refresh}"></noscript>\n`;
  return `<!doctype html>
<html lang="sr-Cyrl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title.sr)} · kasirbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/rescue.css">
${follows}</head>
<body data-mark="${escapeHtml(following?.mark ?? '')}">
<header>kasirbox</header>
<main>
${content}
</main>
</body>
</html>
`;
}

function contentOf(page: RescuePage): string {
  const { state } = page;
  switch (state.kind) {
    case 'restoring':
      return section(
        heading(1, RESCUE.restoring, { version: state.version }),
        `<p id="percent" class="percent">${state.percent} %</p>`,
        `<progress max="100" value="${state.percent}" aria-label="${escapeHtml(translate(RESCUE.restoring, 'sr-Cyrl', { version: state.version }))}"></progress>`,
        paragraph(RESCUE.keepPower),
      );
    case 'restored':
      return section(heading(1, RESCUE.restored), paragraph(RESCUE.restarting));
    case 'trying again':
      return section(heading(1, RESCUE.tryingAgain), paragraph(RESCUE.restarting));
    case 'failed':
      return (
        `<section role="alert">${heading(1, RESCUE.failed)}${reasonOf(state.reason)}` +
        `${paragraph(RESCUE.advice)}</section>${choices(page)}`
      );
    case 'waiting':
      return `${heading(1, RESCUE.found)}${paragraph(RESCUE.intro)}${choices(page)}`;
  }
}

function choices(page: RescuePage): string {
  const { isRetried } = page;
  const again = isRetried
    ? paragraph(RESCUE.used)
    : paragraph(RESCUE.againWhy) + form(page, '/again', '', 'plain', RESCUE.tryAgain);
  return `${heading(2, RESCUE.list)}${listOf(page)}${heading(2, RESCUE.again)}<section>${again}</section>`;
}

function listOf(page: RescuePage): string {
  const { bundles, givenUp } = page;
  if (bundles === undefined) return section(paragraph(RESCUE.looking));
  if (bundles.length === 0) return section(paragraph(RESCUE.none));
  const advice = bundles.some(({ stick }) => stick !== null) ? paragraph(RESCUE.newer) : '';
  // Versions that failed their trial come after others, and bundles that cannot be restored come last.
  const rank = ({ facts }: Bundle): number => (!facts.ok ? 2 : facts.value.version === givenUp ? 1 : 0);
  const items = bundles.toSorted((one, other) => rank(one) - rank(other)).map((bundle) => item(page, bundle));
  return `${advice}<ul>\n${items.join('\n')}\n</ul>`;
}

function item(page: RescuePage, { id, name, stick, facts }: Bundle): string {
  const place =
    stick === null ? paragraph(RESCUE.kept) : paragraph(RESCUE.onStick, { stick: shown(stick), name: shown(name) });
  if (!facts.ok) {
    return `<li class="bad">${heading(3, RESCUE.unusable)}${place}${paragraph(RESCUE.unsigned)}${reasonOf(facts.error)}</li>`;
  }
  const field = `<input type="hidden" name="id" value="${escapeHtml(id)}">`;
  const isGivenUp = facts.value.version === page.givenUp;
  const version = heading(3, RESCUE.version, { version: shown(facts.value.version) });
  const warning = isGivenUp ? `<p class="warning">${inline(RESCUE.givenUp)}</p>` : '';
  const button = form(page, '/restore', field, isGivenUp ? 'plain' : '', RESCUE.restore);
  return `<li>${version}${place}${warning}${button}</li>`;
}

/** The reason in RAUC's words, which are English only. */
function reasonOf(reason: string): string {
  return `<p lang="en">${escapeHtml(shown(reason, MAX_REASON))}</p>`;
}

function form(
  { token, needsCode }: RescuePage,
  action: string,
  fields: string,
  kind: string,
  button: Bilingual,
): string {
  const hidden = `<input type="hidden" name="token" value="${escapeHtml(token)}">${fields}`;
  const code = needsCode
    ? `<label>${inline(RESCUE.code)}<input name="code" required maxlength="16" autocomplete="off" autocapitalize="characters" spellcheck="false"></label>`
    : '';
  return `<form method="post" action="${action}">${hidden}${code}<button type="submit" class="${kind}">${inline(button)}</button></form>`;
}

function section(...content: readonly string[]): string {
  return `<section>${content.join('')}</section>`;
}

function heading(level: 1 | 2 | 3, text: Bilingual, values: Values = {}): string {
  return `<h${level}>${inline(text, values)}</h${level}>`;
}

function paragraph(text: Bilingual, values: Values = {}): string {
  return `<p>${inline(text, values)}</p>`;
}

/** Both languages, one after the other. */
function inline(text: Bilingual, values: Values = {}): string {
  return `${escapeHtml(translate(text, 'sr-Cyrl', values))} <span lang="en">${escapeHtml(translate(text, 'en', values))}</span>`;
}

/** Text from outside, which may be anything: hidden and reversing characters are removed, and its length is limited. */
function shown(text: string, most = MAX_NAME): string {
  const plain = visible(oneLine(text));
  return plain.length > most ? `${plain.slice(0, most)}…` : plain;
}
