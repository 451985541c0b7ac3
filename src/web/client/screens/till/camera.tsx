import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { Notice } from '../../parts/notice.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';

/** https://wicg.github.io/shape-detection-api; browsers on Android and macOS have it. */
interface Detector {
  detect: (source: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]>;
}

declare global {
  interface Window {
    readonly BarcodeDetector?: new (options: { readonly formats: readonly string[] }) => Detector;
  }
}

const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'itf', 'qr_code'];
const PAUSE = 120;

/** Scans with the camera, where the browser can read codes; nothing where it cannot. */
export function CameraButton({ onCode }: { readonly onCode: (code: string) => void }): JSX.Element | null {
  const [isOpen, setOpen] = useState(false);
  if (window.BarcodeDetector === undefined) return null;
  return (
    <>
      <Button label={t(TILL.camera)} onClick={() => setOpen(true)}>
        <svg
          width="24"
          height="24"
          viewBox="0 0 24 24"
          aria-hidden="true"
          fill="none"
          stroke="currentColor"
          stroke-width="2"
        >
          <path d="M3 7V4h3M18 4h3v3M21 17v3h-3M6 20H3v-3M7 8v8M10.5 8v8M14 8v8M17 8v8" />
        </svg>
      </Button>
      {isOpen && (
        <Camera
          onClose={() => setOpen(false)}
          onCode={(code) => {
            setOpen(false);
            onCode(code);
          }}
        />
      )}
    </>
  );
}

interface CameraProps {
  readonly onCode: (code: string) => void;
  readonly onClose: () => void;
}

function Camera({ onCode, onClose }: CameraProps): JSX.Element {
  const video = useRef<HTMLVideoElement>(null);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    let isShown = true;
    let stream: MediaStream | undefined;
    const look = async (): Promise<void> => {
      const shown = video.current;
      const Kind = window.BarcodeDetector;
      if (shown === null || Kind === undefined) return;
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      shown.srcObject = stream;
      await shown.play();
      const detector = new Kind({ formats: FORMATS });
      while (isShown) {
        const [found] = await detector.detect(shown);
        if (found !== undefined) {
          onCode(found.rawValue);
          return;
        }
        await new Promise((done) => setTimeout(done, PAUSE));
      }
    };
    look()
      .catch(() => setRefused(isShown))
      .finally(() => stream?.getTracks().forEach((track) => track.stop()));
    return () => {
      isShown = false;
    };
  }, []);
  return (
    <Dialog title={t(TILL.camera)} onClose={onClose}>
      {isRefused ? <Notice kind="failure">{t(TILL.cameraRefused)}</Notice> : <p>{t(TILL.cameraHint)}</p>}
      <video ref={video} class="camera" muted playsInline />
    </Dialog>
  );
}
