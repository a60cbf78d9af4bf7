-- What browsers report of pages (docs/decisions/0185): nothing of people. Deleted after 30 days.
create table browser_errors (
  -- In Bogotá.
  day date not null,
  -- SHA-256 of kind, page, message, release and frame.
  group_hash text not null check (group_hash ~ '^[0-9a-f]{64}$'),
  kind text not null check (kind in ('error', 'rejection', 'render')),
  -- Pattern of an address, such as /trips/:tripId, or `other`.
  page text not null,
  -- Scrubbed. Empty, as release and frame: groups beyond those of the day, counted together.
  message text not null check (char_length(message) <= 200),
  release text not null check (char_length(release) <= 40),
  -- File, line and column of our own bundle.
  frame text not null check (char_length(frame) <= 120),
  occurrences integer not null check (occurrences > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (day, group_hash)
);

-- Page views of a day by the thresholds of web.dev.
create table browser_vitals (
  day date not null,
  page text not null,
  metric text not null check (metric in ('LCP', 'INP', 'CLS', 'FCP', 'TTFB')),
  good integer not null check (good >= 0),
  needs_improvement integer not null check (needs_improvement >= 0),
  poor integer not null check (poor >= 0),
  primary key (day, page, metric)
);
