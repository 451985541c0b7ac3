import { escapeHtml } from '../../../src/base/text.js';
import { SOURCES } from '../requirements/requirement.js';
import { COMMON_DIFFERENCES } from '../samples/fixtures.js';
import type { Made } from '../samples/set.js';
import type { Outcome, Paper, Place } from '../verdict.js';
import { VERDICTS } from '../verdict.js';
import type { DocumentFile } from './documents.js';
import { counts } from './terminal.js';

/** What a report is made of. */
export interface Report {
  readonly outcomes: readonly Outcome[];
  readonly samples: readonly Made[];
  /** The documents beside the report; empty where they were not written. */
  readonly documents: readonly DocumentFile[];
  /** Version of the product and its ESIR number, as its status says. */
  readonly product: string;
  /** The processor is that of the real sandbox; false for the stand-ins. */
  readonly isSandbox: boolean;
  readonly date: string;
}

const STYLE = `
  body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
  table { border-collapse: collapse; } td, th { border: 1px solid #bbb; padding: .25rem .6rem; text-align: left; vertical-align: top; }
  pre { background: #f5f5f2; padding: .6rem; overflow: auto; } img { max-width: 18rem; border: 1px solid #ccc; }
  section { border-top: 2px solid #ddd; margin-top: 1.5rem; } .passed { color: #06632c; } .failed, .partial { color: #a11; }
  .papers { display: flex; flex-wrap: wrap; gap: 1rem; } li.open { color: #a11; font-weight: 600; }`;

/** What no verdict of this program says. */
const LIMITS =
  '<p>За документе програм проверава да место постоји и да има текст; да ли је садржај тачан и потпун, оцењује читалац.</p>';
const STAND_INS =
  '<p>Процесори, штампачи и сервер за пошту су симулатори који користе исте протоколе. Слике рачуна на траци показују оно што је штампач примио. Оно што може да покаже само прави уређај или развојно окружење Пореске управе има посебну оцену и опис ручне провере.</p>';

/** The report as a page of its own; pictures and files are beside it. */
export function reportPage(report: Report): string {
  const { outcomes, samples, documents, product, isSandbox, date } = report;
  return `<!doctype html>
<html lang="sr-Cyrl">
<head><meta charset="utf-8"><title>Извештај о провери ЕСИР-а</title><style>${STYLE}</style></head>
<body>
<h1>Извештај о провери ЕСИР-а по поступку Пореске управе</h1>
<p>Производ: ${escapeHtml(product)}. Процесор: ${isSandbox ? 'развојно окружење Пореске управе' : 'симулатори Л-ПФР-а и В-ПФР-а'}. Датум: ${escapeHtml(date)}</p>
${LIMITS}
${isSandbox ? '' : STAND_INS}
<h2>Оцене</h2>
<table><tr><th>оцена</th><th>број захтева</th></tr>${counts(outcomes).map(countRow).join('')}
<tr><th>укупно</th><th>${outcomes.length}</th></tr></table>
<p>Извори: ${Object.entries(SOURCES)
    .map(([short, title]) => `${short} – ${escapeHtml(title)}`)
    .join('; ')}.</p>
<h2>Документи</h2>
${documents.length === 0 ? '<p>Документи се праве при провери свих захтева.</p>' : documentTable(documents)}
<h2>Примери рачуна</h2>
${samples.length === 0 ? '<p>Примери се праве при провери свих захтева.</p>' : sampleTable(samples)}
<h2>Захтеви</h2>
<table><tr><th>ознака</th><th>захтев</th><th>оцена</th><th>место у документима</th></tr>${outcomes.map((one) => outcomeRow(one, documents)).join('')}</table>
${outcomes.map((one) => outcomeSection(one, documents)).join('\n')}
${samples.map(sampleSection).join('\n')}
</body>
</html>
`;
}

function countRow([verdict, count]: ReturnType<typeof counts>[number]): string {
  return `<tr><td class="${verdict}">${VERDICTS[verdict]}</td><td>${count}</td></tr>`;
}

function outcomeRow(
  { requirement: { id, text }, verdict, places }: Outcome,
  documents: readonly DocumentFile[],
): string {
  return `<tr><td><a href="#${id}">${id}</a></td><td>${escapeHtml(text)}</td><td class="${verdict}">${VERDICTS[verdict]}</td><td>${placesText(places, documents)}</td></tr>`;
}

function placesText(places: readonly Place[], documents: readonly DocumentFile[]): string {
  if (places.length === 0) return 'нема';
  return places.map((place) => placeText(place, documents)).join('<br>');
}

function placeText({ file, heading }: Place, documents: readonly DocumentFile[]): string {
  const written = documents.find(({ name }) => `${name}.md` === file);
  if (written === undefined) return escapeHtml(`docs/sr/${file}: ${heading}`);
  return `<a href="${encodeURI(written.cyrillic)}">${escapeHtml(written.title)}</a>: ${escapeHtml(heading)}`;
}

