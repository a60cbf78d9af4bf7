-- Public, lit, known places to get on and off: proposed by people, vetted by us.

create table safe_points (
  id uuid primary key,
  place_id text not null references places (id),
  name text not null,
  kind text not null check (kind in ('terminal', 'mall', 'service_station', 'other')),
  lat double precision not null,
  lng double precision not null,
  -- The coordinates are near, not at the door.
  approximate boolean not null,
  address text not null,
  hours text,
  photo_key text,
  status text not null check (status in ('proposed', 'vetted', 'hidden')),
  -- Null for those that come with the project.
  proposed_by uuid references users (id),
  decided_by uuid references users (id),
  decided_at timestamptz,
  -- Why it is hidden.
  reason text,
  created_at timestamptz not null
);
create index safe_points_place on safe_points (place_id, status);
create index safe_points_status on safe_points (status, created_at);
create index safe_points_proposer on safe_points (proposed_by) where proposed_by is not null;

create table safe_point_reports (
  id uuid primary key,
  safe_point_id uuid not null references safe_points (id),
  reporter_id uuid not null references users (id),
  reason text not null check (reason in ('gone', 'unsafe', 'wrong_place', 'other')),
  details text,
  created_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by uuid references users (id)
);
-- One open report per person and point.
create unique index safe_point_reports_open on safe_point_reports (safe_point_id, reporter_id)
  where resolved_at is null;
