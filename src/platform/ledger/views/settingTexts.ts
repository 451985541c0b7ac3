import { isRecord, parseJson } from '../../../base/index.js';

/** Members of a setting (JSON) whose values are texts. */
export function textMembers(json: string | null): string[] {
  const read = parseJson(json ?? 'null');
  const value = read.ok ? read.value : null;
  return isRecord(value) ? Object.keys(value).filter((member) => typeof value[member] === 'string') : [];
}
