import type { Codepage } from './types.js';

/** What stands for a byte that has no letter on its page. */
export const NO_LETTER = '\ufffd';

/**
 * The letters of 80 to FF where WHATWG's Encoding Standard, and so TextDecoder, lacks the page. Made by Python's codecs:
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

const PAGES: Readonly<Record<Codepage, string>> = {
  ...TABLES,
  cp866: decoded('ibm866'),
  'iso-8859-5': decoded('iso-8859-5'),
  'windows-1250': decoded('windows-1250'),
  'windows-1251': decoded('windows-1251'),
};

/** The sign that a byte from 20 to FF prints; the lower half is ASCII on every page. */
export function letter(byte: number, page: Codepage): string {
  const sign = byte < 0x80 ? String.fromCharCode(byte) : PAGES[page].charAt(byte - 0x80);
  return isControl(sign) ? NO_LETTER : sign;
}

function decoded(label: string): string {
  return new TextDecoder(label).decode(UPPER_HALF);
}

/** Bytes without a letter are control characters for Unicode: DEL, and C1 in what TextDecoder gives. */
function isControl(sign: string): boolean {
  return sign >= '\u007f' && sign <= '\u009f';
}
