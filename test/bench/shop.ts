import { type InvoiceRequest, validateShape } from '../../src/sales/invoicing/draft/validate.js';
import { Random } from '../kit/random.js';

const GOODS = [
  'Хлеб бели',
  'Хлеб ражани',
  'Млеко дуготрајно',
  'Јогурт',
  'Кисела павлака',
  'Кајмак',
  'Сир ситан',
  'Кафа',
];
const MORE = [
  'Чај од нане',
  'Сок од јабуке',
  'Минерална вода',
  'Пиво светло',
  'Бурек са месом',
  'Пита са сиром',
  'Чварци',
];
const WARES = ['Детерџент за веш', 'Сапун', 'Шампон', 'Папирне марамице', 'Батерије AA', 'Сијалица LED', 'Свеска А4'];
const MAKERS = [
  'Имлек',
  'Бамби',
  'Полимарк',
  'Књаз Милош',
  'Сремска',
  'Златиборац',
  'Дијамант',
  'Шабачка',
  'Гранд',
  '',
];
const SIZES = ['', '0,5л', '1л', '1,5л', '200г', '500г', '1кг', 'ком 6'];
const CASHIERS = ['Јелена Ђорђевић', 'Милош Петровић', 'Снежана Њ.', 'Каса 1'];
const LABELS = ['Ђ', 'Ђ', 'Ђ', 'Е', 'Е', 'Г'];
const PAYMENTS = ['Cash', 'Cash', 'Cash', 'Card', 'Card', 'MobileMoney', 'WireTransfer'];
const PRODUCTS = 1500;
/** A receipt that the box does not know: a real processor then wants its time from the caller. */
const REFERENT = { referentDocumentNumber: 'DEMOBNCH-DEMOBNCH-1', referentDocumentDT: '2026-01-05 10:00:00' };

interface Product {
  readonly name: string;
  readonly unitPrice: number;
  readonly label: string;
}

/** A grocer's day: bodies of `POST /invoices` with 1 to 8 lines; four of five have an idempotency key. */
export class Shop {
  private readonly products: readonly Product[];
  private readonly random: Random;
  private sold = 0;

  /** The same seed sells the same; keys of different seeds differ. */
  constructor(private readonly seed: number) {
    this.random = new Random(seed);
    this.products = Array.from({ length: PRODUCTS }, () => this.product());
  }

  private product(): Product {
    const { random } = this;
    const words = [random.pick([...GOODS, ...MORE, ...WARES]), random.pick(MAKERS), random.pick(SIZES)];
    const name = words.filter((word) => word !== '').join(' ');
    return { name, unitPrice: random.int(2000, 250_000) / 100, label: random.pick(LABELS) };
  }

  /** The body of the next sale. Few lines are commoner than many. */
  next(): object {
    const { random } = this;
    const lines = Math.min(random.int(1, 8), random.int(1, 8));
    const items = Array.from({ length: lines }, () => ({
      ...random.pick(this.products),
      quantity: random.oneIn(4) ? random.int(100, 3000) / 1000 : random.int(1, 3),
    }));
    const key = random.oneIn(5) ? {} : { clientRequestId: `bench-${this.seed}-${(this.sold += 1)}` };
    const payments = [{ paymentType: random.pick(PAYMENTS), amount: 1 }];
    return { items, payments, cashier: random.pick(CASHIERS), ...this.kind(), ...key };
  }

  private kind(): object {
    const one = this.random.int(1, 100);
    if (one <= 2) return { transactionType: 'Refund', ...REFERENT, buyerId: '20:123456789' };
    if (one <= 5) return { invoiceType: 'ProForma' };
    if (one <= 6) return { invoiceType: 'Training' };
    if (one <= 7) return { invoiceType: 'Advance' };
    return one <= 15 ? { buyerId: '10:123456789' } : {};
  }

  /** The next sale as the issuer takes it. */
  request(): InvoiceRequest {
    const shaped = validateShape(this.next());
    if (!shaped.ok) throw new Error(shaped.error.message);
    return shaped.value;
  }
}
