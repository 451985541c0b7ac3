import type { Bilingual } from '../../../base/index.js';
import { defineCheck, warning } from '../check.js';

interface Parts {
  readonly service:
    | {
        /** True when a stolen key of the authority could only be used to impersonate boxes. */
        readonly isAuthorityStrict: () => boolean;
      }
    | undefined;
}

/**
 * What the box's own authority may certify. Only where a service runs, and only for an authority with too wide a scope.
 */
export const authorityCheck = defineCheck({
  name: 'authority',
  consequence: 'connection',
  alarmAfterPolls: 2,
  run({ service }: Parts) {
    if (service === undefined || service.isAuthorityStrict()) return [];
    return [warning(TEXTS.loose(), TEXTS.renew())];
  },
});

const TEXTS = {
  loose: (): Bilingual => ({
    sr: 'Издавач сертификата овог уређаја потиче из старијег издања програма: ко украде његов кључ, могао би таблетима да се представи и као други сајтови.',
    en: 'The certificate authority of the box is of an earlier release: whoever steals its key could pose to your tablets as other web sites, too.',
  }),
  renew: (): Bilingual => ({
    sr: 'Направите нови дугметом „Нови сертификат издавача” у „Стање” (у терминалу: kasirbox certificate renew-ca). Затим на сваки таблет инсталирајте нови ca.pem и уклоните стари; до тада све ради као и сада.',
    en: 'Run: kasirbox certificate renew-ca; then put the new ca.pem on every tablet and remove the old one. Until then all works as before.',
  }),
} as const;
