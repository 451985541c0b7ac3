import type { PrinterSetting } from '../../../../settings/index.js';

/** Bytes of a logo that the box takes, and rows of dots. */
const MAX_BYTES = 48 * 1024;
const MAX_ROWS = 300;
/** By so much a picture is made smaller when its file is still too large. */
const STEP = 0.85;

/**
 * Any picture that the browser can show as a PNG on white paper, no wider than the head of the printer and not larger than the box takes it;
 * undefined when it can show none.
 */
export async function logoPicture(file: File, printer: PrinterSetting): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (picture === undefined) return undefined;
  const { width, height } = picture;
  for (let scale = Math.min(1, dotsOf(printer) / width, MAX_ROWS / height); ; scale *= STEP) {
    const drawn = await drawOn(document.createElement('canvas'), picture, scale);
    if (drawn === undefined || drawn.size <= MAX_BYTES) return drawn;
  }
}

/** Dots across the head. */
function dotsOf({ width, dpi, dots }: PrinterSetting): number {
  return dots ?? (width === 58 ? 384 : dpi === 180 ? 512 : 576);
}

async function drawOn(canvas: HTMLCanvasElement, picture: ImageBitmap, scale: number): Promise<Blob | undefined> {
  canvas.width = Math.max(1, Math.floor(picture.width * scale));
  canvas.height = Math.max(1, Math.floor(picture.height * scale));
  const pen = canvas.getContext('2d');
  if (pen === null) return undefined;
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = 'high';
  // Paper knows no colours, and the file is half as large without them.
  pen.filter = 'grayscale(1)';
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'));
}
