# Sourced first by scripts/start, scripts/test, scripts/bench and scripts/soak: takes out of the environment what would make
# the shell, Node or the linker load or find something else. PATH stays: it names the Node of the developer.
# shellcheck shell=bash

unset CDPATH BASH_ENV ENV GREP_OPTIONS NODE_OPTIONS NODE_PATH "${!LD_@}" "${!DYLD_@}"
