-- Effect of the transfers of a range of transactions (p_to null: all) on account totals.
create or replace function ledger_effects(p_from bigint, p_to bigint)
returns table (
  account uuid, debits_posted bigint, credits_posted bigint, debits_pending bigint,
  credits_pending bigint, transfers bigint
) language sql stable as $$
  select side.account,
    sum(side.debit * moved)::bigint, sum(side.credit * moved)::bigint,
    sum(side.debit * reserved)::bigint, sum(side.credit * reserved)::bigint,
    sum(side.debit)::bigint
  from (
    select t.debit_account, t.credit_account,
      case when t.kind in ('transfer', 'post') then t.amount else 0 end as moved,
      case when t.kind = 'pending' then t.amount else -coalesce(h.amount, 0) end as reserved
    from ledger_transfers t
    left join ledger_transfers h on h.id = t.pending_id
    where t.tx >= p_from and (p_to is null or t.tx < p_to)
  ) effect
  cross join lateral (values (debit_account, 1, 0), (credit_account, 0, 1))
    as side (account, debit, credit)
  group by side.account
$$;