function documentTable(documents: readonly DocumentFile[]): string {
  const rows = documents.map(
    ({ title, cyrillic, latin }) =>
      `<tr><td>${escapeHtml(title)}</td><td><a href="${encodeURI(cyrillic)}">${escapeHtml(cyrillic)}</a></td><td><a href="${encodeURI(latin)}">${escapeHtml(latin)}</a></td></tr>`,
  );
  return `<table><tr><th>документ</th><th>ћирилица</th><th>латиница</th></tr>${rows.join('')}</table>`;
}

function outcomeSection(outcome: Outcome, documents: readonly DocumentFile[]): string {
  const { requirement, verdict, steps, answers, papers, findings, places } = outcome;
  const { id, text, source, means, elsewhere } = requirement;
  return `<section id="${id}">
<h3>${id} <span class="${verdict}">${VERDICTS[verdict]}</span></h3>
<p><b>Захтев.</b> ${escapeHtml(text)} (${escapeHtml(source)})</p>
${means.length > 0 ? `<p><b>Начин провере.</b> ${means.map((one) => MEANS[one]).join(', ')}</p>` : ''}
${elsewhere === undefined ? '' : `<p><b>${elsewhere.kind === 'not-applicable' ? 'Разлог.' : 'Ручна провера.'}</b> ${escapeHtml(elsewhere.kind === 'not-applicable' ? elsewhere.reason : elsewhere.byHand)}</p>`}
${list('Кораци', steps)}
${list('Одговор', answers)}
${papers.length > 0 ? `<p><b>Папир.</b></p><div class="papers">${papers.map(paperFigure).join('')}</div>` : ''}
${findings.length > 0 ? `<p><b>Налази.</b></p><ul>${findings.map(({ text: what, isMet }) => `<li${isMet ? '' : ' class="open"'}>${isMet ? 'да' : 'не'}: ${escapeHtml(what)}</li>`).join('')}</ul>` : ''}
<p><b>Место у документима.</b> ${placesText(places, documents)}</p>
</section>`;
}

const MEANS: Readonly<Record<Outcome['requirement']['means'][number], string>> = {
  api: 'API',
  pages: 'странице',
  paper: 'папир',
  program: 'команде и дневник догађаја',
  documents: 'документи',
};

function list(title: string, texts: readonly string[]): string {
  if (texts.length === 0) return '';
  return `<p><b>${title}.</b></p><ol>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ol>`;
}

function paperFigure({ title, text, files }: Paper): string {
  return `<figure><figcaption>${escapeHtml(title)}</figcaption>${fileLinks(files)}${text === '' ? '' : `<pre>${escapeHtml(text.trim())}</pre>`}</figure>`;
}

function fileLinks(files: readonly string[]): string {
  return files
    .map((file) => {
      const path = encodeURI(file);
      return file.endsWith('.png')
        ? `<a href="${path}"><img src="${path}" alt="" loading="lazy"></a>`
        : `<p><a href="${path}">${escapeHtml(file)}</a></p>`;
    })
    .join('');
}

function sampleTable(samples: readonly Made[]): string {
  const rows = samples.map(({ sample, fault, invoice, isCodeRead, compared }) => {
    const missing = compared?.rows.filter(({ isThere }) => !isThere).length ?? 0;
    const rowsTold =
      compared === undefined ? 'нема примера' : `${compared.rows.length - missing} од ${compared.rows.length}`;
    const number = invoice === undefined ? `није направљен: ${fault ?? ''}` : invoice.pfr.invoiceCounter;
    return `<tr><td><a href="#${sample.name}">${sample.name}</a></td><td>${escapeHtml(sample.title)}</td><td>${escapeHtml(sample.source)}</td><td>${escapeHtml(number)}</td><td>${isCodeRead ? 'прочитан' : 'није прочитан'}</td><td>${rowsTold}</td></tr>`;
  });
  return `<table><tr><th>пример</th><th>рачун</th><th>извор</th><th>бројач рачуна</th><th>QR код</th><th>редови примера Пореске управе</th></tr>${rows.join('')}</table>
${list('По чему се сви примери разликују од слика Пореске управе', COMMON_DIFFERENCES)}`;
}

function sampleSection({ sample, text, files, compared }: Made): string {
  const rows = compared?.rows.map(
    ({ wanted, original, isThere }) =>
      `<tr><td>${escapeHtml(original ?? wanted)}</td><td>${escapeHtml(wanted)}</td><td class="${isThere ? 'passed' : 'failed'}">${isThere ? (original === undefined ? 'исто' : 'одговара') : 'недостаје'}</td></tr>`,
  );
  return `<section id="${sample.name}"><h3>${escapeHtml(sample.title)}</h3>
<div class="papers">${fileLinks(files)}<pre>${escapeHtml(text.trim())}</pre></div>
${rows === undefined ? '' : `<table><tr><th>Пореска управа</th><th>овај производ</th><th>поређење</th></tr>${rows.join('')}</table>`}
${list('Остале разлике, са основом', compared?.differs ?? [])}
</section>`;
}
