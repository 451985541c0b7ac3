import { type Bilingual, defineMessages, type UtcMs } from '../../base/index.js';
import type { Loss } from '../../platform/devices/index.js';
import type { JobReason } from '../../platform/ledger/index.js';
import type { PrinterStatus, PrintJobStatus, Proof } from './port.js';

/** Jobs that are older than this, ms, are no longer reported. */
const MAX_AGE = 24 * 60 * 60 * 1000;

/**
 * True when the box itself cancelled the job before any byte was sent. The seller who waits for the paper does not know
 * about it.
 */
export function wasCancelledByBox({ state, reason }: Pick<PrintJobStatus, 'state' | 'reason'>): boolean {
  return state === 'cancelled' && reason !== 'operator' && reason !== 'proven';
}

/**
 * Jobs of the last day that a person must check: it is unknown whether they were printed, or the box cancelled them,
 * and no later job of the same receipt was made. `jobs` are the newest first, and so is the result.
 */
export function jobsToCheck(jobs: readonly PrintJobStatus[], now: UtcMs): PrintJobStatus[] {
  return jobs.filter((job) => {
    const { id, uuid, updatedAt } = job;
    if ((job.state !== 'unknown' && !wasCancelledByBox(job)) || now - updatedAt > MAX_AGE) return false;
    // A second copy is made at the same time as the first, and does not replace it.
    const isLater = (other: PrintJobStatus): boolean => other.id > id && other.createdAt > updatedAt;
    return !jobs.some((other) => other.uuid === uuid && isLater(other) && other.state !== 'cancelled');
  });
}

/** A problem and the action that fixes it. */
interface Cause {
  readonly found: Bilingual;
  readonly action: Bilingual;
}

const cause = (found: Bilingual, action: Bilingual): Cause => ({ found, action });

const PRINT_AGAIN: Bilingual = {
  sr: 'Ако је рачун потребан на папиру, одштампајте га поново.',
  en: 'If the receipt is needed on paper, print it again.',
};
const CHECK_CABLE: Bilingual = {
  sr: 'Проверите да ли је штампач укључен и да ли је кабл прикључен.',
  en: 'Check that the printer is on and its cable is connected.',
};
const RESTART: Bilingual = {
  sr: 'Искључите штампач и поново га укључите; ако се грешка понови, позовите сервисера.',
  en: 'Switch the printer off and on; if the error happens again, call a technician.',
};

