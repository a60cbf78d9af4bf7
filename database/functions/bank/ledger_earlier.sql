-- Outcome of a transfer id: null if it is new, 'same', 'conflict' or 'refused:<reason>'.
create or replace function ledger_earlier(p_id uuid, p_fingerprint text) returns text
language plpgsql as $$
declare
  found_print text;
  found_reason text;
begin
  select concat_ws('|', kind, debit_account, credit_account, amount, code, pending_id,
                   cause_kind, cause_id)
    into found_print from ledger_transfers where id = p_id;
  if found then
    return case when found_print = p_fingerprint then 'same' else 'conflict' end;
  end if;
  select fingerprint, reason into found_print, found_reason
    from ledger_refusals where transfer_id = p_id;
  if not found then
    return null;
  end if;
  return case when found_print = p_fingerprint then 'refused:' || found_reason else 'conflict' end;
end $$;
