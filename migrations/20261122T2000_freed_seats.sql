-- Whoever looks for a seat hears of a trip that was full, when a seat of it comes free. Until then
-- only a publication met an alert.

alter table trip_alert_matches
  -- The trip had too few seats for the alert, until some came free.
  add column freed boolean not null default false;
