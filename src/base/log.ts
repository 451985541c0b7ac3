import { EVENTS, type EventName } from './events.js';

/** What a log line may carry: flat and short. Never a key, a PIN, a password or a buyer's address. */
export type LogFields = Readonly<Record<string, string | number | boolean | null>> & {
  /** Each line has these of its own. */
  readonly [own in 'time' | 'level' | 'event']?: never;
};

/** Writes one structured line for an event of the catalogue. */
export type Log = (event: EventName, fields?: LogFields) => void;

/** Lines of JSON: time (ISO 8601, UTC), level, event, then the fields. */
export function jsonLog(write: (line: string) => void, now: () => number): Log {
  return (event, fields = {}) => {
    write(`${JSON.stringify({ time: new Date(now()).toISOString(), level: EVENTS[event].level, event, ...fields })}\n`);
  };
}

/** For commands that print their own words. */
export const silentLog: Log = () => undefined;
