import { type Bilingual, escapeHtml, type Language, LANGUAGES, translate } from '../../../base/index.js';
import {
  type HelperStep,
  type Platform,
  PLATFORM_NAMES,
  type PlatformName,
  PLATFORMS,
  type StepPicture,
} from './platforms.js';

/** Dimensions of the drawing, units: side by side in the picture of a phone, below each other in that of a computer. */
const WIDTH = 220;
const HEIGHT = 150;
const ROW = 30;
const LEFT = 20;
const INNER = WIDTH - 2 * LEFT;

/**
 * The picture of a step: a screen with the tapped element highlighted. It repeats the text next to it, so it is hidden
 * from screen readers.
 */
function stepPicture(picture: StepPicture, isPhone: boolean, language: Language): string {
  const frame = isPhone
    ? `<rect class="frame" x="4" y="4" width="${WIDTH - 8}" height="${HEIGHT - 8}" rx="16"/>`
    : `<rect class="frame" x="4" y="4" width="${WIDTH - 8}" height="${HEIGHT - 26}" rx="6"/><path class="frame" d="M80 146h60M110 128v18"/>`;
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">${frame}${contentOf(picture, language)}</svg>`;
}

function contentOf(picture: StepPicture, language: Language): string {
  switch (picture.kind) {
    case 'download':
      return '<path class="arrow" d="M110 28v50M88 58l22 22 22-22M74 104h72"/>';
    case 'menu': {
      const chosen = picture.rows.length - 1;
      return picture.rows
        .map((row, at) => rowAt(18 + at * (ROW + 4), translate(row, language), at === chosen))
        .join('');
    }
    case 'switch':
      return (
        rowAt(50, translate(picture.row, language), false) +
        `<rect class="on" x="154" y="56" width="34" height="18" rx="9"/><circle class="knob" cx="179" cy="65" r="7"/>`
      );
    case 'dialog':
      return (
        `<text x="${WIDTH / 2}" y="48" text-anchor="middle">${escapeHtml(translate(picture.title, language))}</text>` +
        `<rect class="chosen" x="${LEFT}" y="68" width="${INNER}" height="34" rx="8"/>` +
        `<text class="on-chosen" x="${WIDTH / 2}" y="90" text-anchor="middle">${escapeHtml(translate(picture.button, language))}</text>`
      );
  }
}

function rowAt(y: number, text: string, isChosen: boolean): string {
  const [box, words] = isChosen ? ['chosen', 'on-chosen'] : ['row', ''];
  return (
    `<rect class="${box}" x="${LEFT}" y="${y}" width="${INNER}" height="${ROW}" rx="6"/>` +
    `<text class="${words}" x="${LEFT + 10}" y="${y + 20}">${escapeHtml(text)}</text>`
  );
}

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
  const say = (text: Bilingual): string => escapeHtml(translate(text, language));
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
    file === undefined
      ? ''
      : `<a class="button" href="${file}">${escapeHtml(translate(HELPER.download, language))}</a>`;
  const number = `${escapeHtml(translate(HELPER.step, language))} ${at + 1}`;
  return `<li><div><p class="number">${number}</p><p>${escapeHtml(translate(text, language))}</p>${download}</div>${stepPicture(picture, isPhone, language)}</li>`;
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

/** The languages of the helper page: in its address, and as shown. */
const HELPER_LANGUAGES: Readonly<Record<Language, { readonly code: string; readonly name: string }>> = {
  'sr-Cyrl': { code: 'cyr', name: 'Ћир' },
  'sr-Latn': { code: 'lat', name: 'Lat' },
  en: { code: 'en', name: 'Eng' },
};

/** The language with this code; by default Serbian in Cyrillic. */
export function languageOf(code: string | null): Language {
  return LANGUAGES.find((language) => HELPER_LANGUAGES[language].code === code) ?? 'sr-Cyrl';
}

/** Texts of the helper page. */
const HELPER = {
  title: { sr: 'Повежите овај уређај са касом', en: 'Connect this device to the till' },
  intro: {
    sr: 'Каса и овај уређај разговарају шифровано. Да би јој уређај веровао, једном му треба дати њен сертификат.',
    en: 'The till and this device communicate over an encrypted connection. For the device to trust the till, install the till’s certificate on it once.',
  },
  devices: { sr: 'Врста уређаја', en: 'Kind of device' },
  languages: { sr: 'Језик', en: 'Language' },
  step: { sr: 'Корак', en: 'Step' },
  download: { sr: 'Преузми сертификат', en: 'Download the certificate' },
  check: { sr: 'Да ли уређај верује каси?', en: 'Does the device trust the till?' },
  checking: { sr: 'Проверавам…', en: 'Checking…' },
  trusted: { sr: 'Да, све је спремно.', en: 'Yes, everything is ready.' },
  untrusted: {
    sr: 'Још не. Прођите кораке изнад, па проверите поново.',
    en: 'Not yet. Follow the steps above, then check again.',
  },
  noScript: {
    sr: 'После корака отворите касу. Ако прегледач упозори на безбедност, уређај јој још не верује.',
    en: 'After the steps, open the till. If the browser shows a security warning, the device does not trust the till yet.',
  },
  again: { sr: 'Провери поново', en: 'Check again' },
  open: { sr: 'Отвори касу', en: 'Open the till' },
  fingerprint: { sr: 'Отисак сертификата (SHA-256)', en: 'Certificate fingerprint (SHA-256)' },
  compare: {
    sr: 'Исти отисак је на листићу који штампа штампач. Ако се разликује, не инсталирајте сертификат.',
    en: 'The same fingerprint is on the ticket that the printer prints. If it differs, do not install the certificate.',
  },
  other: { sr: 'Сертификат у облику PEM', en: 'Certificate in PEM format' },
} as const satisfies Readonly<Record<string, Bilingual>>;
