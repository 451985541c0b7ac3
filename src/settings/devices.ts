/** Names below /dev of what is never a printer: bytes for one would be lost, or would do harm. */
const OTHER_DEVICES = [
  ...['null', 'zero', 'full', 'random', 'urandom', 'hwrng', 'ptmx', 'stdin', 'stdout', 'stderr', 'fd/.*'],
  ...['mem', 'kmem', 'port', 'kmsg', 'watchdog\\d*'],
  // The console and the virtual terminals; serial lines are ttyS0, ttyUSB0, ttyACM0, ttyAMA0.
  ...['console', 'tty\\d*', 'vcs.*'],
  ...['sd[a-z]+\\d*', 'mmcblk.*', 'nvme.*', 'loop.*', 'ram\\d+', 'dm-\\d+', 'disk/.*', 'mapper/.*', 'shm/.*'],
];
const OTHER_DEVICE = new RegExp(`^/dev/(?:${OTHER_DEVICES.join('|')})$`);

/**
 * Can a printer be behind this device file? A list of all that can be would be wrong for the next adapter, whose name its
 * driver or a rule of udev gives it.
 */
export function mayBePrinter(path: string): boolean {
  return !OTHER_DEVICE.test(path);
}
