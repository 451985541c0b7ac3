import { X509Certificate } from 'node:crypto';
import * as assert from 'uvu/assert';
import { ok } from '../../../src/base/result.js';
import {
  readContainerMap,
  readMasterFile,
  tlvElements,
  unpackCertificate,
} from '../../../src/processors/card/applets/gidsFiles.js';
import {
  readAmountStatus,
  readLastInvoice,
  readParameters,
  readTriesLeft,
  readVersion,
} from '../../../src/processors/card/applets/elementAnswers.js';
import type { CardLink } from '../../../src/processors/card/link.js';
import { readCard, readCounts } from '../../../src/processors/card/readCard.js';
import { tlv } from '../../kit/card/apdu.js';
import { CARD_HOLDER, cardCredentials, newCard } from '../../kit/card/cards.js';
import { ChipReader } from '../../kit/card/chipReader.js';
import { CARD_VERSIONS } from '../../kit/card/elementApplet.js';
import { containerRecord, gidsFiles, masterFile, packed } from '../../kit/card/gidsFiles.js';
import type { Target } from '../target.js';

/** What the parts of a card's answers mean, each by itself. */
export const cardParts: Target = {
  name: 'card-parts',
  share: 100,
  async open() {
    const { raw } = new X509Certificate((await cardCredentials()).pki.certificate);
    const files = gidsFiles(raw, Buffer.alloc(16));
    return {
      corpus: [
        masterFile(files),
        containerRecord('TaxCore'),
        packed(raw),
        tlv(0x7f71, tlv(0x97, Buffer.from([5])), tlv(0x9f17, Buffer.from([5]))),
        Buffer.concat(files.map(({ object, content }) => tlv(object, content))),
        Buffer.from('000000030000000200000005', 'hex'),
        Buffer.from('0000724AA18328038D7EA4C68000', 'hex'),
        Buffer.concat([Buffer.from(CARD_HOLDER.uid), Buffer.from('0000017cc744eab50000019000000000', 'hex')]),
        Buffer.alloc(577),
      ],
      read(input) {
        const elements = tlvElements(input) ?? [];
        assert.ok(elements.reduce((sum, { value }) => sum + value.length + 2, 0) <= input.length);
        for (const bytes of [input, ...elements.slice(0, 10).map(({ value }) => value)]) {
          assert.ok((readMasterFile(bytes)?.length ?? 0) * 28 < Math.max(1, bytes.length));
          assert.ok((readContainerMap(bytes)?.length ?? 0) * 86 <= bytes.length);
          assert.ok((unpackCertificate(bytes)?.length ?? 0) <= 8192);
        }
        for (const read of [readAmountStatus, readLastInvoice, readParameters, readTriesLeft, readVersion]) read(input);
      },
    };
  },
};

/** Asked behind the last answer that an input holds, a card refuses: so the box may ask on so often. */
const MORE_COMMANDS = 40;

/** A whole card: all its answers one after another, each behind its length (16 bits). */
export const cards: Target = {
  name: 'card',
  share: 30,
  async open() {
    const corpus: Buffer[] = [];
    for (const version of CARD_VERSIONS) {
      for (const isExtended of [true, false]) corpus.push(await recorded(version, isExtended));
    }
    return {
      corpus,
      async read(input) {
        const answers = answersIn(input);
        for (const isExtended of [true, false]) {
          let at = 0;
          const link: CardLink = {
            atr: Buffer.alloc(2),
            protocol: 'T=1',
            isExtended,
            transmit: async () => ok(answers[at++] ?? Buffer.from([0x6f, 0])),
            ended: new Promise(() => undefined),
            close: async () => undefined,
          };
          await readCard(link);
          await readCounts(link);
          assert.ok(at <= answers.length + MORE_COMMANDS, `${at} commands`);
        }
      },
    };
  },
};

/** What a card answers while it is read, and its counts once more. */
async function recorded(version: (typeof CARD_VERSIONS)[number], isExtended: boolean): Promise<Buffer> {
  const card = await newCard({ version });
  const reader = new ChipReader();
  reader.isExtended = isExtended;
  reader.insert(card);
  const link = await reader.connect();
  if (!link.ok) throw new Error(link.error);
  const parts: Buffer[] = [];
  const listening: CardLink = {
    ...{ atr: card.atr, protocol: 'T=1', isExtended, ended: link.value.ended },
    async transmit(command) {
      const answer = await link.value.transmit(command);
      if (answer.ok) parts.push(Buffer.from([answer.value.length >> 8, answer.value.length & 0xff]), answer.value);
      return answer;
    },
    close: () => link.value.close(),
  };
  const read = await readCard(listening);
  assert.ok(read.ok && read.value.client.ok);
  assert.ok((await readCounts(listening)).ok);
  return Buffer.concat(parts);
}

function answersIn(input: Buffer): Buffer[] {
  const answers: Buffer[] = [];
  for (let at = 0; at + 2 <= input.length;) {
    const end = at + 2 + input.readUInt16BE(at);
    answers.push(input.subarray(at + 2, end));
    at = end;
  }
  return answers;
}
