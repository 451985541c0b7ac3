/** What stands for a secret that was taken out. */
const HIDDEN = '(hidden)';

/**
 * What has the form of a secret, or of what belongs to a buyer. Nothing of it is put into a bundle on purpose; programs beside
 * the box write into the journal too, and a message of the system may quote anything.
 */
const SECRETS: readonly RegExp[] = [
  // API keys, also their beginnings, and whatever else goes before a request.
  /kasir_[0-9a-f]+/gi,
  /\b(?:Bearer|Basic) +[^\s"']+/gi,
  // Private keys in PEM, also in JSON; one that is cut off is a secret to its last line.
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  // The identity of age, and the recovery code that it is made of.
  /AGE-SECRET-KEY-1[0-9A-Z]+/gi,
  /\b(?:[0-9A-Z]{4}[- ]){7}[0-9A-Z]{4}\b/gi,
  // The link of a receipt opens it, with all that was bought.
  /[?&]vl=[^\s"'<>]+/gi,
  // Members of JSON whose names say what they are.
  /(?<="[a-z]*(?:password|secret|token|pac|pin)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi,
  // The same in a text that stands in JSON itself, as a line of the log may quote it.
  /(?<=\\"[a-z]*(?:password|secret|token|pac|pin)\\"\s*:\s*)\\"[^"\\]*/gi,
  // The token of a bot in the addresses of its API, and the secret by which messages to a webhook are signed.
  /\bbot\d+:[\w-]+/gi,
  /whsec_[\w+/=-]+/gi,
  // Addresses of e-mail.
  /[^\s"'<>()[\],;:=\\@]+@[^\s"'<>()[\],;:=\\@]+/g,
];

/** The text without what looks like a secret. */
export function redact(text: string): string {
  return SECRETS.reduce((left, secret) => left.replace(secret, (found) => replacement(found)), text);
}

/** Of a member of JSON its value is taken out, so that it stays JSON. */
function replacement(found: string): string {
  return found.startsWith('"') ? `"${HIDDEN}"` : HIDDEN;
}
