-- Returns pesos to the lots that they were taken from, last taken first, with the old dates of
-- those lots. Pesos taken before the replayed window return to the first lot.
create or replace function ledger_give_back(
  inout lots wallet_lot[], inout taken jsonb, p_pesos bigint)
language plpgsql immutable as $$
declare
  v_left bigint := p_pesos;
  v_last integer;
  v_part bigint;
  v_no integer;
begin
  taken := coalesce(taken, '[]');
  while v_left > 0 and jsonb_array_length(taken) > 0 loop
    v_last := jsonb_array_length(taken) - 1;
    v_no := (taken -> v_last ->> 0)::integer;
    v_part := (taken -> v_last ->> 1)::bigint;
    taken := taken - v_last;
    if v_part > v_left then
      taken := taken || jsonb_build_array(jsonb_build_array(v_no, v_part - v_left));
      v_part := v_left;
    end if;
    lots[v_no].pesos := lots[v_no].pesos + v_part;
    v_left := v_left - v_part;
  end loop;
  lots[1].pesos := lots[1].pesos + v_left;
end $$;
