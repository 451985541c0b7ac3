/**
 * What is wrong with the text of an NBS IPS QR code, by the rules alone and by nothing of the code under test. The rules:
 *
 * - Decision on general rules for instant credit transfers, Official Gazette of RS 65/2018, 78/2018, 20/2019 and 125/2020,
 *   annex 1: the tags, their lengths and examples;
 * - "Preporuke" of the National Bank of Serbia on the NBS IPS QR code (nbs.rs/QRcode/info_g_lat.html and info_lat.html; the
 *   same as ips.nbs.rs/PDF/pdfPreporukeValidacijaLat.pdf): separators, the table of special characters, 35 and 25 characters.
 */
export function ipsFaults(text: string): string[] {
  const faults: string[] = [];
  const need = (holds: boolean, what: string): void => {
    if (!holds) faults.push(what);
  };
  need(text === text.trim(), 'no blank or line break in front or behind (3, 6)');
  need(!text.startsWith('|') && !text.endsWith('|'), 'no | in front or behind (5, 6)');
  const fields = text.split('|').map((field) => {
    const colon = field.indexOf(':');
    return { tag: field.slice(0, colon), value: field.slice(colon + 1) };
  });
  const order = ['K', 'V', 'C', 'R', 'N', 'I', 'P', 'SF', 'S', 'RO'];
  const places = fields.map(({ tag }) => order.indexOf(tag));
  need(!places.includes(-1), `only known tags, not ${fields.map(({ tag }) => tag).join()}`);
  need(
    places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0)),
    'each tag once and in order',
  );
  need(
    fields.every(({ value }) => value !== ''),
    'no tag without a value (2)',
  );
  const valueOf = (tag: string): string | undefined => fields.find((field) => field.tag === tag)?.value;
  for (const tag of ['K', 'V', 'C', 'R', 'N', 'I', 'SF']) need(valueOf(tag) !== undefined, `tag ${tag}`);
  const { K = '', V = '', C = '', R = '', N = '', I = '', SF = '' } = Object.fromEntries(fields.map((field) => [field.tag, field.value])); // prettier-ignore
  need(K === 'PR' && V === '01' && C === '1', 'K:PR|V:01|C:1 (7, 8, 9)');
  need(R.length === 18 && areAll(R, DIGITS) && rest97(R) === 1, 'R: 18 digits with right check digits (10)');
  need(isParty(N), 'N: 1 to 70 characters in at most 3 rows');
  need(isAmount(I), 'I: RSD0,00 to RSD999999999999,99 with a decimal comma');
  need(SF.length === 3 && areAll(SF, DIGITS), 'SF: 3 digits');
  const [P, S, RO] = [valueOf('P'), valueOf('S'), valueOf('RO')];
  need(P === undefined || isParty(P), 'P: up to 70 characters in at most 3 rows');
  need(S === undefined || (S.length <= 35 && areAll(S, WRITTEN)), 'S: up to 35 characters in one row');
  need(RO === undefined || isReference(RO), 'RO: a model and a number, 25 characters at most');
  return faults;
}

const DIGITS = '0123456789';
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LETTERS = `${CAPITALS}${CAPITALS.toLowerCase()}ČĆĐŠŽčćđšž`;
/** The table of special characters in the recommendations, row by row, and the blank. */
const WRITTEN = `${DIGITS}${LETTERS} !(/@}):[~#*;]$+<^%,=_"&->\`.?{'`;

function areAll(text: string, alphabet: string): boolean {
  return Array.from(text).every((sign) => alphabet.includes(sign));
}

function isParty(text: string): boolean {
  const rows = text.split('\r\n');
  return text.length >= 1 && text.length <= 70 && rows.length <= 3 && rows.every((row) => row.trim() === row && row !== '' && areAll(row, WRITTEN)); // prettier-ignore
}

function isAmount(text: string): boolean {
  const [whole = '', decimals, ...more] = text.slice(3).split(',');
  if (!text.startsWith('RSD') || decimals === undefined || more.length > 0 || text.length < 5 || text.length > 18)
    return false;
  if (!areAll(`${whole}${decimals}`, DIGITS) || whole.length < 1 || whole.length > 12 || decimals.length > 2)
    return false;
  return whole === '0' || !whole.startsWith('0');
}

function isReference(text: string): boolean {
  const [model, number] = [text.slice(0, 2), text.slice(2)];
  if (text.length > 25 || model.length !== 2 || !areAll(model, DIGITS) || number === '') return false;
  if (model !== '97') return areAll(number, `${DIGITS}${CAPITALS}-`);
  if (!areAll(number, `${DIGITS}${CAPITALS}`) || number.length < 3) return false;
  // With the check digits behind it, the whole number leaves 1 (ISO 7064, MOD 97-10).
  return rest97(`${number.slice(2)}${number.slice(0, 2)}`) === 1;
}

/** The remainder of a division by 97, as on paper; a letter counts as 10 to 35. */
function rest97(text: string): number {
  const digits = Array.from(text, (sign) => (areAll(sign, DIGITS) ? sign : String(CAPITALS.indexOf(sign) + 10))).join(
    '',
  );
  return Array.from(digits).reduce((left, digit) => (left * 10 + Number(digit)) % 97, 0);
}
