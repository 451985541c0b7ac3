/** Migration 1: boxes, their records and receipts. */
export const TABLES = `
CREATE TABLE kasirbox.box (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  shop text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  sequence bigint,
  hash text,
  stored_at timestamptz,
  highest bigint NOT NULL DEFAULT 0,
  has_waiting boolean NOT NULL DEFAULT false,
  has_hole boolean NOT NULL DEFAULT false,
  has_conflict boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE kasirbox.box IS 'Boxes, and up to where their records were taken in: all up to sequence and hash (16 hex digits), but for holes.';
COMMENT ON COLUMN kasirbox.box.stored_at IS 'When the stream took the latest message of records that was here, by the clock of its server.';
COMMENT ON COLUMN kasirbox.box.highest IS 'The highest sequence of a record in the table record.';

CREATE TABLE kasirbox.box_state (
  box integer PRIMARY KEY REFERENCES kasirbox.box,
  at timestamptz NOT NULL,
  stored_at timestamptz NOT NULL,
  version text NOT NULL,
  environment text NOT NULL,
  sequence bigint NOT NULL,
  hash text NOT NULL,
  epoch bigint NOT NULL,
  catalogue_group text,
  catalogue_version bigint,
  behind bigint NOT NULL,
  problems jsonb NOT NULL
);
COMMENT ON TABLE kasirbox.box_state IS 'What each box has last said of itself: at by its own clock, stored_at by that of the server of the stream.';

CREATE TABLE kasirbox.record (
  box integer NOT NULL,
  epoch bigint NOT NULL,
  sequence bigint NOT NULL,
  recorded_at timestamptz NOT NULL,
  hash bytea NOT NULL,
  previous bytea NOT NULL,
  is_chained boolean NOT NULL,
  PRIMARY KEY (box, sequence, epoch, recorded_at)
) PARTITION BY RANGE (recorded_at);
COMMENT ON TABLE kasirbox.record IS 'Records of the ledgers that tell something, each once by box, epoch and sequence; hash and previous anchor the ledger.';

CREATE TABLE kasirbox.event (
  box integer NOT NULL,
  epoch bigint NOT NULL,
  sequence bigint NOT NULL,
  part integer NOT NULL,
  recorded_at timestamptz NOT NULL,
  type text NOT NULL,
  attempt_id text,
  body jsonb NOT NULL
) PARTITION BY RANGE (recorded_at);
CREATE INDEX event_attempt ON kasirbox.event (attempt_id) WHERE attempt_id IS NOT NULL;
COMMENT ON TABLE kasirbox.event IS 'What records tell, as GET /events has it; but not of invoices whose receipt is here, which tells all.';

CREATE TABLE kasirbox.receipt (
  box integer NOT NULL,
  epoch bigint NOT NULL,
  sequence bigint NOT NULL,
  recorded_at timestamptz NOT NULL,
  shop text NOT NULL,
  environment text NOT NULL,
  day date NOT NULL,
  created_at timestamp NOT NULL,
  uuid uuid NOT NULL,
  number text,
  invoice_type text NOT NULL,
  transaction_type text NOT NULL,
  cashier text,
  total bigint NOT NULL,
  mode text NOT NULL,
  fiscal boolean NOT NULL,
  requested_by text,
  signed_by text,
  invoice_counter text,
  sdc_at timestamp,
  buyer_id text,
  buyer_cost_center_id text,
  referent_number text,
  referent_at timestamp,
  client_request_id text,
  verification_url text,
  journal text,
  PRIMARY KEY (box, sequence, epoch, recorded_at)
) PARTITION BY RANGE (recorded_at);
CREATE INDEX receipt_number ON kasirbox.receipt (number);
CREATE INDEX receipt_day ON kasirbox.receipt USING brin (day);
COMMENT ON TABLE kasirbox.receipt IS 'Receipts of all kinds. Amounts are para (1/100 RSD), positive also for refunds. day, created_at, sdc_at: clock of Belgrade.';

CREATE TABLE kasirbox.receipt_item (
  box integer NOT NULL,
  epoch bigint NOT NULL,
  sequence bigint NOT NULL,
  position integer NOT NULL,
  recorded_at timestamptz NOT NULL,
  name text NOT NULL,
  unit text NOT NULL,
  quantity bigint NOT NULL,
  unit_price bigint NOT NULL,
  total bigint NOT NULL,
  label text NOT NULL,
  gtin text,
  PRIMARY KEY (box, sequence, epoch, position, recorded_at)
) PARTITION BY RANGE (recorded_at);
COMMENT ON TABLE kasirbox.receipt_item IS 'Lines of receipts. quantity: thousandths; amounts: para.';

CREATE TABLE kasirbox.receipt_payment (
  box integer NOT NULL,
  epoch bigint NOT NULL,
  sequence bigint NOT NULL,
  position integer NOT NULL,
  recorded_at timestamptz NOT NULL,
  payment_type text NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (box, sequence, epoch, position, recorded_at)
) PARTITION BY RANGE (recorded_at);
COMMENT ON TABLE kasirbox.receipt_payment IS 'Payments of receipts, para.';

CREATE TABLE kasirbox.receipt_tax (
  box integer NOT NULL,
  epoch bigint NOT NULL,
  sequence bigint NOT NULL,
  position integer NOT NULL,
  recorded_at timestamptz NOT NULL,
  label text NOT NULL,
  category text NOT NULL,
  rate numeric NOT NULL,
  amount bigint NOT NULL,
  total bigint NOT NULL,
  PRIMARY KEY (box, sequence, epoch, position, recorded_at)
) PARTITION BY RANGE (recorded_at);
COMMENT ON TABLE kasirbox.receipt_tax IS 'Tax of receipts by label: amount is contained in total, para.';

CREATE TABLE kasirbox.run (
  environment text NOT NULL,
  requested_by text NOT NULL,
  signed_by text NOT NULL,
  numbers int8multirange NOT NULL,
  PRIMARY KEY (environment, requested_by, signed_by)
);
COMMENT ON TABLE kasirbox.run IS 'Running numbers of PFR numbers that were received, of each pair of requester and signer.';
`;

