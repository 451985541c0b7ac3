import { asSentence, type Bilingual, fieldName, fill, memberPart, type Message, quoted } from '../../base/index.js';
import { displayNameOf, settingTitle } from './fieldNames.js';

/** A message in both languages, as a page shows it: with the names of settings and their members that people know. */
export function onPage(message: Message): Bilingual {
  return { sr: serbianOnPage(message), en: englishOnPage(message) };
}

/**
 * The part of a message that belongs at its field in a form. Where the field is its subject, `{label}` is the place of
 * the field's label. Undefined when the message is about no member.
 */
export function onField(message: Message): Bilingual | undefined {
  const part = memberPart(message);
  if (part === undefined) return undefined;
  const { text, params } = part;
  const subject = fieldName(part.path ?? []);
  const { enOnPage = text.en } = text;
  const en = fill(enOnPage, params, englishOnPage, (value, place) => {
    return value === subject && enOnPage.startsWith(`{${place}}`) ? LABEL : value;
  });
  return { sr: asSentence(serbianOnPage(part, settingOf(message), subject)), en: asSentence(en) };
}

const LABEL = '{label}';

function settingOf({ params: { setting } }: Message): string | undefined {
  return typeof setting === 'string' ? setting : undefined;
}

/** As {@link serbianOnPage}. Members keep the names that they have in the settings. */
export function englishOnPage({ text, params }: Message): string {
  return fill(text.enOnPage ?? text.en, params, englishOnPage);
}

/**
 * `outer`: the setting that the enclosing sentence names. `subject`: the field whose form shows the sentence, with its
 * own label.
 */
export function serbianOnPage(message: Message, outer?: string, subject?: string): string {
  const { text, params } = message;
  const { sr, srOnPage = sr } = text;
  const setting = settingOf(message) ?? outer;
  return fill(
    srOnPage,
    params,
    (inner) => serbianOnPage(inner, setting),
    (value, place) => {
      if (place === 'field' && value === subject && srOnPage.startsWith('{field}')) return `Поље ${LABEL}`;
      return displayName(place, value, srOnPage, setting) ?? quoted(value);
    },
  );
}

/** Display name of a field or setting; undefined for any other value. */
function displayName(place: string, value: string, template: string, setting: string | undefined): string | undefined {
  switch (place) {
    case 'field':
      // A sentence that begins with a field uses its display name as subject.
      return template.startsWith('{field}') ? `Поље „${displayNameOf(value, setting)}”` : undefined;
    case 'member':
    case 'moved':
      return displayNameOf(value, setting);
    case 'setting':
      return settingTitle(value);
    default:
      return undefined;
  }
}
