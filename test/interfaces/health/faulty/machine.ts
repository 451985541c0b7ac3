import { phrase } from '../../../../src/base/index.js';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import type { CertainTime } from '../../../../src/base/clockTrust.js';
import type { UtcMs } from '../../../../src/base/time.js';
import { BoardSensors, type Storage } from '../../../../src/interfaces/health/board/boardSensors.js';
import { type HealthDeps } from '../../../../src/interfaces/health/checks.js';
import { EventLoopMonitor } from '../../../../src/interfaces/health/processFigures.js';
import type { PrintJobStatus } from '../../../../src/paper/printing/port.js';
import { newFolder } from '../../../kit/folder.js';
import { SERVICE } from '../../../kit/health.js';
import { DAY_MS, NOON, ReceiptMaker } from '../../../kit/ledger.js';
import { KASA } from '../../../kit/printing.js';
import { seededRandom } from '../../../kit/random.js';
import type { Bench, Fault } from './bench.js';

const UUID = '01934d6e-7a10-7000-8000-000000000001';
const UPDATE = {
  phase: 'idle',
  version: '1.2.0',
  isOnImage: true,
  outcome: null,
  isBundleWaiting: false,
  isStarting: false,
  isCutOff: false,
} as const;
const FELL_BACK = { version: '1.3.0', from: '1.2.0', at: NOON, reason: null, isAcknowledged: false } as const;
const HOUR_MS = 3_600_000;

function job(change: Partial<PrintJobStatus>): PrintJobStatus {
  const at = { createdAt: NOON - 2000, updatedAt: NOON - 1000 };
  return { id: 7, uuid: UUID, printer: 'kasa', repeat: false, state: 'unknown', reason: 'lost', ...at, ...change };
}

