import type { JSX } from 'preact';
import type { CheckResult } from '../../../../health/index.js';
import { callApi } from '../../net/http.js';
import { Show, useLoaded } from '../../parts/load.js';
import { t } from '../../text/language.js';
import { STATUS } from '../../text/status.js';
import { Facts } from './facts.js';

/** Members of the API status that this card shows. */
interface Versions {
  readonly version: string;
  readonly esirNumber: string;
}

/** Checks about the box itself, shown in any state. */
const CHECKS = [
  ['backup', STATUS.backup],
  ['flash', STATUS.wear],
  ['disk', STATUS.disk],
  ['memory', STATUS.memory],
  ['clock', STATUS.clock],
] as const;

/** Details of the box: versions, backup, wear. */
export function BoxCard({ checks }: { readonly checks: readonly CheckResult[] }): JSX.Element {
  const status = useLoaded(() => callApi<Versions>('/status'));
  const found = CHECKS.flatMap(([name, title]) =>
    checks.filter((check) => check.name === name).map((check) => [t(title), t(check.found)] as const),
  );
  return (
    <section class="card">
      <h2>{t(STATUS.box)}</h2>
      <Show loaded={status}>
        {({ version, esirNumber }) => (
          <Facts facts={[[t(STATUS.version), version], [t(STATUS.esir), esirNumber], ...found]} />
        )}
      </Show>
    </section>
  );
}
