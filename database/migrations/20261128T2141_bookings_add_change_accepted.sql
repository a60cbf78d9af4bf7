alter table bookings add column change_accepted_at timestamptz;