/** A `/sys` as the kernel of a Raspberry Pi fills it. */
export function boardOf(alarm: string, millidegrees: string): Partial<HealthDeps> {
  const folder = newFolder('sys');
  const files: Readonly<Record<string, string>> = {
    'class/hwmon/hwmon0/name': 'cpu_thermal\n',
    'class/hwmon/hwmon1/name': 'rpi_volt\n',
    'class/hwmon/hwmon1/in0_lcrit_alarm': `${alarm}\n`,
    'class/thermal/thermal_zone0/type': 'cpu-thermal\n',
    'class/thermal/thermal_zone0/temp': `${millidegrees}\n`,
    'class/thermal/cooling_device0/type': 'gpio-fan\n',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return { board: new BoardSensors(folder) };
}

/** A board of which only the flash is known. */
function flashOf(worn: Pick<Storage, 'life' | 'reserve'>): HealthDeps['board'] {
  const storage = { kind: 'MMC', name: 'DG4016', date: '05/2019', ...worn } as const;
  return { isUnderVoltage: async () => null, temperature: async () => null, storage: async () => storage };
}

/** A receipt of a real processor, by the clock of the box and by its own. */
async function sell({ ledger }: Bench, at: UtcMs, signedAt: UtcMs): Promise<void> {
  const receipt = new ReceiptMaker(seededRandom()).next(ledger, { at, signedAt });
  assert.ok((await ledger.issue({ ...receipt, mode: 'lpfr' })).ok);
}

export const MACHINE_FAULTS: readonly Fault[] = [
  {
    check: 'program',
    what: 'a font that is missing',
    state: 'warning',
    make: ({ deps }) => ({ ...deps, missingFiles: () => ['fonts/Inter_400Regular.ttf'] }),
    sr: [/Недостају датотеке програма: fonts\/Inter_400Regular\.ttf/, /Инсталирајте програм поново/],
    en: [/Program files are missing: fonts\/Inter_400Regular\.ttf/, /Reinstall the program/],
  },
  {
    check: 'clock',
    what: 'one that was set back by a day',
    state: 'warning',
    async make(bench) {
      const certainTime = (): CertainTime => ({ at: NOON, by: 'processor' });
      return { ...(await bench.reopen()), now: () => NOON - DAY_MS, clockTrust: () => 'rtc', certainTime };
    },
    sr: [/Сат уређаја касни: показује 20\.11\.2026\. 12:00:00, а последњи рачун/, /Повежите уређај на интернет/],
    en: [/The clock is behind/, /timedatectl set-time/],
  },
  {
    check: 'clock',
    what: 'one that nothing vouches for',
    state: 'warning',
    make: ({ deps }) => ({ ...deps, clockTrust: () => 'guess' }),
    sr: [/Ништа не потврђује тачност сата уређаја/, /Повежите уређај на интернет/],
    en: [/Nothing confirms that the clock is right/, /timedatectl set-time/],
  },
  {
    check: 'clock',
    what: 'one whose battery is empty',
    state: 'warning',
    make: ({ deps }) => ({ ...deps, clockTrust: () => 'guess', rtc: 'lost' }),
    sr: [/Ништа не потврђује тачност сата уређаја/, /замени батерију сата/],
    en: [/Nothing confirms that the clock is right/, /replace the clock battery/],
  },
  {
    check: 'receipt-times',
    what: 'a processor whose clock differs from that of the box by an hour',
    state: 'warning',
    async make(bench) {
      await sell(bench, NOON - HOUR_MS, NOON);
      return { ...bench.deps, clockTrust: () => 'rtc' };
    },
    sr: [
      /На последњем рачуну .* сат уређаја је показивао 21\.11\.2026\. 11:00:00, а сат процесора 21\.11\.2026\. 12:00:00/,
      /timedatectl set-time/,
    ],
    en: [/On the latest receipt .* showed 2026-11-21 11:00:00, .* 2026-11-21 12:00:00/, /timedatectl set-time/],
  },
  {
    check: 'receipt-times',
    what: 'a receipt that the processor has dated in the future',
    state: 'failure',
    async make(bench) {
      await sell(bench, NOON, NOON + 900 * DAY_MS);
      return bench.deps;
    },
    sr: [/Рачун TESTBOX1-TESTBOX1-1 носи време које још није дошло: 09\.05\.2029/, /подесите сат рачунара/],
    en: [/Receipt TESTBOX1-TESTBOX1-1 has a time in the future: 2029-05-09/, /set the clock of the computer/],
  },
  {
    check: 'receipt-times',
    what: 'a receipt that was issued while the clock of the box was years ahead',
    state: 'warning',
    async make(bench) {
      await sell(bench, NOON + 900 * DAY_MS, NOON);
      return bench.deps;
    },
    sr: [/Рачун TESTBOX1-TESTBOX1-1 је издат док је сат уређаја показивао 09\.05\.2029/, /батерију сата: timedatectl/],
    en: [
      /Receipt TESTBOX1-TESTBOX1-1 was issued while the clock of the box showed 2029-05-09/,
      /check the clock battery/,
    ],
  },
  {
    check: 'wear',
    what: 'flash of which nine tenths are used',
    state: 'warning',
    make: ({ deps }) => ({ ...deps, board: flashOf({ life: 9, reserve: 1 }) }),
    sr: [/Меморија уређаја се ближи крају свог века/, /договорите са сервисером замену/],
    en: [/approaching the end of its life/, /replace the box/],
  },
  {
    check: 'wear',
    what: 'flash without spare blocks',
    state: 'failure',
    make: ({ deps }) => ({ ...deps, board: flashOf({ life: 4, reserve: 3 }) }),
    sr: [/Меморија уређаја је дотрајала/, /Одмах направите резервну копију/],
    en: [/The flash is worn out/, /kasirbox backup FILE/],
  },
  {
    check: 'certificate',
    what: 'one that could not be renewed',
    state: 'warning',
    make: ({ deps }) => ({
      ...deps,
      service: { ...SERVICE, certificate: () => ({ server: NOON + 6 * DAY_MS, authority: NOON + 3000 * DAY_MS }) },
    }),
    sr: [/Сертификат за везу истиче 27\.11\.2026/, /Искључите и укључите уређај/],
    en: [/The server certificate expires on 2026-11-27/, /tls\.failed/],
  },
  {
    check: 'authority',
    what: 'one of an earlier release',
    state: 'warning',
    make: ({ deps }) => ({ ...deps, service: { ...SERVICE, isAuthorityStrict: () => false } }),
    sr: [/Издавалац сертификата овог уређаја потиче из старијег издања програма/, /renew-ca\)\. Затим на сваки таблет/],
    en: [
      /could also impersonate other web sites to your tablets/,
      /kasirbox certificate renew-ca\)\. Then install the new ca\.pem/,
    ],
  },
  {
    check: 'first-boot',
    what: 'a company of another taxpayer',
    state: 'warning',
    make: ({ deps }) => ({
      ...deps,
      service: {
        ...SERVICE,
        firstBootRefusal: () =>
          phrase({ sr: 'company: tin мора имати 9 цифара.', en: 'company: tin must be 9 digits.' }),
      },
    }),
    sr: [/Подаци о фирми из датотеке kasirbox\.toml нису прихваћени/, /Упишите их на страницама/],
    en: [/were rejected\. \[company: tin must be 9 digits\.\]/, /kasirbox settings set company/],
  },
  {
    check: 'update',
    what: 'a version that was given up',
    state: 'warning',
    make: ({ deps }) => ({
      ...deps,
      service: { ...SERVICE, update: () => ({ ...UPDATE, outcome: { ...FELL_BACK, kind: 'fell-back' } }) },
    }),
    sr: [/Верзија 1\.3\.0 није радила како треба; уређај се вратио на претходну \(1\.2\.0\)/, /Покушајте поново/],
    en: [/Version 1\.3\.0 did not work properly; the box has returned/, /kasirbox update acknowledge/],
  },
  {
    check: 'update',
    what: 'an install that was cut off',
    state: 'warning',
    make: ({ deps }) => ({
      ...deps,
      service: { ...SERVICE, update: () => ({ ...UPDATE, outcome: { ...FELL_BACK, kind: 'interrupted' } }) },
    }),
    sr: [/Инсталирање верзије 1\.3\.0 је прекинуто/, /Покушајте поново/],
    en: [/Installing version 1\.3\.0 was interrupted; 1\.2\.0 is still in use/, /Try again/],
  },
  {
    check: 'update',
    what: 'a version that is being tried',
    state: 'warning',
    make: ({ deps }) => ({
      ...deps,
      service: { ...SERVICE, update: () => ({ ...UPDATE, phase: 'trial', version: '1.3.0', waitsFor: [] }) },
    }),
    sr: [/Нова верзија 1\.3\.0 је на проби/, /Сачекајте неколико минута.*сама се враћа претходна/],
    en: [/The new version 1\.3\.0 is on trial/, /Wait a few minutes.*returns automatically/],
  },
  {
    check: 'update',
    what: 'a bundle that was left',
    state: 'warning',
    make: ({ deps }) => ({ ...deps, service: { ...SERVICE, update: () => ({ ...UPDATE, isBundleWaiting: true }) } }),
    sr: [/надоградња која није инсталирана/, /Покушајте поново/],
    en: [/an update on the card that was not installed/, /Try again/],
  },
  {
    check: 'printer',
    what: 'one without paper',
    state: 'warning',
    make: ({ deps }) => ({
      ...deps,
      printers: () => [{ ...KASA, state: 'blocked', reason: 'paper', waiting: 2 }],
      printJobs: () => [job({ state: 'queued', reason: null })],
    }),
    sr: [/Штампач kasa: Штампач је остао без папира\. На чекању: 2/, /Ставите нову ролну/],
    en: [/out of paper\. Waiting: 2\. \[blocked, paper; 2 waiting, the oldest for 2 s;/, /Insert a new roll/],
  },
  {
    check: 'printer',
    what: 'one that reports no fault and prints nothing for an hour',
    state: 'warning',
    make: ({ deps }) => ({
      ...deps,
      printers: () => [{ ...KASA, waiting: 1 }],
      printJobs: () => [job({ state: 'sending', reason: null, createdAt: NOON - HOUR_MS })],
    }),
    sr: [/не јавља квар, а рачуни чекају \(минута: 60\)/, /Искључите и укључите штампач/],
    en: [/receipts are waiting \(minutes: 60\)/, /kasirbox print jobs/],
  },
  {
    check: 'paper',
    what: 'a slip that nobody knows of',
    state: 'warning',
    make: ({ deps }) => ({ ...deps, printJobs: () => [job({})] }),
    sr: [/Не зна се да ли је рачун послат штампачу kasa/, /kasirbox print again/],
    en: [/It is not known whether the receipt/, /kasirbox print again/],
  },
  {
    check: 'memory',
    what: 'a service that has grown to a gigabyte',
    state: 'warning',
    make: ({ deps }) => ({ ...deps, process: () => ({ ...deps.process(), rss: 1e9 }) }),
    sr: [/Сервис заузима превише меморије \(1000 MB\)/, /Искључите и укључите уређај кад нема купаца/],
    en: [/uses too much memory \(1000 MB\)/, /Switch the box off and on/],
  },
  {
    check: 'memory',
    what: 'a heap that is nearly full',
    state: 'warning',
    make: ({ deps }) => ({ ...deps, process: () => ({ ...deps.process(), heapUsed: 450e6 }) }),
    sr: [/Сервис заузима превише меморије/, /Искључите и укључите уређај кад нема купаца/],
    en: [/uses too much memory/, /Switch the box off and on/],
  },
  {
    check: 'loop',
    what: 'a loop that was really blocked',
    state: 'warning',
    async make(bench) {
      const monitor = new EventLoopMonitor();
      monitor.start();
      bench.after.push(() => monitor.stop());
      while (monitor.worst === 0) await setImmediate();
      const before = monitor.worst;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
      while (monitor.worst <= before) await setImmediate();
      return { ...bench.deps, service: { ...SERVICE, loopDelay: () => monitor.worst } };
    },
    sr: [/Сервис је недавно стао на \d,\d с/, /шта друго оптерећује уређај/],
    en: [/stalled for \d\.\d s/, /what else loads the box/],
  },
  {
    check: 'power',
    what: 'a weak supply',
    state: 'warning',
    make: ({ deps }) => ({ ...deps, ...boardOf('1', '45000') }),
    sr: [/Напон напајања је пренизак/, /ставите оригинално напајање/],
    en: [/supply voltage is too low/, /use the original power supply/],
  },
  {
    check: 'temperature',
    what: 'a hot board',
    state: 'warning',
    make: ({ deps }) => ({ ...deps, ...boardOf('0', '83200') }),
    sr: [/прегрејан \(83 °C\)/, /Склоните уређај са сунца/],
    en: [/overheated \(83 °C\)/, /clear its vents/],
  },
];
