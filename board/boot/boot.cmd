# Run by U-Boot. Starts the slot that comes first in BOOT_ORDER and has tries left; RAUC writes order and tries (uboot.env).
# A lost or broken environment means: A, then B, three tries each. Where no slot has tries left, the rescue system starts, and
# the tries stay spent: nothing here goes round for ever.
test -n "${BOOT_ORDER}" || setenv BOOT_ORDER "A B"
test -n "${BOOT_A_LEFT}" || setenv BOOT_A_LEFT 3
test -n "${BOOT_B_LEFT}" || setenv BOOT_B_LEFT 3
setenv slot
setenv part
for one in ${BOOT_ORDER}; do
  if test "x${slot}" = "x"; then
    if test "${one}" = "A" -a ${BOOT_A_LEFT} -gt 0; then
      setexpr BOOT_A_LEFT ${BOOT_A_LEFT} - 1; setenv slot A; setenv part 2
    fi
    if test "${one}" = "B" -a ${BOOT_B_LEFT} -gt 0; then
      setexpr BOOT_B_LEFT ${BOOT_B_LEFT} - 1; setenv slot B; setenv part 3
    fi
  fi
done
# By default U-Boot's addresses lie within a kernel of 38 MB.
setenv kernel 0x04000000
setenv initrd 0x0a000000
setenv bootargs "ro rootwait systemd.volatile=state panic=5 loglevel=4 console=ttyS1,115200 console=tty1 ${extra}"
if test "x${slot}" != "x"; then
  saveenv
  echo "kasirbox: slot ${slot}, order ${BOOT_ORDER}, tries left ${BOOT_A_LEFT} and ${BOOT_B_LEFT}"
  setenv bootargs "root=PARTUUID=6b617369-0${part} rootfstype=ext4 rauc.slot=${slot} ${bootargs}"
  if load ${devtype} ${devnum}:${part} ${kernel} /boot/vmlinuz && load ${devtype} ${devnum}:${part} ${initrd} /boot/initrd.img; then
    booti ${kernel} ${initrd}:${filesize} ${fdt_addr}
  fi
  # This slot cannot be read: the next start takes what is left.
  reset
fi
echo "kasirbox: no slot has a try left; rescue"
setenv bootargs "kasirbox.rescue ${bootargs}"
load ${devtype} ${devnum}:1 ${kernel} /rescue/vmlinuz && load ${devtype} ${devnum}:1 ${initrd} /rescue/initrd.img
booti ${kernel} ${initrd}:${filesize} ${fdt_addr}
