import type { CodePage } from './types.js';

/** The substitute for a byte that has no character in its code page. */
export const NO_CHARACTER = '\ufffd';

/**
 * The letters of 80 to FF where WHATWG's Encoding Standard, and so TextDecoder, lacks the code page. Made by Python's codecs:
 * `bytes(range(128, 256)).decode('cp855')`; the test asks them again.
 */
const TABLES = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅ' +
    'ÉæÆôöòûùÿÖÜ¢£¥₧ƒ' +
    'áíóúñÑªº¿⌐¬½¼¡«»' +
    '░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
    '└┴┬├─┼╞╟╚╔╩╦╠═╬╧' +
    '╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
    'αßΓπΣσµτΦΘΩδ∞φε∩' +
    '≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆ' +
    'ÉĹĺôöĽľŚśÖÜŤťŁ×č' +
    'áíóúĄąŽžĘę¬źČş«»' +
    '░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐' +
    '└┴┬├─┼Ăă╚╔╩╦╠═╬¤' +
    'đĐĎËďŇÍÎě┘┌█▄ŢŮ▀' +
    'ÓßÔŃńňŠšŔÚŕŰýÝţ´' +
    '\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
  cp855:
    'ђЂѓЃёЁєЄѕЅіІїЇјЈ' +
    'љЉњЊћЋќЌўЎџЏюЮъЪ' +
    'аАбБцЦдДеЕфФгГ«»' +
    '░▒▓│┤хХиИ╣║╗╝йЙ┐' +
    '└┴┬├─┼кК╚╔╩╦╠═╬¤' +
    'лЛмМнНоОп┘┌█▄Пя▀' +
    'ЯрРсСтТуУжЖвВьЬ№' +
    '\u00adыЫзЗшШэЭщЩчЧ§■\u00a0',
} as const;

const UPPER_HALF = Uint8Array.from({ length: 128 }, (_, index) => 0x80 + index);

const CODE_PAGES: Readonly<Record<CodePage, string>> = {
  ...TABLES,
  cp866: decoded('ibm866'),
  'iso-8859-5': decoded('iso-8859-5'),
  'windows-1250': decoded('windows-1250'),
  'windows-1251': decoded('windows-1251'),
};

/** The character that a byte from 20 to FF prints; the lower half is ASCII in every code page. */
export function characterAt(byte: number, codePage: CodePage): string {
  const character = byte < 0x80 ? String.fromCharCode(byte) : CODE_PAGES[codePage].charAt(byte - 0x80);
  return isControl(character) ? NO_CHARACTER : character;
}

function decoded(label: string): string {
  return new TextDecoder(label).decode(UPPER_HALF);
}

/** Bytes without a letter are control characters for Unicode: DEL, and C1 in what TextDecoder gives. */
function isControl(character: string): boolean {
  return character >= '\u007f' && character <= '\u009f';
}
