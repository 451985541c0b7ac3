import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { deflateRawSync, deflateSync } from 'node:zlib';
import {
  readContainerMap,
  readMasterFile,
  tlvContent,
  tlvElements,
  unpackCertificate,
} from '../../../../src/processors/card/applets/gidsFiles.js';
import { containerRecord, gidsFiles, masterFile, packed } from '../../../kit/card/gidsFiles.js';

const certificate = Buffer.alloc(1_400, 'certificate');

test('the master file names all files and their places', () => {
  const places = readMasterFile(masterFile(gidsFiles(certificate, Buffer.alloc(16))));
  assert.equal(
    places?.map(
      ({ directory, name, file, object }) => `${directory}/${name} ${file.toString(16)} ${object.toString(16)}`,
    ),
    [
      '/cardid a012 df20',
      '/cardapps a010 df21',
      '/cardcf a010 df22',
      'mscp/cmapfile a010 df23',
      'mscp/kxc00 a010 df24',
    ],
  );
});

test('a record of another length, a place that cannot be and another version are passed over', () => {
  const master = masterFile(gidsFiles(certificate, Buffer.alloc(16)));
  assert.is(readMasterFile(master.subarray(0, -1))?.length, 4);
  const negative = Buffer.from(master);
  negative.writeInt32LE(-1, 1 + 20);
  assert.is(readMasterFile(negative)?.length, 4);
  for (const [number, places] of [
    [0, 4],
    [1, 5],
    [0xffff, 5],
    [0x10000, 4],
  ] as const) {
    const placed = Buffer.from(master);
    placed.writeInt32LE(number, 1 + 20);
    assert.is(readMasterFile(placed)?.length, places, `${number}`);
  }
  const version = Buffer.from(master);
  version[0] = 2;
  assert.is(readMasterFile(version), undefined);
  assert.is(readMasterFile(Buffer.alloc(0)), undefined);
  assert.equal(readMasterFile(Buffer.from([1])), []);
  assert.is(readMasterFile(Buffer.alloc(1 + 256 * 28, 1)), undefined, 'too many');
  assert.equal(readMasterFile(Buffer.alloc(1 + 255 * 28, 1)), []);
});

test('containers that are in use are told, with the bits of their keys', () => {
  const unused = Buffer.alloc(86);
  const signature = containerRecord('x');
  signature.writeUInt16LE(1024, 82);
  const map = Buffer.concat([unused, signature, Buffer.alloc(3)]);
  assert.equal(readContainerMap(map), [{ index: 1, signatureBits: 1024, exchangeBits: 2048 }]);
  assert.equal(readContainerMap(Buffer.alloc(85)), []);
  assert.is(readContainerMap(Buffer.alloc(86 * 256)), undefined);
});

test('a certificate is unpacked only to the very length that stands before it', () => {
  assert.ok(unpackCertificate(packed(certificate))?.equals(certificate));
  assert.is(unpackCertificate(packed(certificate, 1_399)), undefined);
  assert.is(unpackCertificate(packed(certificate, 1_401)), undefined);
  assert.is(unpackCertificate(packed(certificate, 0)), undefined);
  const longest = Buffer.alloc(8192, 'x');
  assert.ok(unpackCertificate(packed(longest))?.equals(longest));
  assert.is(unpackCertificate(packed(Buffer.alloc(8193, 'x'))), undefined);
  assert.is(unpackCertificate(packed(certificate).subarray(0, -9)), undefined, 'cut off');
  assert.is(unpackCertificate(Buffer.from([1, 0, 4])), undefined);
  const mark = packed(certificate);
  mark[0] = 2;
  assert.is(unpackCertificate(mark), undefined);
  const raw = Buffer.concat([Buffer.from([1, 0, 0x78, 0x05]), deflateRawSync(certificate)]);
  assert.is(unpackCertificate(raw), undefined);
});

test('a stream that would fill the memory is given up at the length it claims', () => {
  const bomb = deflateSync(Buffer.alloc(50_000_000));
  for (const length of [100, 8192, 65_535]) {
    const before = process.memoryUsage().arrayBuffers;
    const file = Buffer.concat([Buffer.from([1, 0, length & 0xff, length >> 8]), bomb]);
    assert.is(unpackCertificate(file), undefined);
    assert.ok(process.memoryUsage().arrayBuffers - before < 1_000_000);
  }
});

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const shown = (text: string): string[] | undefined =>
  tlvElements(hex(text))?.map(({ tag, value }) => `${tag.toString(16)}:${value.toString('hex')}`);

test('elements have tags of one to three octets and lengths in every form', () => {
  assert.equal(shown('7f71 06 970105 930105'), ['7f71:970105930105']);
  assert.equal(shown('97 01 05 9f17 01 04 5f8101 00'), ['97:05', '9f17:04', '5f8101:']);
  assert.equal(shown('df1f 8102 0102 df20 820001 aa df21 83000001 bb'), ['df1f:0102', 'df20:aa', 'df21:bb']);
  assert.equal(shown('1f8005 01 aa 97 8100'), ['1f8005:aa', '97:']);
  assert.equal(shown('0000 97 01 05 00'), ['97:05'], 'filling between them');
  assert.equal(shown(''), []);
});

test('what is cut off or has no end is no BER-TLV', () => {
  for (const text of [
    '97',
    '9702 05',
    'df',
    'df8181 01 00',
    '9780 05 0000',
    '97 84 00000001 05',
    '97 82 01',
    '97 81',
    `97 80 ${'00'.repeat(128)}`,
  ]) {
    assert.is(shown(text), undefined, text);
  }
});

test('the content of a tag is that of the first', () => {
  assert.equal(tlvContent(hex('970103 970104'), 0x97), hex('03'));
  assert.is(tlvContent(hex('970103'), 0x93), undefined);
  assert.is(tlvContent(hex('970103 93'), 0x97), undefined, 'also where only the rest is broken');
});

test.run();
