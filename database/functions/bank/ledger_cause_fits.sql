-- Whether the cause of a movement justifies it. p_now decides which money may be withdrawn.
create or replace function ledger_cause_fits(
  p_id uuid, p_kind text, payer ledger_accounts, payee ledger_accounts, p_amount bigint,
  p_code text, p_cause_kind text, p_cause_id text, p_now timestamptz
) returns boolean language plpgsql as $$
begin
  return coalesce(case p_cause_kind
    when 'payment' then case p_code
      when 'topup_refund' then p_kind = 'pending'
        and ledger_refund_fits(p_id, payer, payee, p_amount, p_cause_id::uuid)
      else p_kind = 'transfer'
        and ledger_payment_fits(p_id, payer, payee, p_amount, p_code, p_cause_id::uuid) end
    when 'booking' then
      ledger_booking_fits(p_id, p_kind, payer, payee, p_amount, p_code, p_cause_id::uuid)
    when 'withdrawal' then
      ledger_withdrawal_fits(p_id, p_kind, payer, payee, p_amount, p_code, p_cause_id::uuid, p_now)
    when 'money_act' then p_kind = 'transfer'
      and ledger_credit_fits(p_id, payer, payee, p_amount, p_code, p_cause_id::uuid)
    when 'operator' then ledger_called_by_owner()
  end, false);
end $$;
