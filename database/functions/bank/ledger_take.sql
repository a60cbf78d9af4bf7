-- Takes pesos from lots. Spending takes top-ups first (immature ones before mature ones, the oldest
-- first) and earnings last, disputed earnings at the very end. A withdrawal takes mature undisputed
-- lots, earnings first. p_prefer is the cause of a lot that is taken before all others. Returns the
-- remaining lots and the pesos taken: [[number of the lot, pesos], ...].
create or replace function ledger_take(
  inout lots wallet_lot[], p_pesos bigint, p_at timestamptz, p_withdraws boolean, p_prefer text,
  out taken jsonb
) language plpgsql immutable as $$
declare
  v_left bigint := p_pesos;
  v_part bigint;
  v_no integer;
begin
  taken := '[]';
  for v_no in
    select l.ordinality from unnest(lots) with ordinality as l where l.pesos > 0
    order by l.cause is distinct from p_prefer or p_prefer is null,
      p_withdraws and (l.matures_at > p_at or l.disputed or l.held),
      (l.origin = 'earnings') = not p_withdraws,
      l.disputed or l.held,
      l.matures_at <= p_at,
      l.since, l.ordinality
  loop
    exit when v_left = 0;
    v_part := least(v_left, lots[v_no].pesos);
    lots[v_no].pesos := lots[v_no].pesos - v_part;
    taken := taken || jsonb_build_array(jsonb_build_array(v_no, v_part));
    v_left := v_left - v_part;
  end loop;
  -- The lots cannot hold less than p_pesos unless rows from before `seq` are out of order; then the
  -- first lot takes the difference.
  lots[1].pesos := lots[1].pesos - v_left;
end $$;
