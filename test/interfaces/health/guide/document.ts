import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { guideChapter } from '../../../../src/interfaces/health/guide.js';

export const GUIDE_FILE = resolve(import.meta.dirname, '../../../../docs/repair.md');

const HEAD = `# Repair

\`kasirbox status\` reports on one screen whether the box sells. \`kasirbox doctor\` reports what is wrong, the worst
first, and what to do. The tables list every check of \`doctor\`, in the order in which to fix them. They are made from
\`src/interfaces/health/guide.ts\` by \`node --import tsx test/interfaces/health/guide/keep.ts\`.
`;

/** The document as the registry has it now. */
export async function guideDocument(): Promise<string> {
  const options = await resolveConfig(GUIDE_FILE);
  return format([HEAD, guideChapter('sr'), guideChapter('en')].join('\n'), { ...options, parser: 'markdown' });
}

export function storedDocument(): string {
  return readFileSync(GUIDE_FILE, 'utf8');
}
