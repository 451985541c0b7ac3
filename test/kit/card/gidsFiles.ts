import { deflateSync } from 'node:zlib';
import { tlv } from './apdu.js';

/** A file of a GIDS card: its place, and the data object that contains it. */
export interface GidsFile {
  readonly directory: string;
  readonly name: string;
  readonly ef: number;
  readonly object: number;
  readonly content: Buffer;
}

export const MASTER_EF = 0xa000;
export const MASTER_OBJECT = 0xdf1f;
const CONTAINER_BITS = 2048;

/** The files of a card with one container that holds one key and its certificate (DER). */
export function gidsFiles(certificate: Buffer, cardId: Buffer): GidsFile[] {
  return [
    { directory: '', name: 'cardid', ef: 0xa012, object: 0xdf20, content: cardId },
    { directory: '', name: 'cardapps', ef: 0xa010, object: 0xdf21, content: Buffer.from('mscp\0\0\0\0') },
    { directory: '', name: 'cardcf', ef: 0xa010, object: 0xdf22, content: Buffer.from('000001000100', 'hex') },
    { directory: 'mscp', name: 'cmapfile', ef: 0xa010, object: 0xdf23, content: containerRecord('TaxCore') },
    { directory: 'mscp', name: 'kxc00', ef: 0xa010, object: 0xdf24, content: packed(certificate) },
  ];
}

/** A version byte, then 28 bytes for each file: two names of 9 bytes, 2 bytes that align what follows, object and place. */
export function masterFile(files: readonly GidsFile[]): Buffer {
  const records = files.map(({ directory, name, ef, object }) => {
    const record = Buffer.alloc(28);
    record.write(directory, 0, 8, 'latin1');
    record.write(name, 9, 8, 'latin1');
    record.writeInt32LE(object, 20);
    record.writeInt32LE(ef, 24);
    return record;
  });
  return Buffer.concat([Buffer.from([1]), ...records]);
}

/** All data objects of an elementary file, as a card gives them one after another. */
export function objectsOf(files: readonly GidsFile[], ef: number): Buffer {
  return Buffer.concat(files.filter((file) => file.ef === ef).map(({ object, content }) => tlv(object, content)));
}

/** 86 bytes: a name, flags (in use, default), and the bits of the keys for signatures and for key exchange. */
export function containerRecord(name: string): Buffer {
  const record = Buffer.alloc(86);
  record.write(name, 0, 78, 'utf16le');
  record.writeUInt8(3, 80);
  record.writeUInt16LE(CONTAINER_BITS, 84);
  return record;
}

/** A certificate as stored in its file: a mark, its length, and the zlib stream. */
export function packed(certificate: Buffer, length = certificate.length): Buffer {
  return Buffer.concat([Buffer.from([1, 0, length & 0xff, length >> 8]), deflateSync(certificate)]);
}
