import { escapeHtml } from '../../../src/base/text.js';
import { SOURCES } from '../requirements/requirement.js';
import type { Made } from '../samples/set.js';
import type { Outcome, Paper, Place } from '../verdict.js';
import { VERDICTS } from '../verdict.js';
import { counts } from './terminal.js';

/** What a report is made of. */
export interface Report {
  readonly outcomes: readonly Outcome[];
  readonly samples: readonly Made[];
  /** Version of the product and its ESIR number, as its status says. */
  readonly product: string;
  /** The processor: stand-ins, or the real sandbox. */
  readonly processor: string;
  readonly date: string;
}

const STYLE = `
  body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
  table { border-collapse: collapse; } td, th { border: 1px solid #bbb; padding: .25rem .6rem; text-align: left; vertical-align: top; }
  pre { background: #f5f5f2; padding: .6rem; overflow: auto; } img { max-width: 18rem; border: 1px solid #ccc; }
  section { border-top: 2px solid #ddd; margin-top: 1.5rem; } .passed { color: #06632c; } .failed, .partial { color: #a11; }
  .papers { display: flex; flex-wrap: wrap; gap: 1rem; } li.open { color: #a11; font-weight: 600; }`;

/** The report as a page of its own; pictures and files are beside it. */
export function reportPage(report: Report): string {
  const { outcomes, samples, product, processor, date } = report;
  return `<!doctype html>
<html lang="sr-Cyrl">
<head><meta charset="utf-8"><title>Извештај о провери ЕСИР-а</title><style>${STYLE}</style></head>
<body>
<h1>Извештај о провери ЕСИР-а по поступку Пореске управе</h1>
<p>Производ: ${escapeHtml(product)}. Процесор: ${escapeHtml(processor)}. Дан: ${escapeHtml(date)}.</p>
<h2>Оцене</h2>
<table><tr><th>оцена</th><th>број захтева</th></tr>${counts(outcomes).map(countRow).join('')}
<tr><th>укупно</th><th>${outcomes.length}</th></tr></table>
<p>Извори: ${Object.entries(SOURCES)
    .map(([short, title]) => `${short} – ${escapeHtml(title)}`)
    .join('; ')}.</p>
<h2>Узорци рачуна</h2>
${samples.length === 0 ? '<p>Узорци се праве кад се ради цео поступак.</p>' : sampleTable(samples)}
<h2>Захтеви</h2>
<table><tr><th>ид</th><th>захтев</th><th>оцена</th><th>место у упутству</th></tr>${outcomes.map(outcomeRow).join('')}</table>
${outcomes.map(outcomeSection).join('\n')}
${samples.map(sampleSection).join('\n')}
</body>
</html>
`;
}

function countRow([verdict, count]: ReturnType<typeof counts>[number]): string {
  return `<tr><td class="${verdict}">${VERDICTS[verdict]}</td><td>${count}</td></tr>`;
}

function outcomeRow({ requirement: { id, text }, verdict, places }: Outcome): string {
  return `<tr><td><a href="#${id}">${id}</a></td><td>${escapeHtml(text)}</td><td class="${verdict}">${VERDICTS[verdict]}</td><td>${placesText(places)}</td></tr>`;
}

function placesText(places: readonly Place[]): string {
  if (places.length === 0) return 'нема га';
  return places.map(({ file, heading }) => escapeHtml(`docs/sr/${file}: ${heading}`)).join('<br>');
}

function outcomeSection(outcome: Outcome): string {
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
<p><b>Место у упутству.</b> ${placesText(places)}</p>
</section>`;
}

const MEANS: Readonly<Record<Outcome['requirement']['means'][number], string>> = {
  api: 'АПИ',
  pages: 'стране',
  paper: 'папир',
  program: 'команде и дневник',
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
      compared === undefined ? 'нема узорка' : `${compared.rows.length - missing} од ${compared.rows.length}`;
    const number = invoice === undefined ? `није издат: ${fault ?? ''}` : invoice.pfr.invoiceCounter;
    return `<tr><td><a href="#${sample.name}">${sample.name}</a></td><td>${escapeHtml(sample.title)}</td><td>${escapeHtml(sample.source)}</td><td>${escapeHtml(number)}</td><td>${isCodeRead ? 'прочитан' : 'није прочитан'}</td><td>${rowsTold}</td></tr>`;
  });
  return `<table><tr><th>узорак</th><th>рачун</th><th>извор</th><th>бројач</th><th>QR код</th><th>редови узорка</th></tr>${rows.join('')}</table>`;
}

function sampleSection({ sample, text, files, compared }: Made): string {
  const rows = compared?.rows.map(
    ({ wanted, original, isThere }) =>
      `<tr><td>${escapeHtml(original ?? wanted)}</td><td>${escapeHtml(wanted)}</td><td class="${isThere ? 'passed' : 'failed'}">${isThere ? 'исто' : 'недостаје'}</td></tr>`,
  );
  return `<section id="${sample.name}"><h3>${escapeHtml(sample.title)}</h3>
<div class="papers">${fileLinks(files)}<pre>${escapeHtml(text.trim())}</pre></div>
${rows === undefined ? '' : `<table><tr><th>Пореска управа</th><th>овај производ</th><th>поређење</th></tr>${rows.join('')}</table>`}
</section>`;
}
