-- Verifies about p_rows more transfers and adds them to the totals; starts over with p_restart.
-- False when fewer are left or one is wrong: `ledger_verify` then reads the rest and reports.
create or replace function ledger_verify_part(p_restart boolean, p_rows integer) returns boolean
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set work_mem = '64MB' as $$
declare
  known ledger_verified;
  v_end bigint;
begin
  select * into strict known from ledger_verified for update;
  if p_restart then
    delete from ledger_verified_totals;
    update ledger_verified set upto_tx = 0, transfers = 0;
    known.upto_tx := 0;
  end if;
  select tx + 1 into v_end from ledger_transfers
    where tx >= known.upto_tx order by tx offset p_rows - 1 limit 1;
  if v_end is null or v_end > ledger_settled_below() or exists (
      select from ledger_transfers t
      left join ledger_transfers h on h.id = t.pending_id
      join ledger_accounts d on d.id = t.debit_account
      join ledger_accounts c on c.id = t.credit_account
      where t.tx >= known.upto_tx and t.tx < v_end
        and (t.currency <> d.currency or t.currency <> c.currency
          or t.pending_id is not null and (
            h.id is null or h.kind <> 'pending' or t.amount > h.amount
            or t.debit_account <> h.debit_account or t.credit_account <> h.credit_account
            or (t.kind <> 'post' and t.amount <> h.amount)))) then
    return false;
  end if;
  insert into ledger_verified_totals as v
      (account, debits_posted, credits_posted, debits_pending, credits_pending)
    select account, debits_posted, credits_posted, debits_pending, credits_pending
    from ledger_effects(known.upto_tx, v_end)
    on conflict (account) do update set
      debits_posted = v.debits_posted + excluded.debits_posted,
      credits_posted = v.credits_posted + excluded.credits_posted,
      debits_pending = v.debits_pending + excluded.debits_pending,
      credits_pending = v.credits_pending + excluded.credits_pending;
  update ledger_verified set upto_tx = v_end, transfers = transfers + (
    select count(*) from ledger_transfers where tx >= known.upto_tx and tx < v_end);
  return true;
end $$;