/** Migration 2: alarms, holes, and waiting, conflicting and malformed records. */
export const FINDINGS = `
CREATE TABLE kasirbox.alarm (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  box integer REFERENCES kasirbox.box,
  key text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('hole', 'fork', 'changed', 'rollback', 'malformed')),
  message text NOT NULL,
  first_sequence bigint,
  last_sequence bigint,
  records bigint NOT NULL DEFAULT 0,
  receipts text[] NOT NULL DEFAULT '{}',
  found_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  UNIQUE NULLS NOT DISTINCT (box, key)
);
COMMENT ON TABLE kasirbox.alarm IS 'Each finding once. receipts: PFR numbers of the first 100 receipts. ended_at: when a hole was filled, or somebody has closed it.';

CREATE TABLE kasirbox.hole (
  box integer NOT NULL REFERENCES kasirbox.box,
  alarm bigint NOT NULL REFERENCES kasirbox.alarm,
  from_sequence bigint,
  from_hash text,
  to_sequence bigint NOT NULL,
  to_hash text NOT NULL
);
CREATE INDEX hole_box ON kasirbox.hole (box);
COMMENT ON TABLE kasirbox.hole IS 'Records that never came: those behind "from" up to "to". Gone when it is filled.';

CREATE TABLE kasirbox.waiting (
  box integer NOT NULL REFERENCES kasirbox.box,
  sequence bigint NOT NULL,
  epoch bigint NOT NULL,
  hash text NOT NULL,
  after_sequence bigint,
  after_hash text,
  arrived_at timestamptz NOT NULL DEFAULT now(),
  shop text NOT NULL,
  body jsonb NOT NULL,
  PRIMARY KEY (box, sequence, epoch, hash)
);
COMMENT ON TABLE kasirbox.waiting IS 'Records that came before the one that they follow; they count as soon as that is here, or is given up.';

CREATE TABLE kasirbox.conflict (
  box integer NOT NULL REFERENCES kasirbox.box,
  sequence bigint NOT NULL,
  epoch bigint NOT NULL,
  hash text NOT NULL,
  after_sequence bigint,
  after_hash text,
  alarm bigint NOT NULL REFERENCES kasirbox.alarm,
  arrived_at timestamptz NOT NULL DEFAULT now(),
  shop text NOT NULL,
  body jsonb NOT NULL,
  PRIMARY KEY (box, sequence, epoch, hash)
);
CREATE INDEX conflict_alarm ON kasirbox.conflict (alarm);
COMMENT ON TABLE kasirbox.conflict IS 'Records that contradict others, whole, with their alarm. They count in no turnover.';

CREATE TABLE kasirbox.malformed (
  digest bytea PRIMARY KEY,
  alarm bigint NOT NULL REFERENCES kasirbox.alarm,
  subject text NOT NULL,
  arrived_at timestamptz NOT NULL DEFAULT now(),
  payload bytea NOT NULL
);
CREATE INDEX malformed_alarm ON kasirbox.malformed (alarm);
COMMENT ON TABLE kasirbox.malformed IS 'Messages that could not be read, as they came; the first 1,000 of each alarm.';
`;
