-- Lots from which a hold took its pesos, as they were when the hold was made.
create or replace function ledger_hold_lots(
  p_user uuid, p_hold uuid, p_pesos bigint, p_hops integer default 0)
returns setof wallet_lot language plpgsql stable as $$
declare
  h ledger_transfers;
  lots wallet_lot[];
  v_taken jsonb;
begin
  select * into h from ledger_transfers where id = p_hold;
  lots := array(select l from ledger_wallet_lots(p_user, h.created_at, h.seq, p_hops) as l);
  if cardinality(lots) = 0 then return; end if;
  select t.taken into v_taken
    from ledger_take(lots, p_pesos, h.created_at, h.code = 'withdrawal', null) as t;
  return query select l.origin, l.cause, l.since, l.matures_at, l.disputed, l.held,
      (part ->> 1)::bigint
    from jsonb_array_elements(v_taken) as part
    cross join lateral (select (lots[(part ->> 0)::integer]).*) as l;
end $$;
