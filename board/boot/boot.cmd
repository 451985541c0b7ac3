# Run by U-Boot: starts the slot that comes first in BOOT_ORDER and has tries left. RAUC writes order and tries (uboot.env), in
# hexadecimal; a slot that does not start has none left, and the next one's turn is at once. Where none is left the rescue system
# starts.

# A lost or torn uboot.env: what was written beside it at the start before. With neither: A, then B, three tries each.
# By default U-Boot's addresses lie within a kernel of 38 MB.
kernel=0x04000000
initrd=0x0a000000
# What the firmware and U-Boot have found out about this board; the environment is made anew below.
disk="${devtype} ${devnum}"
tree=${fdt_addr}
if test -z "${BOOT_ORDER}${BOOT_A_LEFT}${BOOT_B_LEFT}"; then
  if load ${disk}:1 ${kernel} /uboot.kept; then
    env import -c ${kernel} ${filesize} BOOT_ORDER BOOT_A_LEFT BOOT_B_LEFT
  fi
fi

# Each slot once, those first that BOOT_ORDER names. RAUC leaves out one that is bad, which has no tries left either.
order=
has_a=no
has_b=no
for name in ${BOOT_ORDER} A B; do
  if test "x${name}${has_a}" = "xAno"; then order="${order} A"; has_a=yes; fi
  if test "x${name}${has_b}" = "xBno"; then order="${order} B"; has_b=yes; fi
done

# What is no number of tries counts as three.
left_a=3
next_a=2
left_b=3
next_b=2
if test "x${BOOT_A_LEFT}" = "x0"; then left_a=0; fi
if test "x${BOOT_B_LEFT}" = "x0"; then left_b=0; fi
less=0
for n in 1 2 3 4 5 6 7 8 9 a b c d e f 10 11 12 13 14; do
  if test "x${BOOT_A_LEFT}" = "x${n}"; then left_a=${n}; next_a=${less}; fi
  if test "x${BOOT_B_LEFT}" = "x${n}"; then left_b=${n}; next_b=${less}; fi
  less=${n}
done

# Nothing of this board is kept (serial number, addresses): the card may start another one tomorrow. From the next start on nobody
# is waited for at a console, whose open wires may read as keys, and no stick or network is asked for a system before this card.
# A new card has the same (board/build/environment.sh), and nothing else: bootcmd may use no variable but those it sets.
env default -f -a
setenv bootdelay -2
setenv preboot
setenv bootcmd 'setenv devtype mmc; setenv devnum 0; load mmc 0:1 0x02400000 /boot.scr && source 0x02400000; bootflow scan'
setenv BOOT_ORDER ${order}
setenv BOOT_A_LEFT ${left_a}
setenv BOOT_B_LEFT ${left_b}

# A serial line is slow: it is told of what fails, and of nothing else.
common="ro rootwait systemd.volatile=state systemd.show_status=error loglevel=4 console=ttyS1,115200 console=tty1"
for slot in ${order}; do
  left=${left_a}
  next=${next_a}
  part=2
  if test ${slot} = B; then left=${left_b}; next=${next_b}; part=3; fi
  if test ${left} != 0; then
    setenv BOOT_${slot}_LEFT ${next}
    saveenv
    env export -c -s 0x200 ${kernel} BOOT_ORDER BOOT_A_LEFT BOOT_B_LEFT
    save ${disk}:1 ${kernel} /uboot.kept 0x200
    echo "kasirbox: slot ${slot}, order ${BOOT_ORDER}, tries left ${BOOT_A_LEFT} and ${BOOT_B_LEFT}"
    setenv bootargs "root=PARTUUID=6b617369-0${part} rootfstype=ext4 rauc.slot=${slot} panic=5 ${common}"
    if load ${disk}:${part} ${kernel} /boot/vmlinuz; then
      if load ${disk}:${part} ${initrd} /boot/initrd.img; then
        booti ${kernel} ${initrd}:${filesize} ${tree}
      fi
    fi
    echo "kasirbox: slot ${slot} does not start"
    setenv BOOT_${slot}_LEFT 0
    saveenv
    env export -c -s 0x200 ${kernel} BOOT_ORDER BOOT_A_LEFT BOOT_B_LEFT
    save ${disk}:1 ${kernel} /uboot.kept 0x200
  fi
done

echo "kasirbox: no slot has a try left; rescue"
# RAUC is told that no slot runs; the boot partition, from which the system comes, is not checked while it is in use.
setenv bootargs "kasirbox.rescue rauc.external systemd.unit=kasirbox-rescue.target fsck.mode=skip panic=600 ${common}"
if load ${disk}:1 ${kernel} /rescue/vmlinuz; then
  if load ${disk}:1 ${initrd} /rescue/initrd.img; then
    booti ${kernel} ${initrd}:${filesize} ${tree}
  fi
fi
# Not back to U-Boot, which would look for a system on sticks and in the network.
echo "kasirbox: nothing on this card starts; next attempt in ten minutes"
sleep 600
reset
