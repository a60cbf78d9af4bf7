-- What the role of the app may do. What is not named here gives it nothing.
-- Written by `npm run db:grants` from the data.ts of every module.
do $$ begin
  if not exists (select from pg_roles where rolname = 'cupo_app') then
    create role cupo_app nologin;
  end if;
-- Another process on the same server made it at the same moment.
exception when duplicate_object or unique_violation then null;
end $$;
grant cupo_app to current_user;
grant usage on schema public to cupo_app;
revoke all on all tables in schema public from cupo_app;
revoke all on all functions in schema public from public, cupo_app;

-- Written by migrate.ts, read by the health of the program.
grant select on schema_migrations to cupo_app;

-- platform
grant select, insert, update, delete on idempotency_keys, jobs, key_checks, rate_limits to cupo_app;
grant select, insert on audit_entries to cupo_app;
grant select on clock_limit, new_jobs, new_idempotency_keys to cupo_app;
grant execute on function derived_id(text,text), derived_id(text[]) to cupo_app;

-- notifications
grant select, insert, update, delete on
  notifications, notification_preferences, sent_texts, mail_suppressions, push_subscriptions,
  push_devices, live_events
to cupo_app;

-- staff-actions
grant select, insert on staff_actions to cupo_app;

-- switches
grant select, insert on switch_changes to cupo_app;

-- users
grant select, insert, update, delete on
  user_photos, driver_photos, women_declarations, users, phone_policy, blocks
to cupo_app;
grant select, insert on consents to cupo_app;
grant select on blocked_pairs to cupo_app;
grant execute on function missing_of, standing_of, parties_apart to cupo_app;

-- files
grant select, insert, update, delete on browser_errors, browser_vitals to cupo_app;

-- ledger
grant select, insert, update, delete on payment_cases to cupo_app;
grant select on
  ledger_accounts, ledger_transfers, ledger_refusals, ledger_batches, ledger_verified,
  ledger_verified_totals, ledger_transfer_lines, ledger_refusal_lines, ledger_account_lines
to cupo_app;
grant execute on function
  fund_cover, fund_fares, fund_returned, fund_same_hands, fund_setting, fund_share_of, fund_state,
  ledger_add_batch, ledger_award_referral_points, ledger_award_trip_points, ledger_debt,
  ledger_held_fares, ledger_lapse_credits, ledger_micros, ledger_move, ledger_open_wallet,
  ledger_refunded, ledger_remember_batch, ledger_resolve, ledger_return_fare,
  ledger_return_suspended, ledger_reverse_topup, ledger_same_hands, ledger_seen,
  ledger_settled_below, ledger_spend_points, ledger_suspend_topup, ledger_take_referral_points,
  ledger_take_trip_points, ledger_tx, ledger_tx_offset, ledger_verify, ledger_verify_part,
  ledger_withdrawable, ledger_withdrawal_origins, ledger_same_hands
to cupo_app;

-- access
grant select, insert, update, delete on
  credentials, step_up_codes, sessions, user_devices, account_links, identities, oauth_flows,
  phone_codes, passkey_challenges, totp_secrets, passkeys, recovery_codes
to cupo_app;

-- verification
grant select, insert, update, delete on documents, document_decisions, vehicles to cupo_app;

-- standing
grant select, insert, update, delete on user_reputation, barred_identities to cupo_app;
grant select, insert on sanction_events, driver_marks to cupo_app;
grant select on user_standing to cupo_app;

-- payments
grant select, insert, update, delete on gateway_events to cupo_app;
grant select, insert on gateway_answers, payment_attempts, payments to cupo_app;
grant update (
  status, method, credit_transfer, updated_at, payer_index
) on payment_attempts to cupo_app;
grant update (
  status, last_attempt_status, last_transaction_id, updated_at, next_check_at, checks, asked_at,
  discarded_at
) on payments to cupo_app;

-- withdrawals
grant select, insert, update, delete on
  payout_events, payout_sendings, payout_accounts, payout_batches
