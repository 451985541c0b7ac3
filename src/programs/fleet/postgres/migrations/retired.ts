/**
 * Migration 7: boxes that are no longer expected. A box that sends a message again is expected again. The view has its
 * former columns, and one more at the end.
 */
export const RETIRED = `
ALTER TABLE kasirbox.box ADD COLUMN retired_at timestamptz;
COMMENT ON COLUMN kasirbox.box.retired_at IS 'When its owner took it out of service; it counts until a later message comes.';
CREATE OR REPLACE VIEW kasirbox.box_health AS
SELECT b.name AS box, b.shop, s.version, s.environment, b.seen_at, now() - b.seen_at AS silent_for, s.at AS state_at,
  s.behind, jsonb_array_length(s.problems) AS problems,
  EXISTS (SELECT FROM jsonb_array_elements(s.problems) p WHERE p ->> 'state' = 'failure') AS has_failure,
  s.catalogue_group, s.catalogue_version, b.sequence,
  (SELECT count(*) FROM kasirbox.waiting w WHERE w.box = b.id) AS waiting,
  (SELECT count(*) FROM kasirbox.alarm a WHERE a.box = b.id AND a.ended_at IS NULL) AS alarms,
  coalesce(b.retired_at >= b.seen_at, false) AS is_retired
FROM kasirbox.box b LEFT JOIN kasirbox.box_state s ON s.box = b.id;
`;
