/** Stands in the place of a secret. */
const HIDDEN = '(hidden)';

/**
 * The forms of secrets and of personal data of buyers. A support bundle contains none on purpose, but other programs write
 * into the journal too, and a message of the system may quote anything.
 */
const SECRETS: readonly RegExp[] = [
  // API keys, also their beginnings, and other credentials of a request.
  /kasir_[0-9a-f]+/gi,
  /\b(?:Bearer|Basic) +[^\s"']+/gi,
  // Private keys in PEM, also in JSON; also one whose end is missing, to the end of the text.
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  // The identity of age, and the backup code from which it is made.
  /AGE-SECRET-KEY-1[0-9A-Z]+/gi,
  /\b(?:[0-9A-Z]{4}[- ]){7}[0-9A-Z]{4}\b/gi,
  // Verification links, which show what was bought.
  /[?&]vl=[^\s"'<>]+/gi,
  // Members of JSON whose names say what they are.
  /(?<="[a-z]*(?:password|secret|token|pac|pin)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi,
  // The same in JSON within JSON, as the log may quote it.
  /(?<=\\"[a-z]*(?:password|secret|token|pac|pin)\\"\s*:\s*)\\"[^"\\]*/gi,
  // The token of a bot in the addresses of its API, and the secret by which messages to a webhook are signed.
  /\bbot\d+:[\w-]+/gi,
  /whsec_[\w+/=-]+/gi,
  // Addresses of e-mail.
  /[^\s"'<>()[\],;:=\\@]+@[^\s"'<>()[\],;:=\\@]+/g,
];

/** The text without everything that has the form of a secret. */
export function redact(text: string): string {
  return SECRETS.reduce((left, secret) => left.replace(secret, (found) => replacement(found)), text);
}

/** In JSON only the value is replaced, so that it stays JSON. */
function replacement(found: string): string {
  return found.startsWith('"') ? `"${HIDDEN}"` : HIDDEN;
}
