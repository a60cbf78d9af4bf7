-- Outcome of a passenger's idempotency key: 'repeated:<booking>', 'insufficient_funds' for a stored
-- refusal, 'idempotency_mismatch' for another request, or null for a new key. The ids p_booking and
-- p_hold derive from the key, so that the outcome is found after the key's row was purged.
create or replace function outcome_of_key(
  p_passenger uuid, p_key text, p_hash text, p_booking uuid, p_hold uuid
) returns table (answer text) language sql stable as $$
  select case
    when k.request_hash <> p_hash then 'idempotency_mismatch'
    when b.id is not null then 'repeated:' || b.id
    when k.request_hash is not null or r.transfer_id is not null then 'insufficient_funds' end
  from (select p_key as key where p_key is not null) as asked
  left join idempotency_keys k
    on k.actor_id = p_passenger and k.operation = 'bookings.book' and k.key = asked.key
  left join bookings b on b.id = coalesce(k.resource_id, p_booking)
  left join ledger_refusals r on r.transfer_id = p_hold
$$;
