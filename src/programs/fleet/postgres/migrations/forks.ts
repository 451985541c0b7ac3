/**
 * Migration 6: a person decides that a box has continued with a fork, as after a restore. The records of the other
 * branch stay. The records of the fork are moved to `waiting`, to follow the last record that both branches share.
 */
export const FORKS = `
CREATE FUNCTION kasirbox.take_fork(alarm_id bigint) RETURNS bigint LANGUAGE plpgsql AS $body$
DECLARE
  of_box integer;
  place record;
  moved bigint;
BEGIN
  SELECT a.box INTO of_box FROM kasirbox.alarm a
    WHERE a.id = alarm_id AND a.kind IN ('fork', 'changed') AND a.ended_at IS NULL;
  PERFORM FROM kasirbox.box WHERE id = of_box FOR UPDATE;
  SELECT after_sequence, after_hash INTO place FROM kasirbox.conflict WHERE alarm = alarm_id ORDER BY sequence LIMIT 1;
  IF NOT FOUND OR of_box IS NULL THEN
    RAISE EXCEPTION 'alarm % is no open fork with records', alarm_id USING ERRCODE = 'no_data_found';
  END IF;
  IF EXISTS (
    SELECT FROM kasirbox.conflict c JOIN kasirbox.record r USING (box, sequence, epoch)
    WHERE c.alarm = alarm_id AND r.recorded_at = (c.body ->> 'recordedAt')::timestamptz
  ) THEN
    RAISE EXCEPTION 'alarm % is of records that were changed in place: they cannot count besides the first ones', alarm_id
      USING ERRCODE = 'no_data_found';
  END IF;
  INSERT INTO kasirbox.waiting (box, sequence, epoch, hash, after_sequence, after_hash, arrived_at, shop, body)
    SELECT box, sequence, epoch, hash, after_sequence, after_hash, now() - interval '1 day', shop, body
    FROM kasirbox.conflict WHERE alarm = alarm_id ON CONFLICT DO NOTHING;
  DELETE FROM kasirbox.conflict WHERE alarm = alarm_id;
  GET DIAGNOSTICS moved = ROW_COUNT;
  UPDATE kasirbox.box SET sequence = place.after_sequence, hash = place.after_hash, has_waiting = true
    WHERE id = of_box;
  UPDATE kasirbox.alarm SET ended_at = now() WHERE id = alarm_id;
  RETURN moved;
END
$body$;
COMMENT ON FUNCTION kasirbox.take_fork IS
  'The box goes on with this fork: its records count from now on, besides what the other branch had told. Gives their number.';
`;
