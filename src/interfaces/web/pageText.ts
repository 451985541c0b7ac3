import { type Bilingual, english, fill, type Message, quoted } from '../../base/index.js';
import { fieldName, settingTitle } from './fieldNames.js';

/** A message in both languages, as a page shows it: with the names of settings and their members that people know. */
export function onPage(message: Message): Bilingual {
  return { sr: serbianOnPage(message), en: english(message) };
}

/** `outer`: the setting that the enclosing sentence names. */
export function serbianOnPage({ text, params }: Message, outer?: string): string {
  const { sr, srOnPage = sr } = text;
  const setting = typeof params['setting'] === 'string' ? params['setting'] : outer;
  return fill(
    srOnPage,
    params,
    (inner) => serbianOnPage(inner, setting),
    (value, place) => displayName(place, value, srOnPage, setting) ?? quoted(value),
  );
}

/** Display name of a field or setting; undefined for any other value. */
function displayName(place: string, value: string, template: string, setting: string | undefined): string | undefined {
  switch (place) {
    case 'field':
      // A sentence that begins with a field uses its display name as subject.
      return template.startsWith('{field}') ? `Поље „${fieldName(value, setting)}”` : undefined;
    case 'member':
    case 'moved':
      return fieldName(value, setting);
    case 'setting':
      return settingTitle(value);
    default:
      return undefined;
  }
}