to cupo_app;
grant select, insert on payout_transactions, withdrawal_events, withdrawals to cupo_app;
grant update (status, failure_code, created_at, updated_at) on payout_transactions to cupo_app;
grant update (
  two_people, destination_sealed, status, updated_at, first_by, first_at, second_by, second_at,
  channel, batch_id, sent_at, next_check_at, checks, result, result_note, result_by, result_at,
  confirmed_by, rejected_by, reason, closed_at, unanswered_at, return_reference, return_reason,
  return_by, return_at, return_confirmed_by
) on withdrawals to cupo_app;

-- places
grant select, insert, update, delete on
  places, roads, toll_stations, toll_tariffs, corridors, corridor_pairs, safe_point_reports,
  safe_points
to cupo_app;

-- pricing
grant select, insert, update, delete on fuel_prices, price_proposals to cupo_app;

-- trips
grant select, insert, update, delete on trips, trip_seats, trip_stop_points to cupo_app;
grant execute on function
  audience_of_trip, free_extra_stops, kept_out, return_seats, return_seats_of, road_point,
  sold_at_once, sold_seats, take_seats, trip_prefers, used_extra_stops
to cupo_app;

-- trip-changes
grant select, insert, update, delete on
  trip_pauses, trip_series_days, trip_series, publish_nudges, trip_drafts
to cupo_app;

-- search
grant select, insert, update, delete on trips_on_sale, search_misses to cupo_app;
grant execute on function refresh_trip_on_sale, sold_at_once_to to cupo_app;

-- demand
grant select, insert, update, delete on
  trip_alert_matches, trip_alerts, ride_invitations, ride_requests
to cupo_app;

-- bookings
grant select, insert, update, delete on bookings, calendar_links, seat_keeps to cupo_app;
grant select, insert on booking_events to cupo_app;
grant execute on function
  boarding_witnessed, book_seats, booking_facts, cancel_bookings, change_segment, check_ins,
  connection_refusal, crossing_of, facts_of_calls, give_back_seats, left_by_choice, left_for_others,
  lock_connection, outcome_of_key, overlapping_booking, point_lost, refuse_booking, seats_after,
  whose_choice
to cupo_app;

-- journeys
grant select, insert, update, delete on
  arrival_words, journey_arrivals, journey_presses, journeys, boarding_scans
to cupo_app;

-- connections
grant select, insert, update, delete on rescues, rescue_asks to cupo_app;
grant execute on function ask_stands, take_rescue to cupo_app;

-- ratings
grant select, insert, update, delete on rating_cases to cupo_app;
grant select, insert on rating_replies, rating_events, ratings to cupo_app;
grant select on rating_states to cupo_app;

-- conversations
grant select, insert, update, delete on
  conversation_messages, meeting_proposals, conversation_members, conversation_removals,
  conversations
to cupo_app;

-- safety
grant select, insert, update, delete on
  trip_shares, shared_positions, trusted_contacts, trusted_contact_refusals, trusted_contact_news,
  incidents, incident_notes, duty_alarms, duty_hours
to cupo_app;
grant select, insert on duty_calls to cupo_app;

-- conduct
grant select, insert, update, delete on
  conduct_photos, conduct_cases, hearing_photos, appeal_photos, sanction_appeals, disputes,
  dispute_words
to cupo_app;

-- rewards
grant select, insert, update, delete on
  reward_codes, reward_items, reward_reviews, membership_cards, referral_codes, referrals
to cupo_app;
grant select, insert on reward_redemptions, card_events to cupo_app;

-- support
grant select, insert, update, delete on
  support_attachments, support_messages, support_tickets
to cupo_app;

-- desk
grant select, insert, update, delete on desk_notes, team_invitations, signature_lapses to cupo_app;
grant select, insert on data_reveals, money_acts to cupo_app;
grant update (
  outcome, decided_by, decided_at, taken_over_by, unpaid_by, unpaid_at, unpaid_proof
) on money_acts to cupo_app;

-- statistics
grant select, insert, update, delete on daily_statistics, statistics_progress to cupo_app;

-- books
grant select, insert, update, delete on integrity_watch to cupo_app;
grant select, insert on
  reconciliations, bank_statements, payout_matches, payout_proofs, month_closings
to cupo_app;

-- privacy
grant select, insert, update, delete on data_exports, account_closings to cupo_app;
grant execute on function refuse_closing to cupo_app;
