/** What a schema cannot say, by a part of the refusal: only for these may a box refuse what the description lets pass. */
export const SEMANTIC: Readonly<Record<string, RegExp>> = {
  'label is active': /пореска ознака „[^]*” у пољу „(?:label|moreLabels)”|is not an active tax label/,
  'each label is given once': /наведена је два пута/,
  'label and labels agree': /поља „label” и „labels” наводе различите/,
  'quantity is 0 when rounded': /заокружено на три децимале је 0/,
  'total is above 0': /мора бити већи од 0/,
  'total fits the card': /не стаје у 7 бајтова/,
  'payments sum to the total': /Збир износа у пољу „payments”/,
  'refund and copy name a receipt': /недостаје поље „referentDocumentNumber”/,
  'refund names a buyer': /мора да наведе идентификацију купца/,
  'name draws something': /не сме бити празно|must not be blank/,
  'few marks on a letter': /више од четири акцента|more than four accents/,
  'day and time exist': /мора бити постојећи датум|must be a calendar day/,
  'ESIR time is plausible': /Време у пољу „dateAndTimeOfIssue”/,
  'cash given pays the cash': /„tendered” (?:\(|може имати највише две|наводи примљену|важи само)/,
  'name of an advance': /прописан за аванс|количина аванса/,
  'printer is set': /наводи штампач који није подешен/,
  'key is used for one content': /већ је употребљен за захтев/,
  'a queued sale has a key': /„whenOffline” тражи кључ/,
  'mail address can get mail': /must be one e-mail address/,
  'PLU is free': /is used by item/,
  'first day is not after the last': /must not be later/,
  'a double holds the number': /већи број него што се може записати|larger number than can be read/,
  'members of a closing fit each other':
    /ошаљите кључ идемпотентности|само остатак после аванса|наведите и „restPayments”|није остало ништа за пореске/,
  'base is an origin': /base must be an origin/,
};

/** The rule that a refusal names, or undefined. */
export function semanticRule(message: string): string | undefined {
  return Object.keys(SEMANTIC).find((name) => SEMANTIC[name]?.test(message));
}
