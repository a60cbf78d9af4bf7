-- Indexes for statements that read a whole table which grows (decision 165, test/growth-plans).
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists ledger_batches_to on ledger_batches (to_tx);
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists ledger_batches_created on ledger_batches (created_at);
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists sessions_expiring on sessions (expires_at);
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists sessions_revoked on sessions (revoked_at) where revoked_at is not null;
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists sessions_of_person on sessions (user_id);
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists payment_attempts_method on payment_attempts (method)
  where method is not null;
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists payments_updated on payments (updated_at);
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists staff_actions_action on staff_actions (action);
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists payout_accounts_number on payout_accounts (number_index);
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists payout_accounts_of_person on payout_accounts (user_id);
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists documents_by_status on documents (status, created_at);
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists sanction_appeals_of_person on sanction_appeals (user_id);
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists sanction_appeals_answered on sanction_appeals (answered_at desc)
  where answered_at is not null;
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists conduct_cases_sanction on conduct_cases (sanction_id)
  where sanction_id is not null;
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists account_closings_of_person on account_closings (user_id);
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists bookings_closed on bookings (closed_at);
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists withdrawals_closed on withdrawals (closed_at);
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists withdrawals_by_status on withdrawals (status, created_at, id);
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists payout_transactions_withdrawal on payout_transactions (withdrawal_id);
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists payment_cases_opened on payment_cases (opened_at, id);
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists rating_cases_resolved on rating_cases (resolved_at desc, id)
  where resolved_at is not null;
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists reward_reviews_resolved on reward_reviews (resolved_at desc, id)
  where outcome is not null;
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists support_tickets_by_status on support_tickets (status, due_at);
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists support_tickets_rated on support_tickets (rated_at)
  where rated_at is not null;
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists jobs_dead on jobs (dead_at, id) where dead_at is not null;
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists ride_requests_of_alert on ride_requests (alert_id)
  where alert_id is not null;
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists users_roles on users using gin (roles);
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists duty_alarms_of_incident on duty_alarms (incident_id, raised_at desc)
  where incident_id is not null;
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists users_unsealed_phone on users (id)
  where phone_number is not null and phone_sealed is null;
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists documents_expiring on documents (expires_on) where status = 'approved';
