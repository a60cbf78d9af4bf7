-- A plan that a connection made while a table was small reads the whole table, and is kept until
-- the next ANALYZE. Booking only ever looks up single rows: it uses an index from the first call.
alter function book_seat(jsonb, integer, uuid, text, text, jsonb, uuid, uuid, text, timestamptz,
  jsonb, uuid, text, integer, integer, timestamptz) set enable_seqscan = off;
