import { type Environment, environmentText } from '../../../../contract/index.js';
import { about, at, atLine } from './sentence.js';

/** The path parameter that names the receipt. */
const UUID = 'uuid';

/** Refusals about a refund, a copy or an advance, and about the receipt that it refers to. */
export const referenceRefusals = {
  refundNeedsReferent: () =>
    at('invoice.referent-missing', ['referentDocumentNumber'], {
      sr: 'рефундација мора да наведе ПФР број рачуна који се рефундира: недостаје поље „referentDocumentNumber”',
      en: 'a refund must name the PFR number of the receipt that it refunds: the field "referentDocumentNumber" is missing',
    }),
  refundNeedsBuyer: () =>
    at('invoice.buyer-missing', ['buyerId'], {
      sr:
        'рефундација мора да наведе идентификацију купца: недостаје поље „buyerId”; ' +
        'ако поништавате сопствени рачун, пошаљите свој ПИБ у облику „10:ПИБ”',
      en:
        'a refund must name its buyer: the field "buyerId" is missing; to void a receipt of your own send your TIN as ' +
        '"10:TIN"',
    }),
  copyNeedsReferent: () =>
    at('invoice.referent-missing', ['referentDocumentNumber'], {
      sr: 'копија мора да наведе ПФР број рачуна који се копира: недостаје поље „referentDocumentNumber”',
      en: 'a copy must name the PFR number of the receipt that it copies: the field "referentDocumentNumber" is missing',
    }),
  otherEnvironment: (of: Environment, active: Environment) =>
    about('invoice.other-environment', UUID, {
      sr: `Рачун је издат у ${environmentText(of, 'locative').sr}, а уређај сада ради у ${environmentText(active, 'locative').sr}; нови документ не може да се позове на њега`,
      en: `The receipt was issued in the environment "${of}", and "${active}" is active; nothing new can refer to it`,
    }),
  refundIneligible: (kind: string) =>
    about('invoice.not-refundable', UUID, {
      sr: `Рефундирају се само издати рачуни ПРОМЕТ ПРОДАЈА и АВАНС ПРОДАЈА, а овај је ${kind}`,
      en: `Only issued Normal and Advance sales are refunded, and this one is „${kind}”`,
    }),
  copyIneligible: () =>
    about('invoice.not-copyable', UUID, {
      sr: 'Копија се не може копирати; копирајте рачун на који се она позива',
      en: 'A copy cannot be copied; copy the receipt that it refers to',
    }),
  closeIneligible: (kind: string) =>
    about('invoice.not-closable', UUID, {
      sr: `Коначним рачуном се затвара само издат рачун АВАНС ПРОДАЈА, а овај је ${kind}`,
      en: `Only an issued advance sale is closed, and this one is „${kind}”`,
    }),
  advanceNotLast: (next: string) =>
    about('invoice.advance-not-last', UUID, {
      sr: `На овај аванс се надовезује аванс ${next}; затворите последњи аванс у низу`,
      en: `The advance ${next} follows on this one; close the last advance of the chain`,
    }),
  advanceBranches: (number: string) =>
    about('invoice.advance-branches', UUID, {
      sr:
        `На аванс ${number} се надовезује више аванса, па се не зна шта је већ враћено; ` +
        'издајте рефундацију аванса и коначни рачун посебно',
      en:
        `Several advances follow on the advance ${number}, so it is not known what was returned; ` +
        'issue the refund of the advance and the final receipt separately',
    }),
  advancePartlyRefunded: (number: string) =>
    about('invoice.advance-partly-refunded', UUID, {
      sr: `Аванс ${number} је већ рефундиран на други износ; рефундирајте остатак и издајте коначни рачун посебно`,
      en: `The advance ${number} was refunded with another amount; refund the rest and issue the final receipt separately`,
    }),
  advanceClosedOtherwise: (number: string, final: string) =>
    about('invoice.advance-closed-otherwise', UUID, {
      sr: `Аванс ${number} је већ затворен рачуном ${final}, а овај захтев наводи другу испоруку. Ништа ново није издато`,
      en: `The advance ${number} was closed before by the receipt ${final}, and this request names another delivery. Nothing new was issued`,
    }),
  advanceUsedUp: (number: string) =>
    about('invoice.advance-closed-otherwise', UUID, {
      sr: `Аванс ${number} је већ затворен; од њега није остало ништа`,
      en: `The advance ${number} is closed; nothing is left of it`,
    }),
  advanceReturnedAlone: (number: string, earlier: string) =>
    about('invoice.advance-refunded-alone', UUID, {
      sr: `Аванс ${number} је већ рефундиран; за авансе пре њега затворите аванс ${earlier}`,
      en: `The advance ${number} was refunded; for the advances before it close the advance ${earlier}`,
    }),
  advanceTooLong: (limit: number) =>
    about('invoice.advance-too-long', UUID, {
      sr: `Аванси у низу имају заједно више од ${limit} ставки; рефундирајте их посебно`,
      en: `The advances of the chain have together more than ${limit} lines; refund them separately`,
    }),
  advanceNameOfOther: (line: number, name: string, label: string) =>
    atLine('invoice.advance-line-name', line, 'name', {
      sr: `назив „${name}” је прописан за аванс са ознаком „${label}”`,
      en: `the name "${name}" is prescribed for an advance with the label "${label}"`,
    }),
  advanceQuantity: (line: number) =>
    atLine('invoice.advance-line-quantity', line, 'quantity', {
      sr: 'количина аванса мора бити 1; примљени износ је цена (поље „unitPrice”)',
      en: 'the quantity of an advance must be 1; the amount received is the price (field "unitPrice")',
    }),
};
