import { type Bilingual, failed, type Result } from '../../base/index.js';

/** Faults of `kasirbox.toml` as a text, and how to correct them. */
export const FILE_TEXTS = {
  tooLong: {
    sr: 'Датотека је већа од 64 KB. Узмите празан пример и упишите само своје податке.',
    en: 'The file is larger than 64 KB. Start from the empty example and enter only your own data.',
  },
  utf16: {
    sr: 'Датотека је сачувана као UTF-16 („Unicode”). У програму Notepad изаберите „Save as”, па „Encoding: UTF-8”.',
    en: 'The file is saved as UTF-16 ("Unicode"). In Notepad choose "Save as", then "Encoding: UTF-8".',
  },
  notUtf8: {
    sr: 'Овде има слова која нису сачувана као UTF-8. У програму Notepad изаберите „Save as”, па „Encoding: UTF-8”.',
    en: 'Some letters here are not saved as UTF-8. In Notepad choose "Save as", then "Encoding: UTF-8".',
  },
  unclear: {
    sr: 'Датотека се може читати на два начина. Пишите сваки податак у свој ред, као у примеру.',
    en: 'The file is ambiguous. Write each value on its own line, as in the example.',
  },
  notUnderstood: {
    sr: 'Овај ред се не разуме. Треба да гласи: име = "вредност".',
    en: 'This line is not valid. It should be: name = "value".',
  },
  noEquals: {
    sr: 'У овом реду нема знака једнакости. Треба да гласи: име = "вредност"; пред напомену иде знак #.',
    en: 'This line has no equals sign. It should be: name = "value"; a comment begins with #.',
  },
  keyLetters: {
    sr: 'Име испред знака једнакости пише се енглеским словима, као у примеру. Ћириличко „с” само личи на „c”.',
    en: 'Write the name before the equals sign in English letters, as in the example. A Cyrillic "с" only looks like "c".',
  },
  smartQuotes: {
    sr: 'Овде су косе наводнице („ “ ”), какве прави Word. Замените их равним: "',
    en: 'These are curly quotes (“ ”), as Word makes them. Replace them with straight ones: "',
  },
  invisible: {
    sr: 'У овом реду је невидљив знак, обично донет копирањем. Обришите ред и откуцајте га.',
    en: 'This line has an invisible character, usually from copying. Delete the line and type it again.',
  },
  backslash: {
    sr: "Обрнута коса црта (\\) у двоструким наводницама има посебно значење. Ставите једноструке наводнице: '…'",
    en: "A backslash (\\) has a special meaning in double quotes. Use single quotes: '…'",
  },
  openQuote: {
    sr: 'Наводнице нису затворене: вредност почиње и завршава се истим знаком, " или \'.',
    en: 'The quotes are not closed: a value begins and ends with the same character, " or \'.',
  },
  needsQuotes: {
    sr: 'Вредност се пише у наводницама: име = "вредност".',
    en: 'Write the value in quotes: name = "value".',
  },
  section: {
    sr: 'Назив одељка стоји сам у свом реду, у једноструким угластим заградама, на пример [wifi].',
    en: 'Write the name of a section alone on its line, in single square brackets, such as [wifi].',
  },
  unknownSection: {
    sr: 'Одељак [{name}] не постоји. Одељци су: {known}.{hint}',
    en: 'There is no section [{name}]. Sections: {known}.{hint}',
  },
  unknownKey: {
    sr: 'У одељку [{section}] нема податка „{name}”. Могу бити: {known}.{hint}',
    en: 'Section [{section}] has no value "{name}". Allowed: {known}.{hint}',
  },
  outside: {
    sr: 'Изнад овог реда треба да стоји назив одељка, на пример [wifi]. Податак „{name}” стоји испод њега.',
    en: 'The name of a section is missing above this line, such as [wifi]; "{name}" goes below it.',
  },
  twice: {
    sr: '„{name}” је већ дато у {first}. реду. Обришите једно од та два.',
    en: '"{name}" is already given in line {first}. Delete one of the two.',
  },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** Faults of one value. */
export const VALUE_TEXTS = {
  text: { sr: '„{name}” мора бити текст у наводницама.', en: '"{name}" must be a text in quotes.' },
  texts: {
    sr: '„{name}” мора бити текст у наводницама, или више њих: ["први", "други"]; највише {most}.',
    en: '"{name}" must be a text in quotes, or several: ["first", "second"]; at most {most}.',
  },
  yesNo: {
    sr: '„{name}” је true (да) или false (не), без наводница.',
    en: '"{name}" must be true or false, without quotes.',
  },
  ssid: {
    sr: 'Назив мреже има највише 32 бајта: толико енглеских слова, или 16 ћириличких.',
    en: 'A network name has at most 32 bytes: 32 English letters, or 16 Cyrillic ones.',
  },
  password: {
    sr: 'Лозинка мреже има од 8 до 63 знака: енглеска слова, цифре и обични знакови (или кључ од 64 хексадекадне цифре).',
    en: 'A network password has 8 to 63 characters: English letters, digits and common symbols (or a key of 64 hex digits).',
  },
  country: {
    sr: 'Земља има два слова, на пример "RS".',
    en: 'The country code has two letters, such as "RS".',
  },
  hostname: {
    sr: 'Име уређаја има од 1 до 63 енглеска слова, цифре или цртице; цртица није ни прва ни последња, и није све само цифре.',
    en: 'The host name has 1 to 63 English letters, digits or hyphens. It must not begin or end with a hyphen, or have digits only.',
  },
  address: {
    sr: 'Адреса се пише са дужином мреже, на пример "192.168.1.50/24" (од /8 до /30), и не сме бити ни прва ни последња у мрежи.',
    en: 'Write the address with the prefix length, such as "192.168.1.50/24" (/8 to /30). It must not be the first or last of its network.',
  },
  addressTaken: {
    sr: 'Мрежу 10.83.0.0/24 уређај користи за своју приступну тачку. Изаберите другу адресу.',
    en: 'The box uses the network 10.83.0.0/24 for its own access point. Choose another address.',
  },
  gateway: {
    sr: 'Излаз (gateway) је адреса рутера, на пример "192.168.1.1".',
    en: 'The gateway is the address of the router, such as "192.168.1.1".',
  },
  dns: {
    sr: 'DNS сервери су IP адресе, на пример ["192.168.1.1", "9.9.9.9"].',
    en: 'DNS servers are IP addresses, such as ["192.168.1.1", "9.9.9.9"].',
  },
  timeServers: {
    sr: 'Сервери времена су имена или IP адресе, на пример ["rs.pool.ntp.org"].',
    en: 'Time servers are host names or IP addresses, such as ["rs.pool.ntp.org"].',
  },
  tin: {
    sr: 'ПИБ има девет цифара у наводницама, а последња је контролна. Проверите да ли је тачно преписан.',
    en: 'The TIN has nine digits in quotes; the last is a check digit. Check that you copied it correctly.',
  },
  company: { sr: 'Податак о фирми није добар: {reason}', en: 'The company data is not valid: {reason}' },
  code: {
    sr: 'Код за преузимање има осам знакова: цифре и енглеска слова без I, L, O и U, на пример "7K3Q-M2XW".',
    en: 'The claim code has eight characters: digits and English letters except I, L, O and U, such as "7K3Q-M2XW".',
  },
  sshKey: {
    sr: 'Кључ за SSH је један ред јавног кључа: "ssh-ed25519 AAAA… име". Могу ed25519, ecdsa и RSA од 2048 бита; без додатних опција и без тајног кључа.',
    en: 'The SSH key is one line of a public key: "ssh-ed25519 AAAA… name". It may be ed25519, ecdsa or RSA of at least 2048 bits, without options. Never give the private key.',
  },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** Faults of values that do not fit together. */
export const PAIR_TEXTS = {
  noNetwork: {
    sr: 'За „{name}” треба и назив мреже: ssid = "…".',
    en: '"{name}" also needs the network name: ssid = "…".',
  },
  noPassword: {
    sr: 'За ову мрежу треба и лозинка: password = "…". Мреже без лозинке нису подржане.',
    en: 'This network also needs a password: password = "…". Networks without a password are not supported.',
  },
  gatewayAlone: {
    sr: 'Излаз (gateway) се даје само уз адресу: address = "192.168.1.50/24". Без ње рутер даје обоје.',
    en: 'Give a gateway only with an address: address = "192.168.1.50/24". Without an address, the router assigns both.',
  },
  gatewayElsewhere: {
    sr: 'Излаз (gateway) није у истој мрежи као адреса, или је исти као она.',
    en: 'The gateway is not in the network of the address, or is the address itself.',
  },
  companyParts: {
    sr: 'За фирму недостаје: {missing}.',
    en: 'Missing company data: {missing}.',
  },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** A fault of a value. The text never repeats a secret. */
export interface Fault {
  readonly text: Bilingual;
  readonly values?: Readonly<Record<string, string | number>> | undefined;
}

/** A fault with its line in `kasirbox.toml`, from 1. */
export interface Problem extends Fault {
  readonly line: number;
}

/** Checks one value of the file. */
export type Check<T> = (value: unknown) => Result<T, Fault>;

/** Refuses a value. */
export function wrong(text: Bilingual, values: Fault['values'] = {}): Result<never, Fault> {
  return failed({ text, values });
}
