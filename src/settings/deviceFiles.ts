/** Names below /dev of what is never a printer: bytes that are written there would be lost, or would do harm. */
const OTHER_DEVICES = [
  ...['null', 'zero', 'full', 'random', 'urandom', 'hwrng', 'ptmx', 'stdin', 'stdout', 'stderr', 'fd/.*'],
  ...['mem', 'kmem', 'port', 'kmsg', 'watchdog\\d*'],
  // The console and the virtual terminals; serial ports are ttyS0, ttyUSB0, ttyACM0, ttyAMA0.
  ...['console', 'tty\\d*', 'vcs.*'],
  ...['sd[a-z]+\\d*', 'mmcblk.*', 'nvme.*', 'loop.*', 'ram\\d+', 'dm-\\d+', 'disk/.*', 'mapper/.*', 'shm/.*'],
];
const OTHER_DEVICE = new RegExp(`^/dev/(?:${OTHER_DEVICES.join('|')})$`);

/**
 * Can a printer be behind this device file? A list of allowed names would miss the next adapter, whose name comes from its
 * driver or from a udev rule.
 */
export function mayBePrinter(path: string): boolean {
  return !OTHER_DEVICE.test(path);
}
