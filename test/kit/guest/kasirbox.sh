#!/bin/sh
# The command of the technician, and the service itself, as the user of the box, with what its unit sets.
export MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 KASIRBOX_DATA=/var/lib/kasirbox
box=/opt/kasirbox/current
# Commands take what V8 has compiled elsewhere: an emulated processor takes seconds for it.
[ "$1" != serve ] && [ -d /opt/kasirbox/code ] && export NODE_OPTIONS="--require $box/keptCode.cjs"
exec su -s /bin/sh -c 'exec "$0" "$@"' -- kasirbox $box/node $box/kasirbox.cjs "$@"
