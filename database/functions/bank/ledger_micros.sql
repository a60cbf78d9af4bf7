-- Microseconds since 1970, as the hashed line of each ledger row writes a time.
create or replace function ledger_micros(p_at timestamptz) returns bigint
language sql immutable parallel safe as 'select (date_part(''epoch'', p_at) * 1000000)::bigint';
