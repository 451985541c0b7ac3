import type { JSX } from 'preact';
import type { AuditRow } from '../../../../admin/index.js';
import type { Bilingual } from '../../../../../base/index.js';
import { moment } from '../../parts/moment.js';
import { AUDIT, AUDIT_DEEDS, AUDIT_SETTINGS } from '../../text/audit.js';
import { t } from '../../text/language.js';
import { SETTINGS } from '../../text/settings.js';

const DEEDS: Readonly<Record<string, Bilingual | undefined>> = AUDIT_DEEDS;
const SUBJECTS: Readonly<Record<string, Bilingual | undefined>> = AUDIT_SETTINGS;
const ENVIRONMENTS: Readonly<Record<string, Bilingual | undefined>> = {
  sandbox: SETTINGS.sandbox,
  production: SETTINGS.production,
};

/** Changes, newest first. */
export function AuditRows({ rows }: { readonly rows: readonly AuditRow[] }): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <ul class="audit-rows" aria-label={t(AUDIT.list)}>
      {rows.map((row) => (
        <li key={row.id} class={row.isDone ? 'audit-row' : 'audit-row refused'}>
          <div class="what">
            <strong>{deedOf(row)}</strong>
            {!row.isDone && <span class="badge">{t(AUDIT.refused)}</span>}
          </div>
          {row.subject !== null && (
            <p class="subject">
              <bdi>{subjectOf(row.what, row.subject)}</bdi>
            </p>
          )}
          <p class="whose muted">
            <span class="when">{moment(row.time)}</span> · <bdi>{whoOf(row)}</bdi>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Text for an operation, if there is one. */
function deedOf({ what }: AuditRow): string {
  const words = DEEDS[what];
  return words === undefined ? what : t(words);
}

function subjectOf(what: string, subject: string): string {
  const words = (what === 'settings.set' ? SUBJECTS : ENVIRONMENTS)[subject];
  return words === undefined ? subject : t(words);
}

function whoOf({ who, isKey }: AuditRow): string {
  if (!isKey) return who ?? '';
  return who === null ? t(AUDIT.unknownKey) : t(AUDIT.key, { label: who });
}
