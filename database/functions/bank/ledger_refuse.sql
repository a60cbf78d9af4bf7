-- Stores a refusal, so that the same movement is refused again.
create or replace function ledger_refuse(
  p_id uuid, p_fingerprint text, p_reason text, p_now timestamptz
) returns text language plpgsql as $$
begin
  insert into ledger_refusals (transfer_id, fingerprint, reason, created_at)
    values (p_id, p_fingerprint, p_reason, p_now)
    on conflict do nothing;
  return 'refused:' || p_reason;
end $$;
