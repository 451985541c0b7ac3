/**
 * English refusals of operations, written for commands, with the Serbian text of the pages. `{name}` is a variable
 * part, `{field}` the name of a field, and `{!name}` a part that must itself have an entry here. Where the English text
 * names a command, the page names its own place.
 */
export type Refusals = Readonly<Record<string, string>>;
