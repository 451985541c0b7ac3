import type { JSX } from 'preact';
import type { CheckResult } from '../../../../health/index.js';
import { Icon } from '../../parts/icon.js';
import { t } from '../../text/language.js';
import { STATUS } from '../../text/status.js';
import { NextAction } from './nextAction.js';

interface ChecksProps {
  readonly checks: readonly CheckResult[];
  readonly onChanged: () => unknown;
}

/** Findings that need a person, the worst first, each with its action. */
export function Checks({ checks, onChanged }: ChecksProps): JSX.Element {
  const wrong = checks.filter(({ state }) => state !== 'ok');
  return (
    <>
      <Headline wrong={wrong} />
      {wrong.length > 0 && (
        <ul class="checks">
          {wrong.map((check, place) => (
            <li key={`${check.name} ${place}`} class={`check ${check.state}`}>
              <p class="found">
                <strong>{t(check.state === 'failure' ? STATUS.failure : STATUS.warning)}</strong>{' '}
                <bdi>{t(check.found)}</bdi>
              </p>
              {check.action !== null && (
                <p>
                  <bdi>{t(check.action)}</bdi>
                </p>
              )}
              <NextAction check={check} onChanged={onChanged} />
              <Proof check={check} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Checks without a fault. */
export function WellChecks({ checks }: Pick<ChecksProps, 'checks'>): JSX.Element {
  const well = checks.filter(({ state }) => state === 'ok');
  return (
    <details class="well">
      <summary>{t(STATUS.wellChecks, { count: well.length })}</summary>
      <ul>
        {well.map(({ name, found }, place) => (
          <li key={`${name} ${place}`}>
            <bdi>{t(found)}</bdi>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Headline({ wrong }: { readonly wrong: readonly CheckResult[] }): JSX.Element {
  if (wrong.length === 0) {
    return (
      <p class="headline ok">
        <Icon name="check" />
        {t(STATUS.allWell)}
      </p>
    );
  }
  const isFailure = wrong.some(({ state }) => state === 'failure');
  return (
    <p class={`headline ${isFailure ? 'failure' : 'warning'}`} role="status">
      {wrong.some(({ blocks }) => blocks) ? t(STATUS.cannotSell) : t(STATUS.needsYou, { count: wrong.length })}
    </p>
  );
}

function Proof({ check: { name, proof } }: { readonly check: CheckResult }): JSX.Element {
  return (
    <details class="proof">
      <summary>{t(STATUS.forTechnician)}</summary>
      <code>
        {name}
        {proof !== null && `: ${t(proof)}`}
      </code>
    </details>
  );
}
