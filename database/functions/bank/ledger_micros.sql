-- What is hashed of each row, as one line of text.
create or replace function ledger_micros(p_at timestamptz) returns bigint
language sql immutable parallel safe as 'select (date_part(''epoch'', p_at) * 1000000)::bigint';
