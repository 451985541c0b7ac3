import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Icon } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Notice } from '../parts/notice.js';
import { readByCamera } from './codeReader.js';
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