/** The meaning of a job's reason, or a printer's trouble, for the seller at the till, who has no command line. */
export const FAULT_TEXTS: Readonly<Record<JobReason | Loss, Cause>> = {
  paper: cause(
    { sr: 'Штампач је остао без папира.', en: 'The printer is out of paper.' },
    { sr: 'Ставите нову ролну.', en: 'Insert a new roll.' },
  ),
  cover: cause(
    { sr: 'Поклопац штампача је отворен.', en: 'The cover of the printer is open.' },
    { sr: 'Затворите поклопац.', en: 'Close the cover.' },
  ),
  cutter: cause(
    { sr: 'Нож штампача је заглављен.', en: 'The cutter of the printer is jammed.' },
    {
      sr: 'Искључите штампач, извадите заглављени папир и укључите га.',
      en: 'Switch the printer off, remove the jammed paper and switch it on.',
    },
  ),
  error: cause({ sr: 'Штампач пријављује грешку.', en: 'The printer reports an error.' }, RESTART),
  offline: cause(
    { sr: 'Штампач није спреман за рад.', en: 'The printer is not ready to work.' },
    {
      sr:
        'Проверите да ли је укључен, има ли папира и да ли је поклопац затворен; ако јесте, притисните дугме за пријем ' +
        '(FEED или ONLINE).',
      en: 'Check that it is on, has paper and that its cover is closed; if so, press its button (FEED or ONLINE).',
    },
  ),
  lost: cause({ sr: 'Веза са штампачем је прекинута.', en: 'The way to the printer broke off.' }, CHECK_CABLE),
  silent: cause({ sr: 'Штампач не одговара.', en: 'The printer does not answer.' }, CHECK_CABLE),
  restart: cause({ sr: 'Уређај се угасио током штампе.', en: 'The box went off while it was printing.' }, PRINT_AGAIN),
  age: cause({ sr: 'Рачун је предуго чекао на штампу.', en: 'The paper has waited too long.' }, PRINT_AGAIN),
  full: cause(
    { sr: 'Превише рачуна је већ чекало на штампу.', en: 'Too many receipts were waiting for paper already.' },
    PRINT_AGAIN,
  ),
  operator: cause({ sr: 'Неко је отказао штампу.', en: 'Somebody cancelled it.' }, PRINT_AGAIN),
  removed: cause(
    { sr: 'Штампача више нема у подешавањима.', en: 'The printer is not set any more.' },
    { sr: 'Одштампајте га на другом штампачу.', en: 'Print it on another printer.' },
  ),
  unprintable: cause(
    { sr: 'Рачун не може да се прочита или припреми за штампу.', en: 'The receipt cannot be read or drawn.' },
    {
      sr: 'Искључите и укључите уређај, па рачун одштампајте поново; ако се понови, позовите сервисера.',
      en: 'Restart the box and print the receipt again; if it happens again, call a technician.',
    },
  ),
  proven: cause(
    { sr: 'Рачун је већ одштампан.', en: 'The receipt is printed already.' },
    {
      sr: 'Ако је купцу потребан још један папир, издајте копију.',
      en: 'If the buyer needs another one on paper, issue a copy.',
    },
  ),
  absent: cause(
    { sr: 'На подешеној адреси нема штампача.', en: 'There is nothing at the address of the printer.' },
    CHECK_CABLE,
  ),
  busy: cause(
    {
      sr: 'Штампач је заузет: управо штампа, или га користи други програм.',
      en: 'The printer is busy: a slip is being printed, or another program is using it.',
    },
    {
      sr: 'Покушајте поново за који тренутак; ако потраје, зауставите други програм.',
      en: 'Try again in a moment; if it continues, stop the other program.',
    },
  ),
  denied: cause(
    { sr: 'Уређај нема право да користи штампач.', en: 'The box may not use the printer.' },
    {
      sr: 'Сервису треба дати право на прикључак штампача (групе dialout и lp); ако не знате како, позовите сервисера.',
      en: 'The service needs permission for the printer port (groups dialout and lp); if you do not know how, call a technician.',
    },
  ),
  driver: cause(
    { sr: 'Недостаје програм за ову врсту штампача.', en: 'The software for printers of this kind is missing.' },
    {
      sr: 'Програм треба поново инсталирати; ако не знате како, позовите сервисера.',
      en: 'Install kasirbox again; if you do not know how, call a technician. The folder "native" beside kasirbox.cjs belongs to it.',
    },
  ),
  closed: cause(
    { sr: 'Уређај се гаси.', en: 'The box is stopping.' },
    { sr: 'Сачекајте да се уређај поново укључи.', en: 'Wait until the box runs again.' },
  ),
};

const EXAMPLE = {
  name: 'kasa',
  address: 'tcp://192.168.1.50:9100',
  width: 80,
  dpi: 203,
  mode: 'raster',
  autoPrint: true,
};

/** A command that configures a printer, for the case that none is configured. */
const SET_ONE = `kasirbox settings set printers '${JSON.stringify([EXAMPLE])}'`;
export const NO_PRINTER = defineMessages('printing', {
  none: {
    en: 'No printer is set. Find yours (kasirbox print find --network), and run, with its address: {command}',
    sr: 'Ниједан штампач није подешен. Пронађите свој (kasirbox print find --network), па покрените, са његовом адресом: {command}',
    srOnPage: 'Ниједан штампач није подешен. Додајте га у подешавањима.',
    enOnPage: 'No printer is set. Add one in the settings.',
  },
}).none({ command: SET_ONE });

