-- Gives points, for the functions that award them. Outcomes as of ledger_move.
create or replace function ledger_give_points(
  p_id uuid, p_user uuid, p_points bigint, p_code text, p_cause_kind text, p_cause uuid,
  p_now timestamptz
) returns text language plpgsql as $$
declare
  issued constant uuid := '00000000-0000-7000-8000-000000000004';
  account uuid := derived_id('ledger.points.PTS', p_user::text);
  print text := concat_ws('|', 'transfer', issued, account, p_points, p_code, p_cause_kind,
                          p_cause);
  earlier text;
begin
  insert into ledger_accounts (id, kind, owner_id, currency, balanced, created_at)
    values (account, 'points', p_user, 'PTS', true, p_now)
    on conflict do nothing;
  perform ledger_lock(account, account);
  earlier := ledger_earlier(p_id, print);
  if earlier is not null then return earlier; end if;
  insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      cause_kind, cause_id, created_at, happened_at)
    values (p_id, 'transfer', issued, account, p_points, 'PTS', p_code, p_cause_kind, p_cause::text,
      p_now, p_now);
  update ledger_accounts set credits_posted = credits_posted + p_points where id = account;
  return 'created';
end $$;
