-- Ends a hold: 'post' takes p_amount (all of it when null) and returns the rest, 'void' and
-- 'expire' return everything. Returns the same outcomes as ledger_move.
create or replace function ledger_resolve(
  p_id uuid, p_kind text, p_pending uuid, p_amount bigint, p_code text,
  p_cause_kind text, p_cause_id text, p_now timestamptz, p_happened_at timestamptz default null
) returns text language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  hold ledger_transfers;
  taken bigint;
  happened timestamptz := least(coalesce(p_happened_at, p_now), p_now);
  print text;
  earlier text;
begin
  select * into hold from ledger_transfers where id = p_pending and kind = 'pending';
  if not found then return 'refused:hold_not_found'; end if;
  taken := case when p_kind = 'post' then coalesce(p_amount, hold.amount) else hold.amount end;
  print := concat_ws('|', p_kind, hold.debit_account, hold.credit_account, taken, p_code,
                     p_pending, p_cause_kind, p_cause_id);

  if hold.cause_kind = 'booking' then perform fund_lock(array[hold.cause_id::uuid]); end if;
  perform ledger_lock(hold.debit_account, hold.credit_account);
  earlier := ledger_earlier(p_id, print);
  if earlier is not null then return earlier; end if;
  if not clock_fits(p_now) then return 'refused:clock_wrong'; end if;
  if not ledger_ending_fits(hold, p_id, p_kind, taken, p_code, p_cause_kind, p_cause_id) then
    return 'refused:cause_unsuitable';
  end if;
  if exists (select from ledger_transfers where pending_id = p_pending) then
    return ledger_refuse(p_id, print, 'hold_resolved', p_now);
  end if;
  if p_kind = 'post' and hold.expires_at <= happened then
    return ledger_refuse(p_id, print, 'hold_expired', p_now);
  end if;
  if p_kind = 'expire' and (hold.expires_at is null or hold.expires_at > p_now) then
    return 'refused:hold_not_due';
  end if;
  if taken > hold.amount then
    return ledger_refuse(p_id, print, 'amount_exceeds_hold', p_now);
  end if;

  -- A hold never ends before the time at which it was made.
  happened := greatest(happened, hold.happened_at);
  insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      pending_id, cause_kind, cause_id, created_at, happened_at, same_hands)
    values (p_id, p_kind, hold.debit_account, hold.credit_account, taken, hold.currency, p_code,
      p_pending, p_cause_kind, p_cause_id, p_now, happened,
      case when p_kind = 'post' and p_code = 'fare' then
        ledger_same_wallets(hold.debit_account, hold.credit_account) end)
    on conflict do nothing;
  if not found then
    return coalesce(ledger_earlier(p_id, print), 'refused:hold_resolved');
  end if;

  update ledger_accounts set
    debits_pending = debits_pending - hold.amount,
    debits_posted = debits_posted + case when p_kind = 'post' then taken else 0 end
  where id = hold.debit_account and balanced;
  update ledger_accounts set
    credits_pending = credits_pending - hold.amount,
    credits_posted = credits_posted + case when p_kind = 'post' then taken else 0 end
  where id = hold.credit_account and balanced;
  if hold.cause_kind = 'booking' then
    perform fund_return_cover(hold.cause_id::uuid, p_now, happened);
  end if;
  perform ledger_repay(hold.debit_account, p_id, 0, p_cause_kind, p_cause_id, p_now, happened);
  if p_kind = 'post' then
    -- The commission on these earnings is taken next, so the repayment of a debt must leave it.
    perform ledger_repay(hold.credit_account, p_id,
      ledger_commission_due(p_code, p_cause_kind, p_cause_id, taken),
      p_cause_kind, p_cause_id, p_now, happened);
  end if;
  return 'created';
end $$;