/** The states of jobs, as text. */
export const JOB_STATE_TEXTS: Readonly<Record<PrintJobStatus['state'], Bilingual>> = {
  queued: { sr: 'чека', en: 'waiting' },
  sending: { sr: 'штампа се', en: 'printing' },
  blocked: { sr: 'заустављено', en: 'blocked' },
  printed: { sr: 'одштампано', en: 'printed' },
  unconfirmed: { sr: 'послато без потврде', en: 'sent, unconfirmed' },
  unknown: { sr: 'непознато', en: 'unknown' },
  cancelled: { sr: 'отказано', en: 'cancelled' },
};

/** The states of printers, as text. */
export const PRINTER_STATE_TEXTS: Readonly<Record<PrinterStatus['state'], Bilingual>> = {
  idle: { sr: 'спреман', en: 'ready' },
  printing: { sr: 'штампа', en: 'printing' },
  blocked: { sr: 'заустављен', en: 'blocked' },
  offline: { sr: 'недоступан', en: 'not available' },
};

/** The evidence that the box gets from this printer, as text. */
export const PROOF_TEXTS: Readonly<Record<Proof, Bilingual>> = {
  'process-id': { sr: 'потврђује сваки одштампан рачун', en: 'it confirms each receipt that is printed' },
  'queued-status': { sr: 'јавља када је све обрадио', en: 'it reports when it has processed everything' },
  status: { sr: 'јавља само своје стање', en: 'it reports only its own state' },
  none: { sr: 'не јавља ништа: гледајте папир', en: 'it reports nothing: look at the paper' },
};

/** Shown as the state of a printer while no service runs: only a service checks printers. */
export const NOT_CHECKED: Bilingual = { sr: 'није прегледан', en: 'not checked' };

/** Shown in place of the proof of a printer that was never probed. */
export const NOT_PROBED: Bilingual = { sr: 'још није испробан', en: 'not yet tested' };

/**
 * Why a job is in its state; null when there is no reason. For a job that the box cancelled the text states that
 * nothing was printed. `receipt` is a uuid or PFR number.
 */
export function reasonText(job: PrintJobStatus, receipt: string = job.uuid): Bilingual | null {
  if (job.reason === null) return null;
  const { found } = FAULT_TEXTS[job.reason];
  if (!wasCancelledByBox(job)) return found;
  const [again, anew] = job.repeat ? ['поново ', ' again'] : ['', ''];
  return {
    sr: `Рачун ${receipt} није ${again}одштампан: ${found.sr}`,
    en: `Receipt ${receipt} was not printed${anew}: ${found.en}`,
  };
}

/** The action for the seller at the till; null when there is none. */
export function nextStep({ state, reason }: Pick<PrintJobStatus, 'state' | 'reason'>): Bilingual | null {
  switch (state) {
    case 'queued':
    case 'sending':
    case 'printed':
      return null;
    case 'blocked':
      return FAULT_TEXTS[reason ?? 'offline'].action;
    case 'unknown':
    case 'unconfirmed':
      return {
        sr: 'Погледајте да ли је рачун одштампан; ако није, одштампајте га поново.',
        en: 'Check whether the receipt was printed; if not, print it again.',
      };
    case 'cancelled':
      return FAULT_TEXTS[reason ?? 'operator'].action;
  }
}

/** {@link nextStep} for a technician, with the command for it if there is one. `receipt` is a uuid or PFR number. */
export function nextCommand(job: PrintJobStatus, receipt: string = job.uuid): Bilingual | null {
  const step = nextStep(job);
  const command = commandOf(job, receipt);
  if (step === null || command === null) return step;
  const [sr, en] = [step.sr, step.en].map((sentence) => sentence.replace(/\.$/, ''));
  return { sr: `${sr} (${command}).`, en: `${en}: ${command}` };
}

/** The command for a job that has ended. A queued job continues by itself as soon as the printer can. */
function commandOf({ state, reason }: PrintJobStatus, receipt: string): string | null {
  if (state === 'cancelled' && reason === 'unprintable') return 'kasirbox ledger verify';
  if (state === 'cancelled' && reason === 'proven') return null;
  const isOver = state === 'unknown' || state === 'unconfirmed' || state === 'cancelled';
  return isOver ? `kasirbox print again ${receipt}` : null;
}
