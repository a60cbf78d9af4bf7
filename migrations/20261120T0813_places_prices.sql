-- Municipalities, the road network between them, tolls, fuel prices, shared corridors.

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
  -- forward: charged from from_place to to_place only.
  direction text not null check (direction in ('both', 'forward', 'backward'))
);

create table toll_tariffs (
  station_id text not null references toll_stations (id),
  vehicle_class text not null default 'I',
  valid_from date not null,
  pesos bigint not null check (pesos > 0),
  source text not null,
  primary key (station_id, vehicle_class, valid_from)
);

create table fuel_prices (
  -- A municipality, or CO for the national average.
  place_id text not null,
  valid_from date not null,
  pesos_per_gallon bigint not null check (pesos_per_gallon > 0),
  source text not null,
  primary key (place_id, valid_from)
);

create table corridors (
  id uuid primary key,
  hash text not null unique,
  place_ids text[] not null,
  -- Cumulative from the first place.
  kms double precision[] not null,
  minutes integer[] not null,
  created_at timestamptz not null
);

-- Who passes A and then B. The offset in minutes is carried to find the pick-up's day.
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
