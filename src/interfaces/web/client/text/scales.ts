import type { Texts } from './texts.js';

export const SCALES = {
  title: { sr: 'Етикете са ваге', en: 'Scale labels' },
  hint: {
    sr: 'Како вага уписује измерено у бар-код: почетак кода, шифра артикла, вредност и контролна цифра. Шифра је она из каталога, са нулама испред или без њих.',
    en: 'How the scale writes what it weighed into the barcode: beginning, number of the item, value and check digit. The number is that of the catalogue, with or without leading zeros.',
  },
  newOne: { sr: 'Нова етикета', en: 'New label' },
  add: { sr: 'Додај етикету', en: 'Add a label' },
  prefix: { sr: 'Почетак кода', en: 'Code begins with' },
  itemDigits: { sr: 'Цифара шифре', en: 'Digits of the number' },
  value: { sr: 'Вредност је', en: 'The value is' },
  weight: { sr: 'тежина (кг)', en: 'a weight (kg)' },
  price: { sr: 'цена за плаћање (РСД)', en: 'the price to pay (RSD)' },
  pieces: { sr: 'број комада', en: 'a number of pieces' },
  valueDigits: { sr: 'Цифара вредности', en: 'Digits of the value' },
  decimals: { sr: 'Од тога децимала', en: 'Of these, decimals' },
  decimalsHint: {
    sr: 'Тежина 01250 са 3 децимале је 1,250 кг; цена 01250 са 2 је 12,50, са 0 је 1.250.',
    en: 'A weight of 01250 with 3 decimals is 1.250 kg; a price of 01250 with 2 is 12.50, with 0 it is 1,250.',
  },
} satisfies Texts;
