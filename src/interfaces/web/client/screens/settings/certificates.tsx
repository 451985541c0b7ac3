import type { JSX } from 'preact';
import type { CertificateRow } from '../../../../admin/index.js';
import type { Environment } from '../../../../../contract/index.js';
import type { PfrSetting } from '../../../../../shop/settings/index.js';
import { ToCard } from '../../card/cardFacts.js';
import { operate } from '../../net/http.js';
import { Button } from '../../components/button.js';
import { ConfirmButton } from '../../components/dialog.js';
import { Facts } from '../../components/facts.js';
import { base64Of, download, FileButton } from '../../components/fileButton.js';
import { Show, useLoaded, useSettings } from '../../components/load.js';
import { moment } from '../../components/valueText.js';
import { FaultNotice, Notice, useFault } from '../../components/notice.js';
import { CARD } from '../../text/card.js';
import { COMMON } from '../../text/common.js';
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
  const [fault, checked] = useFault();
  const remove = async (): Promise<void> => {
    checked(await operate('certificate.remove', { environment }));
    await loaded.reload();
  };
  const trust = async (bundle: string | null): Promise<void> => {
    checked(await operate('certificate.trust', { environment, bundle }));
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
              !isInCard && <p>{t(COMMON.noCertificate)}</p>
            ) : (
              <Installed certificate={certificate} />
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
              {trusted.length > 0 && <Button text={t(SETTINGS.clearTrusted)} onClick={() => trust(null)} />}
              {certificate !== null && (
                <ConfirmButton
                  text={t(SETTINGS.removeCertificate)}
                  question={t(SETTINGS.removeCertificateQuestion)}
                  onConfirm={remove}
                />
              )}
            </div>
          </>
        )}
      </Show>
    </section>
  );
}

/** The box returns `NAME; until TIME`, as the command line prints it. */
function trustedText(authority: string): string {
  const [name = '', until = ''] = authority.split('; until ');
  return t(SETTINGS.trusted, { name, until: moment(until) });
}

function Installed({ certificate }: { readonly certificate: CertificateRow }): JSX.Element {
  const { jid, tin, organisation, issuer, until, daysLeft, fingerprint } = certificate;
  const facts = [
    [t(SETTINGS.jid), jid],
    [t(COMMON.tin), tin ?? '–'],
    [t(SETTINGS.organisation), organisation],
    [t(SETTINGS.issuer), issuer],
    [t(SETTINGS.fingerprint), fingerprint],
  ] as const;
  return (
    <>
      <p>
        {t(daysLeft < 0 ? SETTINGS.certificateEnded : SETTINGS.certificateUntil, {
          until: moment(until),
          days: daysLeft,
        })}
      </p>
      <Facts facts={facts} />
    </>
  );
}

function OwnAuthority(): JSX.Element {
  const loaded = useLoaded(() => operate('certificate.authority', {}));
  const [fault, checked] = useFault();
  const renew = async (): Promise<void> => {
    checked(await operate('certificate.renew-ca', {}));
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
                <dt>{t(COMMON.validUntil)}</dt>
                <dd>{moment(until)}</dd>
              </div>
            </dl>
            <FaultNotice fault={fault} />
            <div class="actions">
              <Button text={t(SETTINGS.downloadCa)} onClick={() => download('ca.pem', pem, 'application/x-pem-file')} />
              <ConfirmButton text={t(SETTINGS.renewCa)} question={t(SETTINGS.renewCaQuestion)} onConfirm={renew} />
            </div>
          </>
        )}
      </Show>
    </section>
  );
}
