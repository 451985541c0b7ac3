import type { TurnoverReport } from '../../../../src/paper/documents/report/report.js';

/** A small report; `change` replaces members of it. */
export function report(change: Partial<TurnoverReport> = {}): TurnoverReport {
  return {
    language: 'sr-Cyrl',
    company: {
      name: 'ПЕКАРА ЗЛАТНО ЗРНО ДОО',
      tin: '100000049',
      location: '1234567-Пекара Златно зрно',
      address: 'Његошева 12',
      district: 'Београд-Врачар',
    },
    environment: 'production',
    from: '2026-11-01',
    to: '2026-11-30',
    madeAt: Date.parse('2026-11-30T20:05:00Z'),
    totals: {
      ...{ invoices: 3, turnover: '12.345,50', refunds: 1, refunded: '150,00' },
      closedAdvances: { count: 2, amount: '1.500,00' },
    },
    days: {
      isMonthly: false,
      more: null,
      rows: [
        { day: '2026-11-02', invoices: 2, turnover: '12.000,00', refunds: 0, refunded: '0,00' },
        { day: '2026-11-21', invoices: 1, turnover: '345,50', refunds: 1, refunded: '150,00' },
      ],
    },
    payments: {
      more: null,
      rows: [
        { paymentType: 'Cash', turnover: '2.345,50' },
        { paymentType: 'MobileMoney', turnover: '10.000,00' },
      ],
    },
    labels: {
      more: null,
      rows: [
        { label: 'Ђ', name: 'О-ПДВ', rate: '20,00%', turnover: '12.000,00' },
        { label: 'Х', name: null, rate: null, turnover: '345,50' },
      ],
    },
    cashiers: { more: null, rows: [{ cashier: 'Љубица', invoices: 3, turnover: '12.345,50' }] },
    taxes: {
      rows: [
        { label: 'Ђ', name: 'О-ПДВ', rate: '20,00%', turnover: '12.000,00', tax: '2.000,00' },
        { label: 'Е', name: 'П-ПДВ', rate: '10,00%', turnover: '345,50', tax: '31,41' },
      ],
      more: null,
      total: '2.031,41',
    },
    items: {
      more: { count: 7, turnover: '345,50' },
      rows: [
        {
          ...{ name: 'Ђеврек са сусамом', unit: 'ком', label: 'Ђ', isAdvance: false },
          ...{ quantity: '24,500', turnover: '12.000,00' },
        },
      ],
    },
    ...change,
  };
}
