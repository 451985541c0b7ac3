/** Placeholder for a secret. */
const HIDDEN = '(hidden)';

/**
 * The forms of secrets and of personal data of buyers. A support bundle contains none on purpose, but other programs
 * also write to the journal, and a message of the system may quote anything.
 */
const SECRETS: readonly RegExp[] = [
  // API keys, including their prefixes, and other credentials of a request.
  /kasir_[0-9a-f]+/gi,
  /\b(?:Bearer|Basic) +[^\s"']+/gi,
  // Private keys in PEM, also in JSON; one without its end marker is removed to the end of the text.
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  // The identity of age, and the backup code from which it is derived.
  /AGE-SECRET-KEY-1[0-9A-Z]+/gi,
  /\b(?:[0-9A-Z]{4}[- ]){7}[0-9A-Z]{4}\b/gi,
  // Verification links, which reveal the purchase.
  /[?&]vl=[^\s"'<>]+/gi,
  // Members of JSON with the name of a secret.
  /(?<="[a-z]*(?:password|secret|token|pac|pin)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi,
  // The same members in JSON within JSON, as quoted by the log.
  /(?<=\\"[a-z]*(?:password|secret|token|pac|pin)\\"\s*:\s*)\\"[^"\\]*/gi,
  // The token of a bot in the addresses of its API, and the secret that signs messages to a webhook.
  /\bbot\d+:[\w-]+/gi,
  /whsec_[\w+/=-]+/gi,
  // E-mail addresses.
  /[^\s"'<>()[\],;:=\\@]+@[^\s"'<>()[\],;:=\\@]+/g,
];

/** Removes everything from the text that has the form of a secret. */
export function redact(text: string): string {
  return SECRETS.reduce((left, secret) => left.replace(secret, (found) => replacement(found)), text);
}

/** In JSON only the value is replaced, so that it remains valid JSON. */
function replacement(found: string): string {
  return found.startsWith('"') ? `"${HIDDEN}"` : HIDDEN;
}
