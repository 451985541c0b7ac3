import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_TYPESCRIPT } from '../../kit/typescript.js';

/** The share of one core that the box gets, and its memory as in the unit of the service, bytes. */
export const CORE_SHARE = 0.5;
export const MEMORY_LIMIT = 400 * 1024 * 1024;

/** How a process is limited. */
export interface Share {
  /** Of one core. */
  readonly core: number;
  /** Length of a period in which the share is given, µs. */
  readonly period: number;
}

const HALF: Share = { core: CORE_SHARE, period: 50_000 };

const CGROUPS = '/sys/fs/cgroup';

/** Holds a process within its share of a core and its memory. */
export interface Limits {
  /** The kind of limit, reported with the figures. */
  readonly by: string;
  release(): void;
}

/** By control groups where this machine lets us make them, else by a supervisor that stops the process for the rest of the time. */
export function limit(pid: number, share: Share = HALF): Limits {
  return byControllers(pid, share) ?? byUnifiedGroup(pid, share) ?? bySupervisor(pid, share);
}

function byControllers(pid: number, { core, period }: Share): Limits | undefined {
  const folders = ['cpu', 'memory'].map((name) => join(CGROUPS, name, `kasirbox-attack-${pid}`));
  return grouped('cgroups', folders, () => {
    const [cpu = '', memory = ''] = folders;
    write(cpu, 'cpu.cfs_period_us', period);
    write(cpu, 'cpu.cfs_quota_us', period * core);
    write(memory, 'memory.limit_in_bytes', MEMORY_LIMIT);
    for (const folder of folders) write(folder, 'cgroup.procs', pid);
  });
}

function byUnifiedGroup(pid: number, { core, period }: Share): Limits | undefined {
  const folder = join(CGROUPS, `kasirbox-attack-${pid}`);
  if (!existsSync(join(CGROUPS, 'cgroup.subtree_control'))) return undefined;
  return grouped('a cgroup', [folder], () => {
    write(folder, 'cpu.max', `${period * core} ${period}`);
    write(folder, 'memory.max', MEMORY_LIMIT);
    write(folder, 'cgroup.procs', pid);
  });
}

/** Undefined, and nothing left behind, where the kernel or the rights do not allow it. */
function grouped(by: string, folders: readonly string[], fill: () => void): Limits | undefined {
  const release = (): void => {
    for (const folder of folders) if (existsSync(folder)) rmdirSync(folder);
  };
  try {
    for (const folder of folders) mkdirSync(folder);
    fill();
    return { by, release };
  } catch {
    release();
    return undefined;
  }
}

const write = (folder: string, name: string, value: number | string): void =>
  writeFileSync(join(folder, name), String(value));

function bySupervisor(pid: number, { core }: Share): Limits {
  const child: ChildProcess = fork(join(import.meta.dirname, 'supervisor.ts'), [`${pid}`, `${core}`], {
    execArgv: [...RUN_TYPESCRIPT],
  });
  return { by: 'a supervisor', release: () => child.disconnect() };
}
