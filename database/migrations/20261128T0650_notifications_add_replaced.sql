alter table notifications add column replaced_at timestamptz;
