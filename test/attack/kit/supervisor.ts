import { residentMegabytes } from '../../kit/process.js';
import { MEMORY_LIMIT } from './limits.js';

/** Gives a process its share of a core by stopping it in turn, and kills it when it holds too much memory, as a cgroup does. */
const PERIOD = 40;
const [pid, core] = [Number(process.argv[2]), Number(process.argv[3])];

function tell(signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    process.exit();
  }
}

setInterval(() => {
  tell('SIGSTOP');
  setTimeout(() => {
    if (residentMegabytes(pid) * 1024 * 1024 > MEMORY_LIMIT) tell('SIGKILL');
    tell('SIGCONT');
  }, PERIOD * core);
}, PERIOD);

process.on('disconnect', () => {
  tell('SIGCONT');
  process.exit();
});
