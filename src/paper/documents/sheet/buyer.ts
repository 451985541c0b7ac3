import { plainTin } from '../../../base/index.js';

/** Names of the kinds of buyer ids, by code (Technical Instruction for ESIR, 9.8). */
const NAMES: Readonly<Record<string, string>> = {
  10: 'ПИБ',
  12: 'ПИБ',
  11: 'ЈМБГ',
  13: 'Пензионерска картица',
  14: 'ПИБ пољопривредника',
  15: 'ЈМБГ пољопривредника',
  16: 'БПГ',
  20: 'Лична карта',
  21: 'Избегличка легитимација',
  22: 'ЕБС',
  23: 'Пасош',
  30: 'Страни пасош',
  31: 'Дипломатска легитимација',
  32: 'Лична карта (MKD)',
  33: 'Лична карта (MNE)',
  34: 'Лична карта (ALB)',
  35: 'Лична карта (BIH)',
  36: 'Лична карта (ЕУ, CHE, NOR, ISL)',
  40: 'Страни порески број',
};

/** `ПИБ 110163983` for `10:110163983`: a readable buyer id. One with an unknown code is unchanged. */
export function buyerName(buyerId: string): string {
  const [, tin, budgetNumber] = /^12:([^:]+):(.+)$/.exec(buyerId) ?? [];
  if (tin !== undefined && budgetNumber !== undefined) return `ПИБ ${tin} · ЈБКЈС ${budgetNumber}`;
  const [, code = '', number = ''] = /^(\d\d):(.+)$/.exec(buyerId) ?? [];
  const name = NAMES[code];
  return name === undefined ? buyerId : `${name} ${plainTin(number)}`;
}
