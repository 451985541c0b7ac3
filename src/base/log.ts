import { EVENTS, type EventName } from './events.js';

/** Fields of a log line: flat and short. Never a key, a PIN, a password or a buyer's address. */
export type LogFields = Readonly<Record<string, string | number | boolean | null>> & {
  /** Set by the log itself. */
  readonly [own in 'time' | 'level' | 'event']?: never;
};

/** Writes one structured line for an event in `EVENTS`. */
export type Log = (event: EventName, fields?: LogFields) => void;

/** Writes lines of JSON: time (ISO 8601, UTC), level, event, then the fields. */
export function jsonLog(write: (line: string) => void, now: () => number): Log {
  return (event, fields = {}) => {
    write(`${JSON.stringify({ time: new Date(now()).toISOString(), level: EVENTS[event].level, event, ...fields })}\n`);
  };
}

/** For commands, which print their own messages. */
export const silentLog: Log = () => undefined;
