import type { JSX } from 'preact';
import type { CertificateState, ProcessorRow } from '../../../../admin/index.js';
import { operate } from '../../net/http.js';
import { setupVersion } from '../../net/live.js';
import { box } from '../../net/session.js';
import { EnterPin } from '../../card/enterPin.js';
import { ToCard } from '../../card/cardFacts.js';
import { Button } from '../../components/button.js';
import { Show, useLoaded } from '../../components/load.js';
import { day, moment, taxLabelText } from '../../components/valueText.js';
import { CARD } from '../../text/card.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { STATUS } from '../../text/status.js';
import { Facts } from '../../components/facts.js';

const MODES = { demo: STATUS.modeDemo, lpfr: STATUS.modeLpfr, vpfr: STATUS.modeVpfr } as const;

/** The fiscal processor, queried when the page is shown. */
export function ProcessorCard(): JSX.Element {
  const processor = useLoaded(() => operate('pfr.status', {}), [], [setupVersion.value]);
  return (
    <section class="card">
      <h2>{t(COMMON.processor)}</h2>
      <Show loaded={processor}>{(row) => <Processor row={row} onChanged={processor.reload} />}</Show>
      <div class="acts">
        <Button text={t(STATUS.askProcessor)} onClick={processor.reload} />
      </div>
    </section>
  );
}

function Processor({ row, onChanged }: { readonly row: ProcessorRow; readonly onChanged: () => unknown }): JSX.Element {
  const { mode, environment, uid, words, findings, taxLabels } = row;
  const facts: [string, string][] = [
    [t(COMMON.kind), t(MODES[mode])],
    [t(COMMON.environment), t(STATUS[environment])],
    ...(uid === '' ? [] : [[t(STATUS.uid), uid] satisfies [string, string]]),
    [t(STATUS.taxLabels), taxLabels.map(taxLabelText).join('; ')],
  ];
  return (
    <>
      <p>{t(words)}</p>
      <Facts facts={facts} />
      {findings.some(({ code }) => code === '1500' || code === '2100') && (
        <div class="acts">
          <EnterPin onDone={onChanged} />
        </div>
      )}
    </>
  );
}

/** The certificate of a V-PFR; nothing when none is used. */
export function CertificateCard(): JSX.Element | null {
  if (box.value?.mode !== 'vpfr') return null;
  const { usesCard, environment } = box.value;
  return usesCard ? <CertificateInCard /> : <InstalledCertificate environment={environment} />;
}

function CertificateInCard(): JSX.Element {
  const { value: info } = useLoaded((signal) => operate('card.info', { fresh: false }, signal));
  const card = info?.standing === 'accepted' ? info.card : null;
  return (
    <section class="card">
      <h2>{t(STATUS.certificate)}</h2>
      <p>{t(CARD.noFileNeeded)}</p>
      {card != null && <p>{t(CARD.validUntil, { uid: card.uid, until: day(card.until) })}</p>}
      <div class="acts">
        <ToCard />
      </div>
    </section>
  );
}

function InstalledCertificate({ environment }: Pick<CertificateState, 'environment'>): JSX.Element {
  const shown = useLoaded(() => operate('certificate.show', { environment }), [environment], [setupVersion.value]);
  return (
    <section class="card">
      <h2>{t(STATUS.certificate)}</h2>
      <Show loaded={shown}>
        {({ certificate, faults }) => (
          <>
            <p>
              {certificate === null
                ? t(COMMON.noCertificate)
                : t(certificate.daysLeft < 0 ? STATUS.certificateEnded : STATUS.certificateUntil, {
                    jid: certificate.jid,
                    until: moment(certificate.until),
                    days: certificate.daysLeft,
                  })}
            </p>
            {faults.map((fault) => (
              <p key={fault}>{fault}</p>
            ))}
          </>
        )}
      </Show>
    </section>
  );
}
