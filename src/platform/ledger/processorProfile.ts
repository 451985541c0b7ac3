import { isRecord, type UtcMs } from '../../base/index.js';
import { PFR_TRAITS, type RemoteMode } from '../../contract/index.js';

/** How many answers a processor stores for look-ups. */
const KEPT_ANSWERS = [
  /** Only the last one, as specified (Technical Instruction, Get Last Signed Invoice). */
  'latest',
  'several',
  /** Not even the last one. */
  'none',
] as const;
export type AnswerMemory = (typeof KEPT_ANSWERS)[number];

/** How a processor answers a look-up of an unknown request id. */
const UNKNOWN_ID_ANSWERS = [
  /** Clearly that it has no such receipt. */
  'absent',
  /** An unclear answer, which proves nothing. */
  'unclear',
  /** A receipt of another request id. */
  'other receipt',
] as const;
export type UnknownIdAnswer = (typeof UNKNOWN_ID_ANSWERS)[number];

/** What `kasirbox pfr test` found out about a processor. It is valid only for this mode and uid. */
export interface ProcessorProfile {
  /** Time of the test, by the clock of the box. */
  readonly at: UtcMs;
  readonly mode: RemoteMode;
  /** JID of the secure element or certificate, as reported in the processor's status. */
  readonly uid: string;
  readonly keepsAnswers: AnswerMemory;
  readonly unknownId: UnknownIdAnswer;
  /** Median time from the signing request to its answer, ms; null when every answer was lost. */
  readonly signingTime: number | null;
  /** Deviations that the box accepts, by name; absent: not tested. */
  readonly quirks?: readonly string[];
  /** Versions that the processor reports, such as `softwareVersion`, by the names in its status. */
  readonly versions: Readonly<Record<string, string>>;
}

/** True when the profile may be of this processor. One that does not report its uid may be the one that was tested. */
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

/**
 * Inverse of {@link encodeProfile}. Undefined for invalid JSON or the profile of a later release; the test is then run
 * again.
 */
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
