import type { Texts } from './texts.js';

export const KEYS = {
  hint: {
    sr: 'Сваки програм или таблет који продаје преко API-ја има свој кључ. Опозван кључ се не може вратити.',
    en: 'Each program or tablet that sells over the API has a key of its own. A revoked key cannot be brought back.',
  },
  reference: { sr: 'Опис API-ја за програмере (на енглеском)', en: 'Reference of the API for programmers' },
  label: { sr: 'Назив кључа', en: 'Name of the key' },
  labelHint: { sr: 'На пример: каса 1', en: 'For example: till 1' },
  create: { sr: 'Направи кључ', en: 'Create a key' },
  created: { sr: 'Нов кључ: {label}', en: 'New key: {label}' },
  once: {
    sr: 'Кључ се приказује само сада. Препишите га или скенирајте у програм.',
    en: 'The key is shown only now. Copy it, or scan it into the program.',
  },
  qr: { sr: 'QR код са кључем', en: 'QR code of the key' },
  none: { sr: 'Још нема кључева.', en: 'There are no keys yet.' },
  createdAt: { sr: 'Направљен {time}', en: 'Created {time}' },
  lastUsed: { sr: 'Последњи пут коришћен {time}', en: 'Last used {time}' },
  neverUsed: { sr: 'Није коришћен', en: 'Never used' },
  revokedAt: { sr: 'Опозван {time}', en: 'Revoked {time}' },
  lastDay: {
    sr: 'Последња 24 сата: рачуна {receipts}, од тога рефундација {refunds} ({amount} РСД)',
    en: 'Last 24 hours: {receipts} receipts, {refunds} refunds among them ({amount} RSD)',
  },
  addresses: { sr: 'Адресе: {addresses}', en: 'Addresses: {addresses}' },
  newAddresses: {
    sr: 'Нове адресе: {addresses}. Ако их знате, прихватите; ако не, опозовите кључ.',
    en: 'New addresses: {addresses}. Accept them if you know them; if not, revoke the key.',
  },
  unusual: { sr: 'Рефундација је много више него иначе.', en: 'There are far more refunds than usual.' },
  accept: { sr: 'Прихвати', en: 'Accept' },
  accepted: { sr: 'Прихваћено: {label}', en: 'Accepted: {label}' },
  revoke: { sr: 'Опозови', en: 'Revoke' },
  revokeQuestion: {
    sr: 'Програм са кључем „{label}” од сада не може да продаје.',
    en: 'The program with the key “{label}” cannot sell from now on.',
  },
  revoked: { sr: 'Опозвано: {label}', en: 'Revoked: {label}' },
  showRevoked: { sr: 'Прикажи и опозване', en: 'Show revoked ones too' },
} satisfies Texts;
