import type { Words } from '../base/words.js';

/** Technicians with a Serbian terminal read Serbian. */
export function inLanguage({ sr, en }: Words): string {
  return /^sr/i.test(process.env['LC_ALL'] ?? process.env['LANG'] ?? '') ? sr : en;
}
