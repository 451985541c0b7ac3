const HEADER_BYTES = 110;
const FOLDER = 0o040000;
const FILE = 0o100000;
const LINK = 0o120000;

/** An initramfs as the kernel unpacks it: the `newc` format of cpio. Everything belongs to root. */
export class Cpio {
  private readonly pieces: Buffer[] = [];
  private readonly known = new Set<string>(['']);
  private inode = 1;

  /** Paths are without a slash in front; folders above are made. */
  folder(path: string, mode = 0o755): this {
    if (this.known.has(path)) return this;
    this.above(path);
    return this.add(path, FOLDER | mode, Buffer.alloc(0));
  }

  file(path: string, content: Buffer | string, mode = 0o644): this {
    this.above(path);
    return this.known.has(path) ? this : this.add(path, FILE | mode, Buffer.from(content));
  }

  link(path: string, target: string): this {
    this.above(path);
    return this.known.has(path) ? this : this.add(path, LINK | 0o777, Buffer.from(target));
  }

  /** The whole archive, with its trailer. */
  bytes(): Buffer {
    return Buffer.concat([...this.pieces, ...entry('TRAILER!!!', 0, 0, Buffer.alloc(0))]);
  }

  private above(path: string): void {
    const parent = path.split('/').slice(0, -1).join('/');
    this.folder(parent);
  }

  private add(path: string, mode: number, content: Buffer): this {
    this.known.add(path);
    this.pieces.push(...entry(path, mode, this.inode, content));
    this.inode += 1;
    return this;
  }
}

function entry(path: string, mode: number, inode: number, content: Buffer): Buffer[] {
  const name = Buffer.from(`${path}\0`);
  // Inode, mode, user, group, links, time, size, four numbers of devices, length of the name, checksum.
  const fields = [inode, mode, 0, 0, 1, 0, content.length, 0, 0, 0, 0, name.length, 0];
  const header = Buffer.from(`070701${fields.map((field) => field.toString(16).padStart(8, '0')).join('')}`);
  return [header, name, padding(HEADER_BYTES + name.length), content, padding(content.length)];
}

/** Up to the next multiple of four. */
function padding(length: number): Buffer {
  return Buffer.alloc((4 - (length % 4)) % 4);
}
