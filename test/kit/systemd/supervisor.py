"""Does with a service what systemd does: `supervisor.py ARGUMENTS`, in the environment:

    SUPERVISED   the program with its first argument, one a line; ARGUMENTS follow it
    UNIT         a unit file, whose ExecStopPost= is run whenever the program has ended
    NOTIFY_SOCKET, RUNTIME_DIRECTORY, WATCHDOG_USEC
                 as systemd gives them to the program; the socket and the folder are made

The program is restarted however it ends, until SIGTERM, and killed when it gives no sign of life in time. SIGUSR1 is a
power cut: all ends at once, and what lies in memory is gone. What happens stands on standard output, as lines of JSON
between those of the program.
"""

import array
import ctypes
import json
import os
import resource
import select
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time

PR_SET_PDEATHSIG = 1
STOP_LIMIT = 15
START_LIMIT = 90

notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
notify.bind(os.environ['NOTIFY_SOCKET'])
runtime = os.environ['RUNTIME_DIRECTORY']
watchdog = int(os.environ['WATCHDOG_USEC']) / 1e6
libc = ctypes.CDLL(None)
asked = {'stop': False, 'power': False}


def say(event, **fields):
    # One write: print() makes two when Python is told to buffer nothing, and the program writes to the same place.
    os.write(sys.stdout.fileno(), (json.dumps({'event': f'supervisor.{event}', **fields}) + '\n').encode())


def stop_post():
    """The words of the unit's ExecStopPost=, as systemd.service(5) reads them."""
    with open(os.environ['UNIT'], encoding='utf8') as unit:
        [line] = [line.partition('=')[2].strip() for line in unit if line.startswith('ExecStopPost=')]
    return shlex.split(line.lstrip('-').replace('$$', '$').replace('%%', '%'))


def prepare():
    # Nothing of a test outlives it, and no core is written (LimitCORE=0 of the unit).
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def receive():
    """The next message. systemd-notify waits until the descriptor that goes with it is closed."""
    length = array.array('i').itemsize
    text, ancillary, _, _ = notify.recvmsg(4096, socket.CMSG_SPACE(8 * length))
    for level, kind, data in ancillary:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
            for descriptor in array.array('i', data[: len(data) - len(data) % length]):
                os.close(descriptor)
    return text.decode().split('\n')


def name_of(number):
    return signal.Signals(number).name.removeprefix('SIG')


def outcome(code, verdict):
    """SERVICE_RESULT, EXIT_CODE and EXIT_STATUS of systemd.exec(5)."""
    how = ('exited', str(code)) if code >= 0 else ('killed', name_of(-code))
    ended_well = code == 0 or how[1] in ('HUP', 'INT', 'TERM', 'PIPE')
    return (verdict or ('success' if ended_well else 'exit-code' if code > 0 else 'signal'), *how)


def live():
    """One run of the program, to its end: its exit code, and whether the supervisor had to end it."""
    environment = {name: value for name, value in os.environ.items() if name not in ('SUPERVISED', 'UNIT')}
    # Its own number, as systemd gives it; a shell knows it before the program begins.
    words = ['sh', '-c', 'WATCHDOG_PID=$$; export WATCHDOG_PID; exec "$@"', 'sh']
    words += os.environ['SUPERVISED'].split('\n') + sys.argv[1:]
    child = subprocess.Popen(words, env=environment, preexec_fn=prepare)
    say('started', pid=child.pid)
    verdict, is_ready, is_stopping = None, False, False
    until = time.monotonic() + START_LIMIT
    while child.poll() is None:
        if asked['power']:
            child.kill()
        elif asked['stop'] and not is_stopping:
            is_stopping, until = True, time.monotonic() + STOP_LIMIT
            child.terminate()
        if time.monotonic() > until and verdict is None:
            verdict = 'watchdog' if is_ready and not is_stopping else 'timeout'
            child.send_signal(signal.SIGABRT if verdict == 'watchdog' else signal.SIGKILL)
        ready, _, _ = select.select([notify], [], [], 0.02)
        told = receive() if ready else []
        if 'READY=1' in told:
            is_ready = True
        if 'STOPPING=1' in told:
            is_stopping, until = True, time.monotonic() + STOP_LIMIT
        elif is_ready and not is_stopping and ('READY=1' in told or 'WATCHDOG=1' in told):
            until = time.monotonic() + watchdog
        if told:
            say('told', told=told)
    return child.returncode, verdict


signal.signal(signal.SIGTERM, lambda *_: asked.update(stop=True))
signal.signal(signal.SIGUSR1, lambda *_: asked.update(power=True))
code = 0
while not asked['stop']:
    os.makedirs(runtime, exist_ok=True)
    code, verdict = live()
    if asked['power']:
        shutil.rmtree(runtime)
        asked['power'] = False
        say('ended', how='power')
        continue
    names = ('SERVICE_RESULT', 'EXIT_CODE', 'EXIT_STATUS')
    how = dict(zip(names, outcome(code, verdict)))
    subprocess.run(stop_post(), env={'PATH': os.environ['PATH'], 'RUNTIME_DIRECTORY': runtime, **how}, check=True)
    say('ended', how=' '.join(how.values()))
sys.exit(code if code >= 0 else 1)
