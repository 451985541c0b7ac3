import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Turns } from '../../kit/turns.js';
import { Programs } from './programs.js';

/** Each runs the script of the board many times. */
const turns = new Turns(3);
const SCRIPT = 'usr/lib/kasirbox/end-trial';
const UP = 'ActiveState=active\nSubState=running\nNRestarts=0';
const CRASHING = 'ActiveState=activating\nSubState=auto-restart\nNRestarts=40';
const FAILED = 'ActiveState=inactive\nSubState=dead\nNRestarts=0';
const STARTED_AGAIN = 'ActiveState=activating\nSubState=start\nNRestarts=40';
const FIRST_START = 'ActiveState=activating\nSubState=start\nNRestarts=0';

interface Board {
  /** U-Boot's environment; null: it cannot be read. */
  readonly variables: Readonly<Record<string, string>> | null;
  readonly service?: string;
  /** What `blkid` says of the other slot. */
  readonly other?: string;
  readonly slot?: string | null;
  /** True when `fw_setenv` stores its input. */
  readonly keeps?: boolean;
  /** Does RAUC give the slot up, fail, or say that it did and change nothing? */
  readonly rauc?: 'works' | 'fails' | 'is idle';
}

/** A board that was started ten minutes ago. */
class StartedBoard {
  private readonly programs: Programs;
  private readonly cmdline: string;

  constructor({ variables, service = UP, other = 'ext4', slot = 'B', keeps = true, rauc = 'works' }: Board) {
    const set = `sed -i "/^$1=/d" env; [ $# -lt 2 ] || echo "$1=$2" >>env`;
    this.programs = new Programs({
      fw_printenv: '[ "$1" = -n ] || exit 9; [ -e env ] || exit 1; sed -n "s/^$2=//p" env',
      fw_setenv: keeps ? set : ':',
      rauc: {
        // Takes the slot that runs out of the order.
        works: `sed -i "s/^\\(BOOT_ORDER=.*\\)${slot}/\\1/; s/^BOOT_${slot}_LEFT=.*/BOOT_${slot}_LEFT=0/" env`,
        fails: 'exit 1',
        'is idle': ':',
      }[rauc],
      systemctl: `[ "$1" != show ] || printf '%s\\n' '${service}'`,
      blkid: other === '' ? 'exit 2' : `echo ${other}`,
    });
    this.cmdline = this.programs.write('cmdline', `ro ${slot === null ? '' : `rauc.slot=${slot}`} quiet\n`);
    if (variables !== null) {
      this.programs.write(
        'env',
        Object.entries(variables)
          .map((pair) => `${pair.join('=')}\n`)
          .join(''),
      );
    }
  }

  /** Ten minutes have passed: what was done, in short. */
  end(): { readonly code: number | null; readonly done: readonly string[]; readonly said: string } {
    const before = this.programs.callsOf('rauc', 'systemctl', 'fw_setenv').length;
    const { code, said } = this.programs.run(SCRIPT, this.cmdline);
    const calls = this.programs.callsOf('rauc', 'systemctl', 'fw_setenv').slice(before);
    return { code, said, done: calls.filter((call) => !call.startsWith('systemctl show')) };
  }

  /** U-Boot starts the slot once more; it counts in hex. */
  startAgain(slot: string): void {
    const env = this.programs.read('env');
    const counted = env.replace(
      new RegExp(`^(BOOT_${slot}_LEFT=)(.*)$`, 'm'),
      (_, name: string, left: string) => name + (parseInt(left, 16) - 1).toString(16),
    );
    this.programs.write('env', counted);
  }

  get env(): string {
    return this.programs.read('env');
  }
}

const after = (board: Board) => new StartedBoard(board).end();
const TRIAL = { BOOT_ORDER: 'B A', BOOT_A_LEFT: '14', BOOT_B_LEFT: '2' };
const ALONE = { BOOT_ORDER: 'A B', BOOT_A_LEFT: '2', BOOT_B_LEFT: '0' };
const FALL_BACK = ['rauc status mark-bad booted', 'systemctl reboot'];

turns.test('a slot that was confirmed stays, also after many starts without being well', () => {
  for (const left of ['14', 'f', 'a', '4']) {
    const { code, done } = after({ variables: { ...TRIAL, BOOT_B_LEFT: left }, service: FAILED });
    assert.is(code, 0);
    assert.equal(done, [], left);
  }
});

