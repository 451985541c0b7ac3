# Sourced first by scripts/start, scripts/test, scripts/bench and scripts/soak. Removes variables that would make the
# shell, Node or the linker load other files. PATH is not changed, because it selects the developer's Node.
# shellcheck shell=bash

unset CDPATH BASH_ENV ENV GREP_OPTIONS NODE_OPTIONS NODE_PATH "${!LD_@}" "${!DYLD_@}"
