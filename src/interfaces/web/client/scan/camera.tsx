import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Icon } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { Notice } from '../components/notice.js';
import { t } from '../text/language.js';
import { SCAN } from '../text/common.js';

/** Scans with the camera, if the device has one that a page may use. */
export function CameraButton({ onCode }: { readonly onCode: (code: string) => void }): JSX.Element | null {
  const [isOpen, setOpen] = useState(false);
  if (!('mediaDevices' in navigator)) return null;
  return (
    <>
      <Button label={t(SCAN.camera)} onClick={() => setOpen(true)}>
        <Icon name="barcode" />
      </Button>
      {isOpen && (
        <Dialog title={t(SCAN.camera)} onClose={() => setOpen(false)}>
          <Camera
            onCode={(code) => {
              setOpen(false);
              onCode(code);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

/** The camera picture, until a code was read. */
export function Camera({ onCode }: { readonly onCode: (code: string) => void }): JSX.Element {
  const video = useRef<HTMLVideoElement>(null);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    const closed = new AbortController();
    const shown = video.current;
    if (shown !== null) {
      readByCamera(shown, closed.signal).then(
        (code) => code !== undefined && !closed.signal.aborted && onCode(code),
        () => closed.signal.aborted || setRefused(true),
      );
    }
    return () => closed.abort();
  }, []);
  return (
    <>
      {isRefused ? <Notice kind="failure">{t(SCAN.refused)}</Notice> : <p>{t(SCAN.hint)}</p>}
      <video ref={video} class="camera" hidden={isRefused} muted playsInline />
    </>
  );
}

/** https://wicg.github.io/shape-detection-api; browsers on Android and macOS have it. */
interface Detector {
  readonly detect: (source: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]>;
}

declare global {
  interface Window {
    readonly BarcodeDetector?: new (options: { readonly formats: readonly string[] }) => Detector;
  }
}

const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'code_128', 'qr_code'];
/** Time between two attempts to read the picture, ms. */
const PAUSE = 120;
/** Width of the analysed picture, pixels: enough for the code of a receipt, few enough for a cheap tablet. */
const WIDEST = 960;

type Look = (video: HTMLVideoElement) => Promise<string | undefined>;

/** Reads codes with the browser's detector, or otherwise with a script of our own, loaded on demand. */
async function newLook(): Promise<Look> {
  if (window.BarcodeDetector !== undefined) {
    const detector = new window.BarcodeDetector({ formats: FORMATS });
    return async (video) => (await detector.detect(video))[0]?.rawValue;
  }
  const { decode } = await import('./decode.js');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, WIDEST / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    if (context === null || canvas.width === 0) return undefined;
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    return decode(context.getImageData(0, 0, canvas.width, canvas.height));
  };
}

/**
 * Shows the camera in `video` until a code was read twice in a row, because a blurred one may be misread. When `signal`
 * aborts, returns undefined. Throws when there is no camera, or it is not allowed.
 */
async function readByCamera(video: HTMLVideoElement, signal: AbortSignal): Promise<string | undefined> {
  const wanted = { facingMode: 'environment', width: { ideal: 1280 } };
  const stream = await navigator.mediaDevices.getUserMedia({ video: wanted });
  try {
    if (signal.aborted) return undefined;
    video.srcObject = stream;
    const [look] = await Promise.all([newLook(), video.play()]);
    const isOpen = (): boolean => !signal.aborted;
    for (let before: string | undefined; isOpen();) {
      const found = await look(video);
      if (found !== undefined && found === before) return found;
      before = found;
      await new Promise((done) => setTimeout(done, PAUSE));
    }
    return undefined;
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}
