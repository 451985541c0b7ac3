/**
 * Behind the header of an arm64 Image: writes the mark and then the device tree that it is given (in x0) to the PL011 of a
 * BCM2837, and resets the board by its watchdog.
 *
 *        mov x20, x0; movz x1, #0x3f20, lsl #16; movk x1, #0x1000; adr x2, mark
 *     1: ldrb w3, [x2], #1; cbz w3, 2f; bl put; b 1b
 *     2: ldr w4, [x20, #4]; rev w4, w4; add x4, x20, x4
 *     3: ldrb w3, [x20], #1; bl put; cmp x20, x4; b.lo 3b
 *        mov w3, #10; bl put
 *        movz x1, #0x3f10, lsl #16; movz w3, #0x5a00, lsl #16; orr w5, w3, #0x20; add w3, w3, #10
 *        str w3, [x1, #0x24]; str w5, [x1, #0x1c]
 *     4: wfi; b 4b
 *   put: ldr w5, [x1, #0x18]; tbnz w5, #5, put; str w3, [x1]; ret
 *  mark:
 */
const CODE = Buffer.from(
  [
    'f40300aa01e4a7d2010082f242030010431440386300003413000094fdffff17840640b98408c05a8402048b83164038',
    '0d0000949f0204eba3ffff54430180520900009401e2a7d20340ab5265001b3263280011232400b9251c00b97f2003d5',
    'ffffff17251840b9e5ff2f37230000b9c0035fd6',
  ].join(''),
  'hex',
);

const HEADER_BYTES = 64;
/** `b start`: over the header. */
const BRANCH = 0x14000010;
/** Of memory that the kernel asks for, and little endian, pages of 4 KB, anywhere. */
const IMAGE_BYTES = 0x1000n;
const FLAGS = 0xan;

/** A kernel of 260 bytes for a Raspberry Pi 3 that says its mark and what it is given, and starts the board anew. */
export function standInKernel(mark: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(BRANCH, 0);
  header.writeBigUInt64LE(IMAGE_BYTES, 16);
  header.writeBigUInt64LE(FLAGS, 24);
  header.write('ARM\x64', 56, 'latin1');
  return Buffer.concat([header, CODE, Buffer.from(`${mark}\0`)]);
}
