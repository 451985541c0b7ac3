import { isRecord, PFR_TRAITS, type RemoteMode, type UtcMs } from '../base/index.js';

/** How many answers a processor keeps for look-ups. */
export const KEPT_ANSWERS = [
  /** Only the last one, as it is promised (Technical Instruction, Get Last Signed Invoice). */
  'latest',
  'several',
  /** Not even the last one is found. */
  'none',
] as const;
export type KeptAnswers = (typeof KEPT_ANSWERS)[number];

/** What a processor says to a look-up of a request id that it has never seen. */
export const UNKNOWN_ID_ANSWERS = [
  /** Clearly that it has none. */
  'absent',
  /** Something that does not say so: it proves nothing. */
  'unclear',
  /** A receipt of another request id. */
  'other receipt',
] as const;
export type UnknownIdAnswer = (typeof UNKNOWN_ID_ANSWERS)[number];

/** What `kasirbox pfr test` has learned about a processor. It holds for this mode and this uid only. */
export interface ProcessorProfile {
  /** When it was learned, by the clock of the box. */
  readonly at: UtcMs;
  readonly mode: RemoteMode;
  /** JID of the secure element or certificate, as its status tells it. */
  readonly uid: string;
  readonly keepsAnswers: KeptAnswers;
  readonly unknownId: UnknownIdAnswer;
  /** Median time from the request to sign to its answer, ms; null when every answer was lost. */
  readonly signingTime: number | null;
  /** Oddities that the box accepts, by name; absent: none were looked for. */
  readonly quirks?: readonly string[];
  /** What it says of itself, such as `softwareVersion`, by the names in its status. */
  readonly versions: Readonly<Record<string, string>>;
}

/** Is it about this processor? One that does not tell its uid may be the one that was tested. */
export function isProfileOf(
  profile: ProcessorProfile,
  { mode, uid }: { readonly mode: string; readonly uid: string },
): boolean {
  return profile.mode === mode && (uid === '' || profile.uid === uid);
}

/** The JSON of a profile on flash. */
export function encodeProfile(profile: ProcessorProfile): string {
  return JSON.stringify(profile);
}

/** Inverse of {@link encodeProfile}. Undefined for what is no profile or that of a later release: the test is run again then. */
export function decodeProfile(json: string): ProcessorProfile | undefined {
  let stored: unknown;
  try {
    stored = JSON.parse(json);
  } catch {
    return undefined;
  }
  return isProfile(stored) ? stored : undefined;
}

function isProfile(stored: unknown): stored is ProcessorProfile {
  return (
    isRecord(stored) &&
    isTime(stored['at']) &&
    isRemoteMode(stored['mode']) &&
    typeof stored['uid'] === 'string' &&
    KEPT_ANSWERS.some((known) => known === stored['keepsAnswers']) &&
    UNKNOWN_ID_ANSWERS.some((known) => known === stored['unknownId']) &&
    (stored['signingTime'] === null || isTime(stored['signingTime'])) &&
    (stored['quirks'] === undefined || isListOfTexts(stored['quirks'])) &&
    isRecord(stored['versions']) &&
    isListOfTexts(Object.values(stored['versions']))
  );
}

function isTime(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isRemoteMode(value: unknown): boolean {
  return Object.entries(PFR_TRAITS).some(([mode, { isRemote }]) => isRemote && mode === value);
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((member) => typeof member === 'string');
}
