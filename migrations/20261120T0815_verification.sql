-- Vehicles, documents and their review.

create table vehicles (
  id uuid primary key,
  owner_id uuid not null references users (id),
  plate text not null check (plate ~ '^[A-Z]{3}[0-9]{3}$'),
  brand text not null,
  model text not null,
  color text not null,
  year smallint not null,
  seats smallint not null check (seats between 2 and 9),
  created_at timestamptz not null,
  constraint vehicles_plate_taken unique (owner_id, plate)
);

create table documents (
  id uuid primary key,
  owner_id uuid not null references users (id),
  vehicle_id uuid references vehicles (id),
  kind text not null,
  status text not null check (status in ('pending', 'approved', 'rejected', 'superseded')),
  expires_on date,
  birth_date date,
  storage_key text not null,
  content_type text not null,
  sha256 bytea not null,
  created_at timestamptz not null,
  reviewed_by uuid references users (id),
  reviewed_at timestamptz,
  reason text
);
create index documents_owner on documents (owner_id, kind, created_at desc);
create index documents_queue on documents (created_at) where status = 'pending';
create unique index documents_one_pending
  on documents (owner_id, kind, coalesce(vehicle_id, '00000000-0000-0000-0000-000000000000'))
  where status = 'pending';
