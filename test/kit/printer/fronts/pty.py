"""Holds a pseudo terminal open for a stand-in of a serial printer: Node cannot open one.

Prints the path of the terminal, then relays: what the box writes there to standard output, standard input to the box.
It reads from the terminal only as many bytes as were granted on descriptor 3 (lines with a number), so that a printer
without room holds up the box as a real one does. A question mark there is answered on descriptor 4 with the bytes that
are under way to the printer and may pass, and to the box. It ends, and the line hangs up, when standard input ends.
"""

import fcntl
import os
import select
import struct
import termios
import tty

master, slave = os.openpty()
tty.setraw(slave)
os.set_blocking(master, False)
# The terminal stays open here, too: otherwise the line would hang up whenever the box closes it.
os.write(1, (os.ttyname(slave) + "\n").encode())



def unread(descriptor):
    return struct.unpack("i", fcntl.ioctl(descriptor, termios.FIONREAD, bytes(4)))[0]


granted = 0
grants = b""
answers = b""
while True:
    readable, writable, _ = select.select(
        [0, 3] + ([master] if granted > 0 else []), [master] if answers else [], []
    )
    if 0 in readable:
        read = os.read(0, 4096)
        if not read:
            break
        answers += read
    if 3 in readable:
        read = os.read(3, 4096)
        if not read:
            break
        *lines, grants = (grants + read).split(b"\n")
        granted += sum(int(line) for line in lines if line != b"?")
        if b"?" in lines:
            to_printer = min(granted, unread(master))
            os.write(4, f"{to_printer} {len(answers) + unread(slave)}\n".encode())
    if master in readable:
        read = os.read(master, granted)
        granted -= len(read)
        while read:
            read = read[os.write(1, read) :]
    if master in writable:
        answers = answers[os.write(master, answers) :]
