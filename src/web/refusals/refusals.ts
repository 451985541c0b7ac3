/**
 * English sentences of operations, for whoever types commands, with what the pages say in Serbian. `{name}` stands for what
 * changes, `{field}` for the name of a field, and `{!name}` for a part that must itself stand here. Where a command is named, the page names its own place.
 */
export type Refusals = Readonly<Record<string, string>>;
