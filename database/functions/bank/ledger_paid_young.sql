-- Whether a fare was paid with card money that could be charged back when held, with a credit for
-- travelling only, or with earnings from them, followed through two earlier earnings; older money
-- counts as such.
create or replace function ledger_paid_young(
  p_user uuid, p_hold uuid, p_pesos bigint, p_hops integer)
returns boolean language plpgsql stable as $$
begin
  return p_hops >= 2 or exists (
    select from ledger_hold_lots(p_user, p_hold, p_pesos, p_hops + 1) as l
    join ledger_transfers h on h.id = p_hold
    where l.origin in ('card', 'team') and l.matures_at > h.created_at
       or l.origin = 'earnings' and (l.held or l.matures_at > h.created_at
            and l.matures_at > l.since + interval '24 hours'));
end $$;
