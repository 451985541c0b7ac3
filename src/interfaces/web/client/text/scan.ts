import type { Texts } from './texts.js';

/** Reading codes by camera. */
export const SCAN = {
  camera: { sr: 'Скенирај камером', en: 'Scan with the camera' },
  hint: { sr: 'Усмерите камеру на код.', en: 'Point the camera at the code.' },
  refused: { sr: 'Камера није доступна. Дозволите је у прегледачу.', en: 'No camera. Allow it in the browser.' },
} as const satisfies Texts;
