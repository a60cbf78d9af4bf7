-- Stores with its key that a booking was refused for lack of money; the key then keeps failing.
-- Answers 'insufficient_funds', or 'changed' when the money or the facts have changed since the app
-- decided: nothing is written then. Locks the person, then the wallets, as `book_seats`.
create or replace function refuse_booking(p_call jsonb, p_moved_ms bigint, p_now timestamptz)
returns text language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  c booking_call := jsonb_populate_record(null::booking_call, p_call);
begin
  perform from users where id = (c.booking).passenger_id for no key update;
  if (select f.seen from facts_of_calls(array[c], p_moved_ms) as f) is distinct from c.seen
    or not ledger_refuse_booking(c.booking, ledger_hold_of(c.booking), p_now) then
    return 'changed';
  end if;
  insert into new_idempotency_keys
    (actor_id, operation, key, request_hash, resource_id, created_at)
  values ((c.booking).passenger_id, 'bookings.book', c.key, c.hash, (c.booking).id, p_now);
  return 'insufficient_funds';
end $$;