turns.test('a slot on trial goes back to the other one, whether the box runs or not', () => {
  for (const left of ['3', '2', '0']) {
    for (const service of [UP, CRASHING, FAILED]) {
      const { code, done } = after({ variables: { ...TRIAL, BOOT_B_LEFT: left }, service });
      assert.is(code, 0);
      assert.equal(done, FALL_BACK, `${left} ${service}`);
    }
  }
  assert.equal(
    after({ variables: { BOOT_ORDER: 'A B', BOOT_A_LEFT: '1', BOOT_B_LEFT: '10' }, slot: 'A' }).done,
    FALL_BACK,
  );
});

turns.test('what was given up is not given up twice: no other restart where U-Boot starts it all the same', () => {
  const board = new StartedBoard({ variables: TRIAL });
  assert.equal(board.end().done, FALL_BACK);
  assert.equal(board.end().done, []);
});

turns.test('where RAUC fails, or changes nothing, the board is not restarted', () => {
  for (const rauc of ['fails', 'is idle'] as const) {
    const { code, done } = after({ variables: TRIAL, rauc });
    assert.is(code, 1);
    assert.equal(done, ['rauc status mark-bad booted'], rauc);
  }
});

turns.test('without another slot the board stays up as long as the box runs, or starts for the first time', () => {
  const others: readonly Board[] = [
    { variables: ALONE },
    { variables: { ...ALONE, BOOT_B_LEFT: '3' }, other: '' },
    { variables: { ...ALONE, BOOT_B_LEFT: '3' }, other: 'vfat' },
    { variables: { ...ALONE, BOOT_ORDER: 'A', BOOT_B_LEFT: '3' } },
    { variables: { BOOT_ORDER: 'A B', BOOT_A_LEFT: '2' } },
  ];
  for (const board of others) {
    for (const service of [UP, FIRST_START]) assert.equal(after({ slot: 'A', ...board, service }).done, []);
    for (const service of [CRASHING, STARTED_AGAIN, FAILED]) {
      const { done } = after({ slot: 'A', ...board, service });
      assert.equal(done, ['fw_setenv KASIRBOX_ENDED A2', 'systemctl reboot']);
    }
  }
});

turns.test('without another slot a box that does not run uses its tries up, one restart for each', () => {
  const board = new StartedBoard({ variables: ALONE, slot: 'A', service: FAILED });
  for (const left of [2, 1, 0]) {
    assert.equal(board.end().done, [`fw_setenv KASIRBOX_ENDED A${left}`, 'systemctl reboot']);
    if (left > 0) board.startAgain('A');
  }
  // Now U-Boot starts the rescue system; where it does not, nothing goes round.
  assert.equal(board.end().done, []);
});

turns.test('where U-Boot does not count, or the environment cannot be written, there is one restart at most', () => {
  const board = new StartedBoard({ variables: ALONE, slot: 'A', service: FAILED });
  assert.is(board.end().done.length, 2);
  assert.equal(board.end().done, []);
  const { code, done } = after({ variables: ALONE, slot: 'A', service: FAILED, keeps: false });
  assert.is(code, 1);
  assert.equal(done, ['fw_setenv KASIRBOX_ENDED A2']);
});

turns.test('a slot that is confirmed later forgets what its failed starts left', () => {
  const board = new StartedBoard({ variables: { ...ALONE, BOOT_A_LEFT: '14', KASIRBOX_ENDED: 'A2' }, slot: 'A' });
  assert.equal(board.end().done, ['fw_setenv KASIRBOX_ENDED']);
  assert.not.match(board.env, /ENDED/);
  assert.equal(board.end().done, []);
});

turns.test('a lost or broken environment, and a start without a slot, change nothing', () => {
  const boards: readonly Board[] = [
    { variables: null },
    { variables: {} },
    { variables: { ...TRIAL, BOOT_B_LEFT: 'two' } },
    { variables: { ...TRIAL, BOOT_B_LEFT: '1; reboot' } },
    { variables: { ...TRIAL, BOOT_B_LEFT: '99999' } },
    { variables: { BOOT_B_LEFT: '2' } },
    { variables: TRIAL, slot: null },
    { variables: TRIAL, slot: 'C' },
  ];
  for (const board of boards) {
    const { code, done } = after({ ...board, service: FAILED });
    assert.is(code, 0);
    assert.equal(done, [], JSON.stringify(board));
  }
});

test.run();
