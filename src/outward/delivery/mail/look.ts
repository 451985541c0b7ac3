/** The colours of the pages (src/interfaces/web/client/style/base.css), so that mail and box look alike. */
interface Colours {
  readonly page: string;
  readonly card: string;
  readonly text: string;
  readonly muted: string;
  readonly border: string;
  readonly button: string;
  readonly onButton: string;
  readonly note: string;
  readonly onNote: string;
}

const LIGHT: Colours = {
  page: '#f5f6f5',
  card: '#ffffff',
  text: '#17211f',
  muted: '#55625f',
  border: '#d3dad7',
  button: '#0b5d57',
  onButton: '#ffffff',
  note: '#fff1d6',
  onNote: '#7a4a00',
};

const DARK: Colours = {
  page: '#121615',
  card: '#1c2220',
  text: '#e8eeec',
  muted: '#a3b0ac',
  border: '#35403d',
  button: '#5cc2b7',
  onButton: '#0b1f1d',
  note: '#3d2f14',
  onNote: '#f0bd6b',
};

/** System fonts: a mail loads none. No double quotes, since they end an attribute. */
const TEXT_FONT = `-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif`;
const SLIP_FONT = `'DejaVu Sans Mono',Menlo,Consolas,'Roboto Mono','Courier New',monospace`;

/** Elements with other colours in dark mode. Each element has the class of its name. */
type Coloured = 'page' | 'card' | 'text' | 'muted' | 'button' | 'link' | 'note' | 'rule' | 'slip';

function coloursOf(colours: Colours): Readonly<Record<Coloured, string>> {
  return {
    page: `background-color:${colours.page}`,
    card: `background-color:${colours.card};border-color:${colours.border}`,
    text: `color:${colours.text}`,
    muted: `color:${colours.muted}`,
    button: `background-color:${colours.button}`,
    link: `color:${colours.onButton}`,
    note: `background-color:${colours.note};color:${colours.onNote}`,
    rule: `border-color:${colours.border}`,
    slip: `color:${colours.text}`,
  };
}

const INLINE = coloursOf(LIGHT);

/**
 * Class and style of an element. The light colours of background and text are both inline: where a mail client drops
 * the style sheet, the mail stays readable, also when the client inverts it for dark mode.
 */
export function styleOf(name: Coloured, style: string): string {
  return `class="${name}" style="${style};${INLINE[name]}"`;
}

export const GROUNDS = { page: LIGHT.page, card: LIGHT.card, button: LIGHT.button } as const;

/** Styles of the elements, without colours. At 360 px the rows of 40 columns of 12 px take 290 px of 310. */
export const STYLES = {
  page: `font-family:${TEXT_FONT};font-size:16px;line-height:1.45;-webkit-text-size-adjust:100%;text-size-adjust:100%`,
  card: 'width:100%;max-width:600px;border-width:1px;border-style:solid;border-radius:10px;border-collapse:separate',
  block: 'margin:0 0 16px;overflow-wrap:anywhere;word-break:break-word',
  kind: 'display:block;font-size:18px;line-height:1.3;font-weight:600',
  amount: 'display:block;font-size:30px;line-height:1.2;font-weight:700',
  longAmount: 'display:block;font-size:20px;line-height:1.3;font-weight:700',
  button: 'border-radius:8px;mso-padding-alt:14px 20px',
  // 14 + 20 + 14: 48 px high, the size for a thumb.
  link: 'display:block;padding:14px 20px;font-size:17px;line-height:20px;font-weight:700;text-align:center;text-decoration:none',
  note: 'margin:0 0 12px;padding:10px 12px;border-radius:8px;font-weight:700',
  rule: 'padding:16px 0 0;border-width:1px 0 0;border-style:solid',
  slip: `max-width:41ch;margin:0 auto;white-space:pre;overflow-x:auto;font-family:${SLIP_FONT};font-size:12px;line-height:1.35`,
} as const;

const dark = Object.entries(coloursOf(DARK)).map(
  ([name, style]) => `.${name}{${style.replace(/;|$/g, '!important$&')}}`,
);

/** In separate elements: some clients drop a whole element for one rule that they do not know. */
export const STYLE_SHEETS: readonly string[] = [
  '@media (min-width:480px){.slip{font-size:14px!important}}',
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  `@media (prefers-color-scheme:dark){${dark.join('')}}`,
];
