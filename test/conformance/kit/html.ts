const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The character of a reference (HTML, 13.1.4); an unknown one is unchanged. */
function decoded(reference: string, name: string): string {
  const [, hexadecimal, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? [];
  if (hexadecimal === undefined && decimal === undefined) return NAMED[name] ?? reference;
  const point = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : reference;
}

export function decode(text: string): string {
  return text.replace(/&(#?\w+);/g, decoded);
}

/** The text that a reader of a page sees, without blanks: a sheet breaks its rows where it needs to. */
export function visible(html: string): string {
  const text = html
    .replace(/<!--.*?-->/gs, '')
    .replace(/<(style|script|title)\b.*?<\/\1>/gis, '')
    .replace(/<[^>]*>/g, '');
  return dense(decode(text));
}

/** A text as {@link visible} shows it. */
export function dense(text: string): string {
  return text.replace(/\s+/g, '');
}

/** The paper of a page: the content between the comments `sheet` and `/sheet`; undefined without them. */
export function sheetOf(html: string): string | undefined {
  return /<!--sheet-->(.*)<!--\/sheet-->/s.exec(html)?.[1];
}

/** Addresses of everything that a page loads: in its styles, and of every element but links that a reader may follow. */
export function loadedBy(html: string): string[] {
  const elements = Array.from(html.matchAll(/<(?!a\b)[a-z][^>]*>/gi), ([element]) => element);
  const attribute = /\s(?:src|href|xlink:href|poster|data)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
  const attributes = elements.flatMap((element) => [...element.matchAll(attribute)]);
  const styles = html.matchAll(/(?:\burl\(\s*|@import\s+)(?:"([^"]*)"|'([^']*)'|([^\s"')]+))/gi);
  return [...attributes, ...styles].map(([, double, single, bare]) => decode(double ?? single ?? bare ?? ''));
}
