/** Names below /dev that are never a printer: bytes written there would be lost or do harm. */
const OTHER_DEVICES = [
  ...['null', 'zero', 'full', 'random', 'urandom', 'hwrng', 'ptmx', 'stdin', 'stdout', 'stderr', 'fd/.*'],
  ...['mem', 'kmem', 'port', 'kmsg', 'watchdog\\d*'],
  // The console and the virtual terminals. Serial ports are ttyS0, ttyUSB0, ttyACM0, ttyAMA0.
  ...['console', 'tty\\d*', 'vcs.*'],
  ...['sd[a-z]+\\d*', 'mmcblk.*', 'nvme.*', 'loop.*', 'ram\\d+', 'dm-\\d+', 'disk/.*', 'mapper/.*', 'shm/.*'],
];
const OTHER_DEVICE = new RegExp(`^/dev/(?:${OTHER_DEVICES.join('|')})$`);

/**
 * True when the device file may be a printer. A list of allowed names would miss new adapters, whose names come from
 * their driver or from a udev rule.
 */
export function mayBePrinter(path: string): boolean {
  return !OTHER_DEVICE.test(path);
}
