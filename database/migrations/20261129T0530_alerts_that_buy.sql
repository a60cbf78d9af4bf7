-- An alert can buy a seat for its person, and a booking names the alert that bought it.
alter table trip_alerts
  add column buys boolean not null default false,
  add column earliest_minute smallint not null default 0 check (earliest_minute between 0 and 1439),
  add column latest_minute smallint not null default 1440 check (latest_minute between 1 and 1440),
  add column notice_minutes smallint not null default 180
    check (notice_minutes between 30 and 2880),
  add column at_night boolean not null default false,
  add column women_only boolean not null default false,
  add column verified_only boolean not null default false,
  add constraint trip_alerts_hours check (earliest_minute < latest_minute),
  add constraint trip_alerts_buy_below check (not buys or max_price is not null);
create index trip_alerts_buying on trip_alerts (from_place, to_place, id)
  where status = 'active' and buys;
alter table trip_alert_matches add column passed_over text check (length(passed_over) <= 60);
create index trip_alert_matches_passed_over on trip_alert_matches (matched_at)
  where passed_over is not null;
alter table consents drop constraint consents_purpose_check, add check (purpose in (
  'terms', 'privacy', 'selfie', 'profile_photo', 'marketing', 'list_purchase'));
alter table bookings
  add column list_id uuid,
  add column list_free_until timestamptz,
  add constraint bookings_of_list_pay check ((list_id is null) = (list_free_until is null)
    and (list_id is null or payment_mode = 'billetera'));
create unique index bookings_of_list on bookings (list_id)
  where list_id is not null and status not in ('rejected', 'expired');
