-- Changes of a wallet after an instant, as written. `freed`: amount that the end of a hold
-- returned. A scan is written days after it happened, so the index search starts 30 days earlier.
create or replace function ledger_wallet_rows(p_wallet uuid, p_since timestamptz)
returns table (
  seq bigint, id uuid, at timestamptz, incoming boolean, kind text, code text, cause_kind text,
  cause text, hold uuid, pesos bigint, freed bigint
) language sql stable as $$
  select t.seq, t.id, t.created_at, false, t.kind, t.code, t.cause_kind, t.cause_id,
    coalesce(t.pending_id, t.id), t.amount,
    case t.kind when 'post' then h.amount - t.amount else h.amount end
  from ledger_transfers t left join ledger_transfers h on h.id = t.pending_id
  where t.debit_account = p_wallet and t.happened_at > p_since - interval '30 days'
    and t.created_at > p_since
  union all
  select t.seq, t.id, t.created_at, true, t.kind, t.code, t.cause_kind, t.cause_id,
    coalesce(t.pending_id, t.id), t.amount, 0
  from ledger_transfers t
  where t.credit_account = p_wallet and t.happened_at > p_since - interval '30 days'
    and t.created_at > p_since and t.kind in ('transfer', 'post')
  order by 1
$$;
