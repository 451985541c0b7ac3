# Run by U-Boot: starts the first slot in BOOT_ORDER that has tries left. RAUC writes order and tries (uboot.env), in
# hexadecimal. A slot that cannot be loaded gets no further tries, and the next one is started at once. If no slot has
# tries left, the rescue system starts.

# If uboot.env is lost or torn, the copy written at the previous start is used. Without either: A, then B, three tries
# each. U-Boot's default addresses are within a kernel of 38 MB.
kernel=0x04000000
initrd=0x0a000000
# What the firmware and U-Boot have detected on this board; the environment is reset below.
disk="${devtype} ${devnum}"
tree=${fdt_addr}
if test -z "${BOOT_ORDER}${BOOT_A_LEFT}${BOOT_B_LEFT}"; then
  if load ${disk}:1 ${kernel} /uboot.kept; then
    env import -c ${kernel} ${filesize} BOOT_ORDER BOOT_A_LEFT BOOT_B_LEFT
  fi
fi

# Each slot once, first those in BOOT_ORDER. RAUC omits a bad one, which has no tries left either.
order=
has_a=no
has_b=no
for name in ${BOOT_ORDER} A B; do
  if test "x${name}${has_a}" = "xAno"; then order="${order} A"; has_a=yes; fi
  if test "x${name}${has_b}" = "xBno"; then order="${order} B"; has_b=yes; fi
done

# An invalid number of tries counts as three.
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

# Nothing of this board is stored (serial number, addresses), because the card may be used in another one. From the next
# start on U-Boot waits for no key on a console, whose open wires may be read as keys, and searches no stick or network
# for a system before this card. A new card has the same environment (board/build/environment.sh), and nothing else:
# bootcmd must use only the variables set here.
env default -f -a
setenv bootdelay -2
setenv preboot
setenv bootcmd 'setenv devtype mmc; setenv devnum 0; load mmc 0:1 0x02400000 /boot.scr && source 0x02400000; bootflow scan'
setenv BOOT_ORDER ${order}
setenv BOOT_A_LEFT ${left_a}
setenv BOOT_B_LEFT ${left_b}

# A serial line is slow, so only failures are printed to it.
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
# RAUC is informed that no slot runs. The boot partition, from which the system runs, is not checked while in use.
setenv bootargs "kasirbox.rescue rauc.external systemd.unit=kasirbox-rescue.target fsck.mode=skip panic=600 ${common}"
if load ${disk}:1 ${kernel} /rescue/vmlinuz; then
  if load ${disk}:1 ${initrd} /rescue/initrd.img; then
    booti ${kernel} ${initrd}:${filesize} ${tree}
  fi
fi
# Do not return to U-Boot, which would search sticks and the network for a system.
echo "kasirbox: nothing on this card starts; next attempt in ten minutes"
sleep 600
reset
