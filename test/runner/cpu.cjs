'use strict';
const { readFileSync } = require('node:fs');

/** Per second, on every Linux that Node runs on. */
const CLOCK_TICKS = 100;

/** CPU seconds of the children that a process has waited for, and of theirs, proc(5). */
function cpuSecondsOfChildren(pid = 'self') {
  const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const [user, system] = fields.split(' ').slice(13, 15).map(Number);
  return (user + system) / CLOCK_TICKS;
}

/** CPU seconds of this process, without its children. */
function cpuSecondsOfProcess() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

module.exports = { cpuSecondsOfChildren, cpuSecondsOfProcess };
