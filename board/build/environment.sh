# The environment that U-Boot reads on a new card, so that its first start, too, searches no sticks or network for a
# system.
# shellcheck shell=bash

# FILE: writes the environment that the boot script sets at each start, with three tries for each slot.
make_environment() {
  {
    sed -nE "s/^setenv (bootdelay|bootcmd) '?([^']*)'?$/\1=\2/p" board/boot/boot.cmd
    printf '%s\n' 'BOOT_ORDER=A B' BOOT_A_LEFT=3 BOOT_B_LEFT=3
  } | mkenvimage -s 0x4000 -o "$1" -
}
