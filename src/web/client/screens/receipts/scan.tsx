import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { Field, Form } from '../../parts/field.js';
import { t } from '../../text/language.js';
import { RECEIPTS } from '../../text/receipts.js';

/** Of the browser, where it has one (Shape Detection API). */
interface Detector {
  readonly detect: (source: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]>;
}
type DetectorClass = new (options: { readonly formats: readonly string[] }) => Detector;

/** How often the picture of the camera is looked at, ms. */
const INTERVAL = 200;

function detectorClass(): DetectorClass | undefined {
  return (globalThis as { readonly BarcodeDetector?: DetectorClass }).BarcodeDetector;
}

interface ScanProps {
  readonly onLink: (link: string) => void;
  readonly onClose: () => void;
}

/** Reads the QR code of a receipt by camera, or takes its link as it is pasted. */
export function Scan({ onLink, onClose }: ScanProps): JSX.Element {
  const [link, setLink] = useState('');
  const [hasCamera, setHasCamera] = useState(true);
  const Detector = detectorClass();
  return (
    <Dialog title={t(RECEIPTS.scan)} onClose={onClose}>
      {Detector === undefined ? (
        <p>{t(RECEIPTS.cannotScan)}</p>
      ) : hasCamera ? (
        <Camera Detector={Detector} onLink={onLink} onFailed={() => setHasCamera(false)} />
      ) : (
        <p>{t(RECEIPTS.noCamera)}</p>
      )}
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

interface CameraProps {
  readonly Detector: DetectorClass;
  readonly onLink: (link: string) => void;
  readonly onFailed: () => void;
}

function Camera({ Detector, onLink, onFailed }: CameraProps): JSX.Element {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    let stream: MediaStream | undefined;
    const closed = new AbortController();
    const close = (): void => {
      closed.abort();
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const read = async (): Promise<void> => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      const shown = video.current;
      if (closed.signal.aborted || shown === null) {
        close();
        return;
      }
      shown.srcObject = stream;
      await shown.play();
      const detector = new Detector({ formats: ['qr_code'] });
      const isOpen = (): boolean => !closed.signal.aborted;
      while (isOpen()) {
        const [code] = await detector.detect(shown);
        if (code !== undefined && isOpen()) {
          close();
          onLink(code.rawValue);
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, INTERVAL));
      }
    };
    read().catch(() => {
      if (!closed.signal.aborted) onFailed();
      close();
    });
    return close;
  }, []);
  return (
    <>
      <p>{t(RECEIPTS.scanHint)}</p>
      <video class="camera" ref={video} muted playsInline />
    </>
  );
}
