import type { Texts } from './texts.js';

/** The help page. Its documents are `docs/sr` and parts of `docs`. */
export const HELP = {
  title: { sr: 'Помоћ', en: 'Help' },
  search: { sr: 'Тражи у упутству', en: 'Search the manual' },
  documents: { sr: 'Документи', en: 'Documents' },
  contents: { sr: 'Садржај', en: 'Contents' },
  print: { sr: 'Одштампај или сачувај као PDF', en: 'Print or save as PDF' },
  found: { sr: 'Нађено места: {count}', en: 'Places found: {count}' },
  none: { sr: 'Ништа није нађено.', en: 'Nothing was found.' },
  serbian: {
    sr: 'Упутство по захтевима Пореске управе је на српском:',
    en: 'The manual that the tax authority requires is in Serbian:',
  },
} satisfies Texts;
