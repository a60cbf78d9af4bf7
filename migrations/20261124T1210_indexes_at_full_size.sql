-- Indexes that only tables of 200,000 rows ask for (decision 165).
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists user_conduct_expelled on user_conduct (user_id) where expelled;
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists trip_alert_matches_of_trip on trip_alert_matches (trip_id);
-- under traffic: made by hand with `concurrently` before the release (decision 105).
create index if not exists notifications_of_terms on notifications (cause)
  where kind = 'terms_coming';
