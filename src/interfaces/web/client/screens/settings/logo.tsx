import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { dithered, lightnessOnPaper, PAPER_LOSSES, type PaperLoss, paperLoss } from '../../../../../base/dither.js';
import type { PrinterSetting } from '../../../../../shop/settings/index.js';
import { operate } from '../../net/http.js';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { Switch } from '../../components/field.js';
import { base64Of, FileButton } from '../../components/fileButton.js';
import { FaultNotice, Notice, useFault } from '../../components/notice.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { SETTINGS } from '../../text/settings.js';

/** Maximum bytes of a logo that the box accepts, and maximum rows of dots. */
const MAX_BYTES = 48 * 1024;
const MAX_ROWS = 300;
/** Factor by which a picture is reduced while its file is too large. */
const STEP = 0.85;

/** A picture in the form that the box accepts, and as the printer will print it. */
interface LogoPicture {
  /** A PNG in greys. */
  readonly file: Blob;
  readonly width: number;
  readonly height: number;
  /** 1 for each black dot, row by row. */
  readonly black: Uint8Array;
  /** Parts of it that are lost on paper; undefined without loss. */
  readonly loss: PaperLoss | undefined;
}

/**
 * Converts any picture that the browser can show to greys on white paper, no wider than the head of the printer and no
 * larger than the box accepts; undefined when the browser cannot show it. Inverted, black becomes white; transparent
 * areas remain transparent.
 */
async function logoPicture(file: File, printer: PrinterSetting, isInverted: boolean): Promise<LogoPicture | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (picture === undefined) return undefined;
  const { width, height } = picture;
  for (let scale = Math.min(1, headOf(printer) / width, MAX_ROWS / height); ; scale *= STEP) {
    const drawn = await drawOn(document.createElement('canvas'), picture, scale, isInverted);
    if (drawn === undefined || drawn.file.size <= MAX_BYTES) return drawn;
  }
}

/** Dots across the head. */
function headOf({ width, dpi, dots }: PrinterSetting): number {
  return dots ?? (width === 58 ? 384 : dpi === 180 ? 512 : 576);
}

async function drawOn(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  scale: number,
  isInverted: boolean,
): Promise<LogoPicture | undefined> {
  const width = Math.max(1, Math.floor(picture.width * scale));
  const height = Math.max(1, Math.floor(picture.height * scale));
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d');
  if (pen === null) return undefined;
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, 0, 0, width, height);
  const pixels = pen.getImageData(0, 0, width, height);
  const lightness = lightnessOf(pixels.data, isInverted);
  // Paper has no colours, and the file is half as large without them.
  lightness.forEach((light, dot) => pixels.data.set([light, light, light, 255], 4 * dot));
  pen.putImageData(pixels, 0, 0);
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (file === null) return undefined;
  const black = dithered(lightness, width);
  return { file, width, height, black, loss: paperLoss(lightness, black) };
}

/** Lightness of each pixel on white paper, rounded as in the file. `data`: red, green, blue and alpha of each pixel. */
function lightnessOf(data: Uint8ClampedArray, isInverted: boolean): Float32Array {
  return Float32Array.from({ length: data.length / 4 }, (_, dot) => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(4 * dot, 4 * dot + 4);
    const light = isInverted
      ? lightnessOnPaper(255 - red, 255 - green, 255 - blue, alpha)
      : lightnessOnPaper(red, green, blue, alpha);
    return Math.round(light);
  });
}

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
  const [fault, checked] = useFault();
  const [isNone, setNone] = useState(false);
  const show = async (from: File, isInverted: boolean): Promise<void> => {
    const picture = await logoPicture(from, printer, isInverted);
    setNone(picture === undefined);
    setChosen(picture && { from, isInverted, picture });
  };
  const set = async (content: string | null): Promise<void> => {
    const reply = checked(await operate('print.logo', { name, logo: content }));
    setChosen(undefined);
    if (reply.ok) await reload();
  };
  return (
    <div class="logo">
      <p>{logo === undefined ? t(SETTINGS.logo) : t(SETTINGS.hasLogo, { size: logo })}</p>
      {isNone && <Notice kind="failure">{t(SETTINGS.noPicture)}</Notice>}
      <FaultNotice fault={fault} />
      <FileButton label={t(SETTINGS.chooseLogo)} accept="image/png,image/jpeg" onFile={(file) => show(file, false)} />
      {logo !== undefined && <Button kind="link" text={t(SETTINGS.removeLogo)} onClick={() => set(null)} />}
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
            <Button text={t(COMMON.cancel)} onClick={() => setChosen(undefined)} />
            <Button
              kind="primary"
              text={t(SETTINGS.setLogo)}
              onClick={async () => set(await base64Of(chosen.picture.file))}
            />
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
