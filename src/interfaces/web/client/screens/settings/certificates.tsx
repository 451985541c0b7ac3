import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CertificateRow } from '../../../../admin/index.js';
import type { Environment } from '../../../../../contract/index.js';
import type { PfrSetting } from '../../../../../shop/settings/index.js';
import { ToCard } from '../../card/cardFacts.js';
import { operate } from '../../net/http.js';
import type { Fault } from '../../net/reply.js';
import { Button } from '../../components/button.js';
import { Confirm } from '../../components/dialog.js';
import { base64Of, download, FileButton } from '../../components/fileButton.js';
import { Show, useLoaded, useSettings } from '../../components/load.js';
import { moment } from '../../components/valueText.js';
import { FaultNotice, Notice } from '../../components/notice.js';
import { CARD } from '../../text/card.js';
import { t } from '../../text/language.js';
import { SETTINGS } from '../../text/settings.js';

/** The certificates for a V-PFR, and the authority that tablets trust. */
export function CertificateSettings(): JSX.Element {
  return (
    <>
      <OwnAuthority />
      <Certificate environment="sandbox" />
      <Certificate environment="production" />
    </>
  );
}

function Certificate({ environment }: { readonly environment: Environment }): JSX.Element {
  const loaded = useLoaded(() => operate('certificate.show', { environment }));
  const processor = useSettings(`pfr.${environment}`);
  const [isAsked, setAsked] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const remove = async (): Promise<void> => {
    const reply = await operate('certificate.remove', { environment });
    setFault(reply.ok ? undefined : reply.error);
    setAsked(false);
    await loaded.reload();
  };
  const trust = async (bundle: string | null): Promise<void> => {
    const reply = await operate('certificate.trust', { environment, bundle });
    setFault(reply.ok ? undefined : reply.error);
    await loaded.reload();
  };
  const name = t(environment === 'production' ? SETTINGS.production : SETTINGS.sandbox);
  const isInCard = (processor.value?.[`pfr.${environment}`] as PfrSetting | undefined)?.key === 'card';
  return (
    <section class="card">
      <h2>{t(SETTINGS.certificateOf, { environment: name })}</h2>
      <Show loaded={loaded}>
        {({ certificate, trusted, faults }) => (
          <>
            {faults.map((words) => (
              <Notice key={words} kind="failure">
                {words}
              </Notice>
            ))}
            {isInCard && (
              <>
                <p>{t(CARD.noFileNeeded)}</p>
                <p>
                  <ToCard />
                </p>
              </>
            )}
            {certificate === null ? (
              !isInCard && <p>{t(SETTINGS.noCertificate)}</p>
            ) : (
              <Facts certificate={certificate} />
            )}
            {trusted.map((one) => (
              <p key={one}>{trustedText(one)}</p>
            ))}
            <FaultNotice fault={fault} />
            <div class="actions">
              <FileButton
                label={t(SETTINGS.chooseTrusted)}
                accept=".pem,.crt,.cer,.der"
                onFile={async (file) => trust(await base64Of(file))}
              />
              {trusted.length > 0 && <Button onClick={() => trust(null)}>{t(SETTINGS.clearTrusted)}</Button>}
              {certificate !== null && <Button onClick={() => setAsked(true)}>{t(SETTINGS.removeCertificate)}</Button>}
            </div>
          </>
        )}
      </Show>
      {isAsked && (
        <Confirm
          title={t(SETTINGS.removeCertificate)}
          question={t(SETTINGS.removeCertificateQuestion)}
          action={t(SETTINGS.removeCertificate)}
          onConfirm={remove}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  );
}

/** The box returns `NAME; until TIME`, as the command line prints it. */
function trustedText(authority: string): string {
  const [name = '', until = ''] = authority.split('; until ');
  return t(SETTINGS.trusted, { name, until: moment(until) });
}

function Facts({ certificate }: { readonly certificate: CertificateRow }): JSX.Element {
  const { jid, tin, organisation, issuer, until, daysLeft, fingerprint } = certificate;
  const facts = [
    [SETTINGS.jid, jid],
    [SETTINGS.tin, tin],
    [SETTINGS.organisation, organisation],
    [SETTINGS.issuer, issuer],
    [SETTINGS.fingerprint, fingerprint],
  ] as const;
  return (
    <>
      <p>
        {t(daysLeft < 0 ? SETTINGS.certificateEnded : SETTINGS.certificateUntil, {
          until: moment(until),
          days: daysLeft,
        })}
      </p>
      <dl class="facts">
        {facts.map(([title, value]) => (
          <div key={title.en} class="fact">
            <dt>{t(title)}</dt>
            <dd>{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function OwnAuthority(): JSX.Element {
  const loaded = useLoaded(() => operate('certificate.authority', {}));
  const [isAsked, setAsked] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const renew = async (): Promise<void> => {
    const reply = await operate('certificate.renew-ca', {});
    setFault(reply.ok ? undefined : reply.error);
    setAsked(false);
    await loaded.reload();
  };
  return (
    <section class="card">
      <h2>{t(SETTINGS.ownAuthority)}</h2>
      <p>{t(SETTINGS.ownAuthorityHint)}</p>
      <Show loaded={loaded}>
        {({ pem, until, fingerprint }) => (
          <>
            <dl class="facts">
              <div class="fact">
                <dt>{t(SETTINGS.fingerprint)}</dt>
                <dd class="fingerprint">{fingerprint}</dd>
              </div>
              <div class="fact">
                <dt>{t(SETTINGS.until)}</dt>
                <dd>{moment(until)}</dd>
              </div>
            </dl>
            <FaultNotice fault={fault} />
            <div class="actions">
              <Button onClick={() => download('ca.pem', pem, 'application/x-pem-file')}>
                {t(SETTINGS.downloadCa)}
              </Button>
              <Button onClick={() => setAsked(true)}>{t(SETTINGS.renewCa)}</Button>
            </div>
          </>
        )}
      </Show>
      {isAsked && (
        <Confirm
          title={t(SETTINGS.renewCa)}
          question={t(SETTINGS.renewCaQuestion)}
          action={t(SETTINGS.renewCa)}
          onConfirm={renew}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  );
}
