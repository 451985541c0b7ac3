import type { JSX } from 'preact';
import type { CheckResult } from '../../../../health/index.js';
import { identityFacts, useIdentity } from '../../parts/aboutBox.js';
import { Facts } from '../../parts/facts.js';
import { Show } from '../../parts/load.js';
import { t } from '../../text/language.js';
import { STATUS } from '../../text/status.js';

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
  const identity = useIdentity();
  const found = CHECKS.flatMap(([name, title]) =>
    checks.filter((check) => check.name === name).map((check) => [t(title), t(check.found)] as const),
  );
  return (
    <section class="card">
      <h2>{t(STATUS.box)}</h2>
      <Show loaded={identity}>{(known) => <Facts facts={[...identityFacts(known), ...found]} />}</Show>
    </section>
  );
}
