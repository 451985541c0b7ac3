import type { JSX } from 'preact';
import { type Fault, operate } from '../../net/http.js';
import { Button } from '../../parts/button.js';
import { save } from '../../parts/save.js';
import { language, t } from '../../text/language.js';
import { REPORTS } from '../../text/reports.js';
import type { Period } from './period.js';

interface PdfButtonProps {
  readonly period: Period;
  /** Undefined after success. */
  readonly onFault: (fault: Fault | undefined) => void;
}

/** Downloads the report as drawn by the box, with the header of the shop, in the language of the page. */
export function PdfButton({ period: { from, to }, onFault }: PdfButtonProps): JSX.Element {
  const download = async (): Promise<void> => {
    const reply = await operate('reports.pdf', { from, to, language: language.value });
    onFault(reply.ok ? undefined : reply.error);
    if (!reply.ok) return;
    const bytes = Uint8Array.from(atob(reply.value.pdf), (character) => character.charCodeAt(0));
    save(new Blob([bytes], { type: 'application/pdf' }), `promet-${from}-${to}.pdf`);
  };
  return <Button onClick={download}>{t(REPORTS.pdf)}</Button>;
}
