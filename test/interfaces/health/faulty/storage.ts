import * as assert from 'uvu/assert';
import type { Ledger } from '../../../../src/platform/ledger/ledger.js';
import { Wear } from '../../../../src/platform/ledger/wear.js';
import { settled } from '../../../kit/handClock.js';
import { SERVICE } from '../../../kit/health.js';
import { NOON } from '../../../kit/ledger.js';
import { type Fault } from './bench.js';

const HOUR_MS = 3_600_000;

export const STORAGE_FAULTS: readonly Fault[] = [
  {
    check: 'ledger',
    what: 'a flipped bit in a receipt',
    state: 'failure',
    async make(bench) {
      await bench.sell(2);
      await bench.ledger.close();
      const [log = ''] = [...bench.disk.names.keys()].filter((path) => /\/log\/.*[0-9]/.test(path));
      bench.disk.damage(log, (bytes) => {
        const at = bytes.lastIndexOf('sandbox') > 0 ? bytes.lastIndexOf('sandbox') : 8192 + 300;
        bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
        return bytes;
      });
      return (await bench.open()).deps;
    },
    sr: [/Оштећени су записи дневника/, /Не бришите ништа/],
    en: [/Records of the ledger are damaged/, /kasirbox ledger repair/],
  },
  {
    check: 'ledger',
    what: 'a block behind the last record that the disk does not give back',
    state: 'failure',
    make({ deps }) {
      const damage = [{ segment: 2, offset: 40960, firstMissing: 58, lastMissing: 58, isUnread: true }] as const;
      const ledger = Object.create(deps.ledger, {
        failure: { value: 'damaged' },
        damage: { value: damage },
      }) as Ledger;
      return { ...deps, ledger };
    },
    sr: [/Диск не враћа део дневника иза последњег читљивог записа/, /Не бришите ништа/],
    en: [/does not return a part of the ledger after its last readable record/, /kasirbox ledger repair/],
  },
  {
    check: 'records',
    what: 'an old receipt that has lost a bit',
    state: 'failure',
    make: ({ deps }) => ({
      ...deps,
      scrub: () => ({
        finishedAt: NOON,
        records: 90,
        damage: [
          { segment: 1, offset: 12288, firstMissing: 3, lastMissing: 3 },
          { segment: 1, offset: 16384, firstMissing: 7, lastMissing: 12 },
        ],
      }),
    }),
    sr: [/записе који се више не могу прочитати \(3, 7-12\); рачуни се издају/, /вратити из резервне копије/],
    en: [/can no longer be read \(3, 7-12\); receipts are still issued/, /Delete nothing .*kasirbox ledger repair/],
  },
  {
    check: 'ledger',
    what: 'a disk that takes no write',
    state: 'failure',
    async make({ disk, deps }) {
      disk.fault = (operation) => (operation === 'datasync' || operation === 'create' ? 'EIO' : undefined);
      assert.not.ok((await deps.settings.set('simplifiedCash', true)).ok);
      return deps;
    },
    sr: [/Упис на диск није успео/, /замените меморијску картицу/],
    en: [/Writing to the disk failed/, /Switch the box off and on; if it happens again, replace the flash card/],
  },
  {
    check: 'ledger',
    what: 'a disk that hangs in a flush',
    state: 'failure',
    async make(bench) {
      let release = (): void => undefined;
      bench.flushing = () => new Promise<void>((resolve) => (release = resolve));
      const waiting = bench.deps.settings.set('simplifiedCash', true);
      bench.after.push(async () => {
        bench.flushing = () => undefined;
        release();
        assert.ok((await waiting).ok);
      });
      await settled();
      bench.clock.pass(30_001);
      return bench.deps;
    },
    sr: [/Диск не завршава упис/, /Искључите и укључите уређај/],
    en: [/The disk does not complete a write/, /Switch the box off and on/],
  },
  {
    check: 'ledger',
    what: 'a disk that takes five seconds for a flush',
    state: 'warning',
    async make(bench) {
      bench.flushing = () => bench.clock.pass(5000);
      return bench.set('simplifiedCash', true);
    },
    sr: [/Диск споро уписује \(последњи упис: 5 с\)/, /замените меморијску картицу/],
    en: [/The disk writes slowly \(last write: 5 s/, /journalctl -k/],
  },
  {
    check: 'snapshot',
    what: 'a folder of views that cannot be written',
    state: 'warning',
    async make(bench) {
      bench.disk.fault = (operation, path) =>
        operation === 'create' && path.includes('/views/') ? 'EACCES' : undefined;
      await bench.sell(100);
      return bench.deps;
    },
    sr: [/Прегледи дневника одавно нису снимљени/, /власника датотека/],
    en: [/have not been saved for a long time \(records since: 10\d\)/, /ledger\.snapshot_failed/],
  },
  {
    check: 'disk',
    what: 'a full one',
    state: 'failure',
    make({ disk, deps }) {
      disk.budget = disk.used();
      return deps;
    },
    sr: [/Диск је пун/, /Ослободите простор/],
    en: [/The disk is full/, /Free up space on the disk/],
  },
  {
    check: 'disk',
    what: 'one that is nearly full',
    state: 'warning',
    make({ disk, deps }) {
      disk.budget = disk.used() + 100_500_000;
      return deps;
    },
    sr: [/слободно је још 100 MB/, /Ослободите простор/],
    en: [/almost full: 100 MB free/, /Free up space on the disk/],
  },
  {
    check: 'flash',
    what: 'something that writes a gigabyte a receipt',
    state: 'warning',
    async make(bench) {
      await bench.sell(20);
      const wear = new Wear();
      wear.receipts = 20;
      wear.add('view', 20e9, 20);
      return { ...bench.deps, wear };
    },
    sr: [/трајала би бар 0 год/, /издржљивију меморијску картицу/],
    en: [/lasts at least 0 years/, /higher endurance/],
  },
  {
    check: 'flash-budget',
    what: 'a key that writes more than any till',
    state: 'warning',
    make: ({ deps }) => ({
      ...deps,
      keyWrites: () => [
        { key: 1, label: 'Каса 1', written: 90e6, limit: 1500e6 },
        { key: 2, label: 'Каса 2', written: 750e6, limit: 1500e6 },
      ],
    }),
    sr: [
      /API кључ 2 \(„Каса 2”\) је данас уписао на меморијску картицу 750 MB од дозвољених 1500 MB/,
      /опозовите кључ: kasirbox keys revoke 2\. .*set flashBudget 3000/,
    ],
    en: [
      /API key 2 \("Каса 2"\) has written 750 MB to the flash today, of the 1500 MB/,
      /kasirbox keys revoke 2\. .*set flashBudget 3000/,
    ],
  },
  {
    check: 'flash-budget',
    what: 'a key that has written all that it may',
    state: 'failure',
    make: ({ deps }) => ({ ...deps, keyWrites: () => [{ key: 2, label: 'Каса 2', written: 1501e6, limit: 1500e6 }] }),
    sr: [/„Каса 2”\) је данас уписао на меморијску картицу све што сме \(1500 MB\)/, /settings set flashBudget 3000/],
    en: [/has used its daily flash allowance \(1500 MB\)/, /settings set flashBudget/],
  },
  {
    check: 'backup',
    what: 'a stick that is away',
    state: 'warning',
    async make(bench) {
      const deps = await bench.set('backup', { folder: '/media/kasirbox' });
      return {
        ...deps,
        service: { ...SERVICE, backup: () => ({ folder: { state: 'absent' }, failure: undefined }) },
      };
    },
    sr: [/Фасцикле за резервне копије \(\/media\/kasirbox\) нема/, /Ставите USB меморију/],
    en: [/does not exist/, /Insert the USB stick/],
  },
  {
    check: 'restarts',
    what: 'a box that hung an hour ago',
    state: 'warning',
    async make({ deps, ledger }) {
      const event = { at: NOON - HOUR_MS, kind: 'restart', reason: 'flush' } as const;
      assert.ok((await ledger.put({ type: 'event', event })).ok);
      return deps;
    },
    sr: [/диск није одговарао/, /Меморијска картица вероватно отказује/],
    en: [/the disk did not respond/, /./],
  },
  {
    check: 'safe-mode',
    what: 'three crashes',
    state: 'warning',
    async make({ deps, ledger }) {
      const event = { at: NOON - HOUR_MS, kind: 'safe-mode', on: true, reason: 'crash' } as const;
      assert.ok((await ledger.put({ type: 'event', event })).ok);
      return deps;
    },
    sr: [/у безбедном режиму, без штампача, картице и слања порука/, /Сачекајте/],
    en: [/it has been in safe mode/, /kasirbox safe-mode leave/],
  },
];
