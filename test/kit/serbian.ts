/** Programs whose commands Serbian texts for technicians contain literally. */
const PROGRAMS = 'kasirbox|systemctl|journalctl|timedatectl|chown';
/** A value in quotes, or a word, option, path or placeholder: nothing in Cyrillic. */
const ARGUMENT = String.raw`'[^'\p{Script=Cyrillic}]*'|[\w…./<>@:"=,{}[\]-]+`;
const COMMAND = new RegExp(String.raw`(?<![\w/.-])(?:${PROGRAMS})(?: (?:${ARGUMENT}))+(?=[).;,]|$)`, 'gu');
const PATH = /(?<![\w/.])(?:\/[\w.-]*\w|scripts\/\w+)+/g;

/** A Serbian text without the commands and paths in it, so that whatever Latin letters are left are a slip. */
export function withoutCommands(sr: string): string {
  return sr.replace(COMMAND, '').replace(PATH, '');
}
