-- Approved payments are asked for again, since a void may be told late or never: `next_check_at`
-- now counts for them too, and is 'infinity' once nobody asks any more.
drop index payments_open;
create index payments_due on payments (next_check_at)
  where status in ('open', 'approved') and next_check_at <> 'infinity';
update payments set checks = 0,
  next_check_at = case when updated_at > now() - interval '90 days'
    then updated_at + interval '1 hour' else 'infinity' end
where status = 'approved';

-- When the owner last made us ask for an approved payment.
alter table payments add column asked_at timestamptz;
