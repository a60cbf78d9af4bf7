-- PostgreSQL searches temporary tables first unless pg_temp is named: a role that may make one
-- could put its own "bookings" in front of ours inside a function that runs as the owner.
alter function book_seat(jsonb, integer, uuid, text, text, jsonb, uuid, uuid, text, timestamptz,
  jsonb, uuid, text, integer, integer, timestamptz) set search_path = pg_catalog, public, pg_temp;
alter function check_in(uuid, integer, text, uuid, uuid, jsonb, timestamptz, timestamptz)
  set search_path = pg_catalog, public, pg_temp;
