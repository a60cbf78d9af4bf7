-- Pays for a redemption with points, once: the amount and the person of its row.
create or replace function ledger_spend_points(p_redemption uuid, p_now timestamptz) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  issued constant uuid := '00000000-0000-7000-8000-000000000004';
  spent_id uuid := derived_id('points.redeemed', p_redemption::text);
  r reward_redemptions;
  account ledger_accounts;
begin
  select * into r from reward_redemptions where id = p_redemption;
  if not found then return 'refused:cause_unsuitable'; end if;
  perform ledger_lock(derived_id('ledger.points.PTS', r.user_id::text),
    derived_id('ledger.points.PTS', r.user_id::text));
  if exists (select from ledger_transfers where id = spent_id) then return 'same'; end if;
  select * into account from ledger_accounts
    where id = derived_id('ledger.points.PTS', r.user_id::text);
  if coalesce(account.credits_posted - account.debits_posted - account.debits_pending, 0) < r.points
  then
    return 'refused:insufficient_funds';
  end if;
  insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      cause_kind, cause_id, created_at, happened_at)
    values (spent_id, 'transfer', account.id, issued, r.points, 'PTS', 'points_redeemed',
      'redemption', p_redemption::text, p_now, p_now);
  update ledger_accounts set debits_posted = debits_posted + r.points where id = account.id;
  return 'created';
end $$;
