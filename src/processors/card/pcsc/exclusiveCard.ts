import { failed, ok, type Result } from '../../../base/index.js';
import type { CardLoss } from '../link.js';
import { CODE, COMMAND, EXCLUSIVE, lossOf, MAX_APDU, message, nameField, T0, T1, UNPOWER } from './wire.js';
import type { PcscSession } from './session.js';

const CONNECT_LENGTH = 152;
const RECONNECT_LENGTH = 24;
const DISCONNECT_LENGTH = 12;
const TRANSMIT_LENGTH = 32;
const CONTROL_LENGTH = 24;
/** Maximum answer of a reader to a control request, bytes. */
const MAX_CONTROL = 264;
/** Length of the header that names a protocol, two words of 64 bits. */
const PCI_LENGTH = 16;

/** Response of a card; `not transacted`: pcscd does not know why there is none. */
type Response = Result<Buffer, CardLoss | 'not transacted'>;

/** A card opened exclusively by this session. */
export class ExclusiveCard {
  private constructor(
    private readonly session: PcscSession,
    private readonly handle: number,
    public protocol: number,
  ) {}

  /** Opens the card in a reader exclusively, powered up anew, with T=1 if card and reader support it. */
  static async take(session: PcscSession, reader: Buffer): Promise<Result<ExclusiveCard, CardLoss>> {
    const request = message(
      COMMAND.connect,
      session.context,
      nameField(reader),
      ...[EXCLUSIVE, T0 | T1],
      // Placeholders: the answer contains handle, protocol and code.
      ...[0, 0, 0],
    );
    const answer = await session.call(request, CONNECT_LENGTH, session.waits.power);
    if (!answer.ok) return answer;
    const { body, code } = answer.value;
    if (code !== CODE.ok) return failed(lossOf(code, 'connecting'));
    const card = new ExclusiveCard(session, body.readUInt32LE(140), body.readUInt32LE(144));
    // Another program may have left the card powered, with its PIN verified.
    const renewed = await card.renew();
    return renewed.ok ? ok(card) : renewed;
  }

  /** Powers the card off and on; the protocol is agreed anew. */
  async renew(): Promise<Result<void, CardLoss>> {
    const request = message(COMMAND.reconnect, this.handle, EXCLUSIVE, T0 | T1, UNPOWER, 0, 0);
    const answer = await this.session.call(request, RECONNECT_LENGTH, this.session.waits.power);
    if (!answer.ok) return answer;
    const { body, code } = answer.value;
    if (code !== CODE.ok) return failed(lossOf(code, 'connecting'));
    this.protocol = body.readUInt32LE(16);
    return ok(undefined);
  }

  async transmit(command: Buffer): Promise<Response> {
    const { session, handle, protocol } = this;
    const head = message(
      COMMAND.transmit,
      handle,
      ...[protocol, PCI_LENGTH, command.length],
      ...[protocol, PCI_LENGTH, MAX_APDU, 0],
    );
    const request = Buffer.concat([head, command]);
    const following = (body: Buffer): number | undefined => lengthWithin(body.readUInt32LE(24), MAX_APDU);
    const answer = await session.callWithBytes(request, TRANSMIT_LENGTH, following, session.waits.transmit);
    if (!answer.ok) return answer;
    const { code, bytes } = answer.value;
    // Drivers that lose the card meanwhile may report a response without bytes.
    if (code === CODE.notTransacted || (code === CODE.ok && bytes.length < 2)) return failed('not transacted');
    return code === CODE.ok ? ok(bytes) : failed(lossOf(code, 'in use'));
  }

  /** Sends a control request to the reader's driver; undefined when the driver does not know it. */
  async control(question: number): Promise<Result<Buffer | undefined, CardLoss>> {
    const request = message(COMMAND.control, this.handle, question, 0, MAX_CONTROL, 0, 0);
    const following = (body: Buffer): number | undefined => lengthWithin(body.readUInt32LE(16), MAX_CONTROL);
    const answer = await this.session.callWithBytes(request, CONTROL_LENGTH, following, this.session.waits.answer);
    if (!answer.ok) return answer;
    return ok(answer.value.code === CODE.ok ? answer.value.bytes : undefined);
  }

  /** Powers the card off and releases it for other programs. */
  async release(): Promise<void> {
    await this.session.call(
      message(COMMAND.disconnect, this.handle, UNPOWER, 0),
      DISCONNECT_LENGTH,
      this.session.waits.answer,
    );
  }
}

function lengthWithin(length: number, max: number): number | undefined {
  return length <= max ? length : undefined;
}
