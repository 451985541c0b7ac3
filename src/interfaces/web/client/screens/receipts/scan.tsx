import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { Field, Form } from '../../parts/field.js';
import { Camera } from '../../scan/camera.js';
import { t } from '../../text/language.js';
import { RECEIPTS } from '../../text/receipts.js';

interface ScanProps {
  readonly onLink: (link: string) => void;
  readonly onClose: () => void;
}

/** Reads the QR code of a receipt by camera, or accepts its pasted link. */
export function Scan({ onLink, onClose }: ScanProps): JSX.Element {
  const [link, setLink] = useState('');
  return (
    <Dialog title={t(RECEIPTS.scan)} onClose={onClose}>
      <Camera onCode={onLink} />
      <Form onSubmit={() => onLink(link.trim())}>
        <Field label={t(RECEIPTS.pasteLink)} value={link} onInput={setLink} type="url" />
        <footer class="actions">
          <Button kind="primary" type="submit" disabled={link.trim() === ''}>
            {t(RECEIPTS.find)}
          </Button>
        </footer>
      </Form>
    </Dialog>
  );
}
