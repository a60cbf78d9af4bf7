-- Tables of the module places.

create table places (
  id text primary key check (id ~ '^\d{5}$'),
  name text not null,
  department text not null,
  lat double precision not null,
  lng double precision not null,
  population integer not null,
  aliases text[] not null default '{}'
);

create table roads (
  id text primary key,
  from_place text not null references places (id),
  to_place text not null references places (id),
  km numeric(6, 1) not null check (km > 0),
  minutes integer not null check (minutes > 0),
  road_class text not null,
  check (from_place <> to_place)
);

create table toll_stations (
  id text primary key,
  name text not null,
  road_id text not null references roads (id),
  -- forward: charged only in the direction from from_place to to_place.
  direction text not null check (direction in ('both', 'forward', 'backward'))
);

create table toll_tariffs (
  station_id text not null references toll_stations (id),
  vehicle_class text not null default 'I',
  valid_from date not null,
  pesos bigint not null check (pesos > 0),
  source text not null,
  -- Last day of a temporary tariff; the previous tariff applies again afterwards.
  valid_to date,
  primary key (station_id, vehicle_class, valid_from),
  constraint toll_tariffs_period check (valid_to >= valid_from)
);

create table corridors (
  id uuid primary key,
  hash text not null unique,
  place_ids text[] not null,
  -- Kilometres and minutes from the first place to each place.
  kms double precision[] not null,
  minutes integer[] not null,
  created_at timestamptz not null
);

-- Corridors that pass A and then B. The offset in minutes gives the day of the pick-up.
create table corridor_pairs (
  from_place text not null,
  to_place text not null,
  corridor_id uuid not null references corridors (id),
  from_seq smallint not null,
  to_seq smallint not null,
  from_minutes integer not null,
  to_minutes integer not null,
  primary key (from_place, to_place, corridor_id),
  check (from_seq < to_seq)
);

-- Tables of the module pricing.

create table fuel_prices (
  -- Code of the municipality, or CO for the national average.
  place_id text not null,
  valid_from date not null,
  pesos_per_gallon bigint not null check (pesos_per_gallon > 0),
  source text not null,
  primary key (place_id, valid_from)
);

-- Tables of the module places.

create table safe_points (
  id uuid primary key,
  place_id text not null references places (id),
  name text not null,
  kind text not null check (kind in ('terminal', 'mall', 'service_station', 'other')),
  lat double precision not null,
  lng double precision not null,
  -- Whether the coordinates are only near the point, not at its entrance.
  approximate boolean not null,
  address text not null,
  hours text,
  photo_key text,
  status text not null check (status in ('proposed', 'vetted', 'hidden')),
  -- Person who proposed the point; null for points that come with the project.
  proposed_by uuid references users (id),
  decided_by uuid references users (id),
  decided_at timestamptz,
  -- Reason why the point is hidden.
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
-- At most one open report per person and point.
create unique index safe_point_reports_open on safe_point_reports (safe_point_id, reporter_id)
  where resolved_at is null;

-- Tables of the module pricing.

-- Prices of fuel and tolls by the team. A second person confirms each; never for a past day.
create table price_proposals (
  id uuid primary key,
  -- `insurance`: the day from which publishing needs an insurance of the car. `fund`: a setting of
  -- the guarantee fund, `pesos` is its value; or with `open` a sum that the company pays into it.
  kind text not null check (kind in ('fuel', 'toll', 'insurance', 'fund')),
  -- Code of the municipality (CO: national average) or of the toll station; `insurance`; or of the
  -- fund `open`, `share`, `cover_percent` or `cover_max`.
  subject_id text not null check (length(subject_id) between 1 and 60),
  valid_from date not null,
  pesos bigint check (pesos > 0),
  source text not null check (length(source) between 1 and 200),
  proposed_by uuid not null references users (id),
  proposed_at timestamptz not null,
  decided_by uuid references users (id),
  decided_at timestamptz,
  outcome text check (outcome in ('confirmed', 'rejected', 'lapsed')),
  constraint price_proposals_pesos check ((pesos is null) = (kind = 'insurance')),
  constraint price_proposals_not_past
    check (valid_from >= (proposed_at at time zone 'America/Bogota')::date),
  -- Another person must confirm a price. Its author may only withdraw it.
  constraint price_proposals_second_person
    check (outcome <> 'confirmed' or decided_by <> proposed_by),
  -- Nobody decides that a proposal lapses.
  constraint price_proposals_decided check (
    (outcome is null) = (decided_at is null)
    and (decided_by is null) = (outcome is null or outcome = 'lapsed'))
);
create unique index price_proposals_open on price_proposals (kind, subject_id, valid_from)
  where outcome is null;
create index price_proposals_decided on price_proposals (decided_at desc)
  where outcome is not null;
create trigger price_proposals_kept before update or delete on price_proposals
  for each row execute function keep_price_proposal();
create trigger price_proposals_no_truncate before truncate on price_proposals
  for each statement execute function refuse_change();
