import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { PAPER_LOSSES } from '../../../../../base/dither.js';
import type { PrinterSetting } from '../../../../../shop/settings/index.js';
import { type Fault, operate } from '../../net/http.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { Switch } from '../../parts/field.js';
import { base64Of, FileButton } from '../../parts/fileButton.js';
import { FaultNotice, Notice } from '../../parts/notice.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { SETTINGS } from '../../text/settings.js';
import { headOf, type LogoPicture, logoPicture } from './logoPicture.js';

interface LogoProps {
  readonly printer: PrinterSetting;
  readonly reload: () => Promise<void>;
}

/** The chosen picture, and how it will be printed. */
interface Chosen {
  readonly from: File;
  readonly isInverted: boolean;
  readonly picture: LogoPicture;
}

/** The logo of a printer. A picture is set only after its print preview was shown. */
export function Logo({ printer, reload }: LogoProps): JSX.Element {
  const { name, logo } = printer;
  const [chosen, setChosen] = useState<Chosen>();
  const [fault, setFault] = useState<Fault>();
  const [isNone, setNone] = useState(false);
  const show = async (from: File, isInverted: boolean): Promise<void> => {
    const picture = await logoPicture(from, printer, isInverted);
    setNone(picture === undefined);
    setChosen(picture && { from, isInverted, picture });
  };
  const set = async (content: string | null): Promise<void> => {
    const reply = await operate('print.logo', { name, logo: content });
    setFault(reply.ok ? undefined : reply.error);
    setChosen(undefined);
    if (reply.ok) await reload();
  };
  return (
    <div class="logo">
      <p>{logo === undefined ? t(SETTINGS.logo) : t(SETTINGS.hasLogo, { size: logo })}</p>
      {isNone && <Notice kind="failure">{t(SETTINGS.noPicture)}</Notice>}
      <FaultNotice fault={fault} />
      <FileButton label={t(SETTINGS.chooseLogo)} accept="image/png,image/jpeg" onFile={(file) => show(file, false)} />
      {logo !== undefined && (
        <Button kind="link" onClick={() => set(null)}>
          {t(SETTINGS.removeLogo)}
        </Button>
      )}
      {chosen !== undefined && (
        <Dialog title={t(SETTINGS.logoPreview)} onClose={() => setChosen(undefined)}>
          <Paper picture={chosen.picture} head={headOf(printer)} />
          {chosen.picture.loss !== undefined && <Notice kind="warning">{t(PAPER_LOSSES[chosen.picture.loss])}</Notice>}
          <Switch
            label={t(SETTINGS.invertLogo)}
            checked={chosen.isInverted}
            onChange={(isInverted) => void show(chosen.from, isInverted)}
          />
          <footer class="actions">
            <Button onClick={() => setChosen(undefined)}>{t(COMMON.cancel)}</Button>
            <Button kind="primary" onClick={async () => set(await base64Of(chosen.picture.file))}>
              {t(SETTINGS.setLogo)}
            </Button>
          </footer>
        </Dialog>
      )}
    </div>
  );
}

interface PaperProps {
  readonly picture: LogoPicture;
  /** Dots across the head of the printer. */
  readonly head: number;
}

/** The black dots, centred on the paper, in their printed width. */
function Paper({ picture, head }: PaperProps): JSX.Element {
  const { width, height, black } = picture;
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (pen == null) return;
    const pixels = pen.createImageData(width, height);
    black.forEach((isBlack, dot) => {
      const grey = isBlack === 1 ? 0 : 255;
      pixels.data.set([grey, grey, grey, 255], 4 * dot);
    });
    pen.putImageData(pixels, 0, 0);
  }, [picture]);
  return (
    <div class="paper-preview">
      <canvas
        ref={canvas}
        width={width}
        height={height}
        style={{ width: `${(100 * width) / head}%` }}
        role="img"
        aria-label={t(SETTINGS.logoPreview)}
      />
    </div>
  );
}
