-- Takes given points back as far as the person has them, once; missing points are not owed.
create or replace function ledger_undo_points(
  p_award uuid, p_id uuid, p_now timestamptz, out outcome text, out taken bigint, out missing bigint
) language plpgsql as $$
declare
  award ledger_transfers;
  earlier bigint;
begin
  taken := 0;
  missing := 0;
  select * into award from ledger_transfers where id = p_award;
  if not found then
    outcome := 'refused:cause_unsuitable';
    return;
  end if;
  perform ledger_lock(award.credit_account, award.credit_account);
  select t.amount into earlier from ledger_transfers t where t.id = p_id;
  if found or exists (select from ledger_refusals r where r.transfer_id = p_id) then
    outcome := 'same';
    taken := coalesce(earlier, 0);
    missing := award.amount - taken;
    return;
  end if;
  select least(award.amount, a.credits_posted - a.debits_posted - a.debits_pending) into taken
    from ledger_accounts a where a.id = award.credit_account;
  missing := award.amount - taken;
  outcome := 'created';
  if taken = 0 then
    perform ledger_refuse(p_id, concat_ws('|', 'transfer', award.credit_account,
      award.debit_account, award.amount, 'points_undone', award.cause_kind, award.cause_id),
      'insufficient_funds', p_now);
    return;
  end if;
  insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      cause_kind, cause_id, created_at, happened_at)
    values (p_id, 'transfer', award.credit_account, award.debit_account, taken, 'PTS',
      'points_undone', award.cause_kind, award.cause_id, p_now, p_now);
  update ledger_accounts set debits_posted = debits_posted + taken
    where id = award.credit_account;
end $$;
