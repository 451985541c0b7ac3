import { escapeHtml } from '../../../base/index.js';

/** Converts the Markdown of API descriptions to HTML: paragraphs, lists of one level, and code in backticks. */
export function markdown(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((block) => (block.startsWith('- ') ? listOf(block) : `<p>${inline(block)}</p>`))
    .join('');
}

function listOf(block: string): string {
  const items = block.split(/^- /m).slice(1);
  return `<ul>${items.map((item) => `<li>${inline(item.trim())}</li>`).join('')}</ul>`;
}

/** A sentence with code in it. */
export function inline(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, (_, code: string) => `<code>${code}</code>`);
}

export function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

/** A value as in a body, indented. */
export function exampleBlock(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return `<pre>${escapeHtml(text)}</pre>`;
}
