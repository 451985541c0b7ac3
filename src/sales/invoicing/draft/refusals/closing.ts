import type { Explanation, Bilingual } from '../../../../base/index.js';

/** The two documents that close an advance. */
export type ClosingDocument = 'refund' | 'final';

const DOCUMENTS: Readonly<Record<ClosingDocument, Bilingual>> = {
  refund: { sr: 'Рефундација аванса', en: 'Refund of the advance' },
  final: { sr: 'Коначни рачун', en: 'Final receipt' },
};

/** Adds the name of the document that the explanation is about, and the number of a refund that was already issued. */
export function inDocument<E extends Explanation>(document: ClosingDocument, explained: E, refund?: string): E {
  const { sr, en } = DOCUMENTS[document];
  const issued =
    refund === undefined
      ? { sr: '', en: '' }
      : {
          sr: ` Рефундација аванса ${refund} је издата и важи; поновите захтев да се изда само коначни рачун.`,
          en: ` The refund ${refund} of the advance was issued and stands; repeat the request to issue only the final receipt.`,
        };
  const { message, messageEn } = explained;
  return { ...explained, message: `${sr}: ${message}${issued.sr}`, messageEn: `${en}: ${messageEn}${issued.en}` };
}
