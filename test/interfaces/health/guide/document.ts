import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { ALL_CHECKS } from '../../../../src/interfaces/health/checks.js';

export const GUIDE_FILE = resolve(import.meta.dirname, '../../../../docs/repair.md');

const HEAD = `# Repair

\`kasirbox status\` reports on one screen whether the box sells. \`kasirbox doctor\` reports what is wrong, the worst
first, and what to do. The tables list every check of \`doctor\`, in the order in which to fix them. They are made from
\`src/interfaces/health/checks\` by \`node --import tsx test/interfaces/health/guide/keep.ts\`.
`;

const HEADS = {
  sr: { title: 'Симптом, узрок, шта учинити', columns: ['Провера', 'Симптом', 'Узрок', 'Почните са'] },
  en: { title: 'Symptom, cause, what to do', columns: ['Check', 'Symptom', 'Cause', 'Begin with'] },
} as const;

/** The chapter of the technician's guide in one language, as a table in the order of repair. */
export function guideChapter(language: 'sr' | 'en'): string {
  const { title, columns } = HEADS[language];
  const rows = ALL_CHECKS.map(({ name, guide: { symptom, cause, command } }) => [
    `\`${name}\``,
    symptom[language],
    cause[language],
    `\`${command.replaceAll('|', '\\|')}\``,
  ]);
  const lines = [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `## ${title}\n\n${lines.join('\n')}\n`;
}

/** The document as the registry has it now. */
export async function guideDocument(): Promise<string> {
  const options = await resolveConfig(GUIDE_FILE);
  return format([HEAD, guideChapter('sr'), guideChapter('en')].join('\n'), { ...options, parser: 'markdown' });
}

export function storedDocument(): string {
  return readFileSync(GUIDE_FILE, 'utf8');
}
