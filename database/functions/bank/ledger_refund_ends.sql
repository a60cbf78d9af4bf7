-- Whether the hold of a refund may end so: taken when two people signed, else returned when it was
-- refused.
create or replace function ledger_refund_ends(
  hold ledger_transfers, p_id uuid, p_kind text, p_taken bigint
) returns boolean language plpgsql as $$
declare
  m record;
begin
  select id, outcome, proposed_by, decided_by into m from money_acts
    where payment_id = hold.cause_id::uuid
      and derived_id('money_act.refund', id::text) = hold.id;
  if not found or p_id <> derived_id('money_act.' || p_kind, m.id::text) then return false; end if;
  if p_kind = 'void' then return m.outcome = 'refused'; end if;
  return m.outcome = 'done' and m.decided_by <> m.proposed_by and p_taken = hold.amount;
end $$;
