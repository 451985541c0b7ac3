import type { Bilingual } from './bilingual.js';

/**
 * An expected failure as people get it: data, not a sentence. Each folder declares its messages beside the
 * code that uses them, by {@link defineMessages}. The edge renders them: API, pages, command line, paper. A message is
 * plain JSON, so it can cross a socket.
 */
export interface Message {
  /** `settings.unknown`: the area and name of the declaration. */
  readonly code: string;
  /** Templates; `{name}` is the place of a parameter. */
  readonly text: MessageText;
  readonly params: Params;
  /** Path of the wrong member in the checked value, `['printers', 0, 'address']`; empty for the whole value. */
  readonly path?: MessagePath;
}

type MessagePath = readonly (string | number)[];

/**
 * A text in both languages, with places for parameters. A text that refers to a command, or shows a code of the system,
 * has another form for pages, in both languages.
 */
export type MessageText = Bilingual & (TextOnPage | Readonly<Partial<Record<keyof TextOnPage, undefined>>>);

interface TextOnPage {
  readonly srOnPage: string;
  readonly enOnPage: string;
}

/** A parameter that is a message is a part of the sentence, in the same language. */
type Param = string | number | Message;
type Params = Readonly<Record<string, Param>>;

type Places<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never;

/** Rejects a place that the English text does not have. */
type Checked<T extends MessageText> = [Places<T['sr'] | (T['srOnPage'] & string) | (T['enOnPage'] & string)>] extends [
  Places<T['en']>,
]
  ? unknown
  : { readonly en: 'a place is missing' };

type Defined<T extends MessageText> = [Places<T['en']>] extends [never]
  ? Message
  : (params: { readonly [N in Places<T['en']>]: Param }) => Message;

/**
 * Declares the messages of an area. A message with places becomes a function of its parameters.
 *
 * @example
 *   const MESSAGES = defineMessages('tablets', {
 *     unknown: { en: 'There is no tablet {id}.', sr: 'Нема таблета {id}.' },
 *   });
 *   return failed(MESSAGES.unknown({ id: 7 }));
 */
export function defineMessages<const T extends Readonly<Record<string, MessageText>>>(
  area: string,
  texts: T & { readonly [N in keyof T]: Checked<T[N]> },
): { readonly [N in keyof T]: Defined<T[N]> } {
  const defined = Object.entries<MessageText>(texts).map(([name, text]) => {
    const code = `${area}.${name}`;
    const create = (params: Params): Message => ({ code, text, params });
    return [name, /\{\w+\}/.test(text.en) ? create : create({})];
  });
  return Object.fromEntries(defined) as { readonly [N in keyof T]: Defined<T[N]> };
}

/** The message, with the member of the checked value that it is about. */
export function aboutMember(path: MessagePath, message: Message): Message {
  return { ...message, path };
}

/** Path of the member that a message is about, or a part of it; undefined when it is about none. */
export function memberPath(message: Message): MessagePath | undefined {
  return (
    message.path ??
    partsOf(message)
      .map(memberPath)
      .find((path) => path !== undefined)
  );
}

/**
 * The part of a message that is only about its member, without what contains the member: `tin must be 9 digits` of
 * `company: tin must be 9 digits.`; undefined when the message is about none.
 */
export function memberPart(message: Message): Message | undefined {
  const inner = partsOf(message)
    .map(memberPart)
    .find((part) => part !== undefined);
  return inner ?? (message.path === undefined ? undefined : message);
}

function partsOf({ params }: Message): Message[] {
  return Object.values(params).filter((param) => typeof param === 'object');
}

/** A text in both languages as a part of a message. */
export function phrase(text: MessageText): Message {
  return { code: 'phrase', text, params: {} };
}

/** A text of another program, which exists in one language only. */
export function verbatim(text: string): Message {
  return { code: 'verbatim', text: { sr: text, en: text }, params: {} };
}

/** The message in English, for the API and the log. */
export function english({ text, params }: Message): string {
  return fill(text.en, params, english);
}

/** The message in both languages, for a terminal or paper. */
export function bilingual(message: Message): Bilingual {
  return { sr: serbian(message), en: english(message) };
}

function serbian({ text, params }: Message): string {
  return fill(text.sr, params, serbian, quoted);
}

/** Replaces each place of a template with its parameter. */
export function fill(
  template: string,
  params: Params,
  inner: (message: Message) => string,
  shown: (value: string, place: string) => string = (value) => value,
): string {
  return template.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = params[name];
    if (value === undefined) return place;
    return typeof value === 'object' ? inner(value) : shown(String(value), name);
  });
}

/** A quoted value with Serbian quotation marks. */
export function quoted(value: string): string {
  return value.replace(/^"([^"]*)"$/, '„$1”');
}
