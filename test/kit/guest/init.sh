#!/bin/busybox sh
# Process 1 of a guest that lives in its memory alone: what a system gives a box, and no more. It ends when its shell ends.
/bin/busybox --install -s /bin
export PATH=/usr/local/bin:/bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mkdir -p /run /tmp /dev/shm
mount -t tmpfs -o mode=755 run /run
mount -t tmpfs -o mode=1777 tmp /tmp
mount -t tmpfs -o mode=1777 shm /dev/shm
while read -r module; do insmod "/modules/$module"; done </modules/order

# The names of the devices and who may use them come from udev, as on a box.
/lib/systemd/systemd-udevd --daemon
udevadm trigger --action=add
udevadm settle

# No way further than to the machine that runs this one, which is 10.0.2.2.
ip link set lo up
ip addr add 10.0.2.15/24 dev eth0
ip link set eth0 up

# Of tmpfs, which unlike the kernel's first file system tells how much room is left.
mkdir -p /var/lib/kasirbox
mount -t tmpfs -o mode=700,uid=900,gid=900,size=256m data /var/lib/kasirbox
cp -r /data/. /var/lib/kasirbox
chown -R kasirbox:kasirbox /var/lib/kasirbox
chmod -R go= /var/lib/kasirbox

# Open from here on: what comes in while nobody has it open is lost.
exec 3<>/dev/ttyS1
stty raw -echo <&3
echo "guest: ready" >&3
# Its output is no terminal, or it would prompt.
sh <&3 2>&1 | cat >&3
poweroff -f
