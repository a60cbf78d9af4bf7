-- Trigger: the entered values of a price proposal never change, and it is decided once.
create or replace function keep_price_proposal() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.outcome is not null
    or (old.kind, old.subject_id, old.valid_from, old.pesos, old.source, old.proposed_by,
        old.proposed_at)
      is distinct from
       (new.kind, new.subject_id, new.valid_from, new.pesos, new.source, new.proposed_by,
        new.proposed_at)
  then
    raise exception 'a price that was entered never changes'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
