-- System accounts of the ledger (server/modules/bank/ledger/chart.ts). They carry no running
-- balance, except the fund, which never goes below zero.
insert into ledger_accounts (id, kind, code, currency, balanced, created_at) values
  ('00000000-0000-7000-8000-000000000001', 'gateway', 'gateway:wompi', 'COP', false, now()),
  ('00000000-0000-7000-8000-000000000002', 'revenue', 'revenue:commission', 'COP', false, now()),
  ('00000000-0000-7000-8000-000000000003', 'payouts', 'payouts:clearing', 'COP', false, now()),
  ('00000000-0000-7000-8000-000000000004', 'rewards', 'rewards:issued', 'PTS', false, now()),
  ('00000000-0000-7000-8000-000000000005', 'suspense', 'suspense:payments', 'COP', false, now()),
  ('00000000-0000-7000-8000-000000000006', 'credits', 'company:credits', 'COP', false, now()),
  ('00000000-0000-7000-8000-000000000007', 'fund', 'fund:guarantee', 'COP', true, now());

-- A new ledger has no verified rows yet.
insert into ledger_verified default values;
