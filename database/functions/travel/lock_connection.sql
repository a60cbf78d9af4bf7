-- Locks both bookings of a person's trip with one change, then the fund if it covers them, then
-- their wallets by id: the order of `book_seats`, so that the caller may change one part after the
-- other and takes seats last.
create or replace function lock_connection(p_connection uuid, p_passenger uuid) returns void
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  perform from bookings where connection_id = p_connection and passenger_id = p_passenger
  order by id for no key update;
  perform fund_lock(array(
    select id from bookings where connection_id = p_connection and passenger_id = p_passenger));
  perform from ledger_accounts
  where balanced and id in (
    select unnest(array[h.debit, h.credit]) from bookings b, ledger_hold_of(b) as h
    where b.connection_id = p_connection and b.passenger_id = p_passenger)
  order by id for no key update;
end $$;
