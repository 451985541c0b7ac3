import { escapeHtml, type Bilingual, type Language, LANGUAGES, said } from '../../../base/index.js';
import { stepPicture } from './pictures.js';
import { type HelperStep, type Platform, PLATFORM_NAMES, type PlatformName, PLATFORMS } from './platforms.js';
import { HELPER, HELPER_LANGUAGES } from './texts.js';

interface HelperPage {
  readonly language: Language;
  readonly platform: PlatformName;
  /** True when it was detected from the user agent, not chosen. */
  readonly isGuessed: boolean;
  /** Origins of the box over HTTPS, the best first. */
  readonly origins: readonly string[];
  /** SHA-256 of the certificate, hex with colons. */
  readonly fingerprint: string;
}

/** The page that helps a device to trust the box, as HTML; it also works without its script. */
export function helperPage({ language, platform, isGuessed, origins, fingerprint }: HelperPage): string {
  const say = (text: Bilingual): string => escapeHtml(said(text, language));
  const shown: Platform = PLATFORMS[platform];
  const [origin = ''] = origins;
  const steps = shown.steps.map((step, at) => stepItem(step, at, shown.isPhone, language)).join('\n');
  const guessed = isGuessed ? ` data-guessed="${platform}"` : '';
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${say(HELPER.title)} · kasirbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/helper.css">
<script src="/helper.js" defer></script>
</head>
<body>
<header><strong>kasirbox</strong>
<nav aria-label="${say(HELPER.languages)}">${languageLinks(language, platform, isGuessed)}</nav></header>
<main>
<h1>${say(HELPER.title)}</h1>
<p>${say(HELPER.intro)}</p>
<nav aria-label="${say(HELPER.devices)}">${platformLinks(language, platform)}</nav>
<ol>
${steps}
</ol>
<section id="check" data-origins="${escapeHtml(origins.join(' '))}"${guessed} data-ios="${escapeHtml(linkTo(language, 'ios'))}">
<h2>${say(HELPER.check)}</h2>
<div role="status">
<p id="wait" class="state" hidden>${say(HELPER.checking)}</p>
<p id="yes" class="state yes" hidden><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 12.5l4.5 4.5L19 7.5"/></svg> ${say(HELPER.trusted)}</p>
<p id="no" class="state no" hidden>${say(HELPER.untrusted)}</p>
</div>
<noscript><p>${say(HELPER.noScript)}</p></noscript>
<button id="again" class="button" type="button" hidden>${say(HELPER.again)}</button>
<a id="open" class="button plain" href="${escapeHtml(origin)}/">${say(HELPER.open)}</a>
</section>
<section>
<h2>${say(HELPER.fingerprint)}</h2>
<p class="print">${escapeHtml(groupsOf(fingerprint))}</p>
<p>${say(HELPER.compare)}</p>
<p><a href="/ca.pem" download="kasirbox-ca.pem">${say(HELPER.other)}</a></p>
</section>
</main>
</body>
</html>
`;
}

function stepItem({ text, picture, file }: HelperStep, at: number, isPhone: boolean, language: Language): string {
  const download =
    file === undefined ? '' : `<a class="button" href="${file}">${escapeHtml(said(HELPER.download, language))}</a>`;
  const number = `${escapeHtml(said(HELPER.step, language))} ${at + 1}`;
  return `<li><div><p class="number">${number}</p><p>${escapeHtml(said(text, language))}</p>${download}</div>${stepPicture(picture, isPhone, language)}</li>`;
}

function languageLinks(current: Language, platform: PlatformName, isGuessed: boolean): string {
  return LANGUAGES.map((one) =>
    link(linkTo(one, isGuessed ? undefined : platform), HELPER_LANGUAGES[one].name, one === current),
  ).join('');
}

function platformLinks(language: Language, current: PlatformName): string {
  return PLATFORM_NAMES.map((one) => link(linkTo(language, one), PLATFORMS[one].name, one === current)).join('');
}

function link(href: string, text: string, isCurrent: boolean): string {
  return `<a href="${escapeHtml(href)}"${isCurrent ? ' aria-current="true"' : ''}>${escapeHtml(text)}</a>`;
}

function linkTo(language: Language, platform: PlatformName | undefined): string {
  return `/?lang=${HELPER_LANGUAGES[language].code}${platform === undefined ? '' : `&for=${platform}`}`;
}

/** The fingerprint in groups as on the ticket: `0123 4567 …`. */
function groupsOf(fingerprint: string): string {
  return fingerprint.replaceAll(':', '').match(/.{4}/g)?.join(' ') ?? '';
}
