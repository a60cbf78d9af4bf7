create table key_checks (
  -- Name of the variable.
  name text primary key check (length(name) between 1 and 40),
  -- Sealed text or keyed digest that only this key opens or repeats.
  proof bytea not null,
  written_at timestamptz not null
);
