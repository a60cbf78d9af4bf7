-- Points for shared trips, what they buy, and the Green and Gold cards. Points are a currency of
-- the ledger (PTS): only the functions at the end of this file move them, and only for a cause.

-- What points buy. Partners' single-use codes are loaded by the team.
create table reward_items (
  id uuid primary key,
  kind text not null check (kind in ('event_discount', 'fuel_voucher', 'gift', 'vip_event')),
  title text not null check (length(title) between 1 and 80),
  description text not null check (length(description) between 1 and 600),
  partner text not null check (length(partner) between 1 and 80),
  points integer not null check (points between 1 and 1000000),
  -- How many one person may redeem.
  per_person smallint not null check (per_person between 1 and 100),
  gold_only boolean not null,
  -- Days in Bogotá, both included.
  valid_from date not null,
  valid_until date not null,
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  retired_at timestamptz,
  check (valid_from <= valid_until)
);

-- Encrypted for their row; the keyed digest finds a code that was loaded before.
create table reward_codes (
  id uuid primary key,
  item_id uuid not null references reward_items (id),
  code_sealed bytea not null,
  code_index bytea not null check (length(code_index) = 32),
  loaded_by uuid not null references users (id),
  loaded_at timestamptz not null,
  constraint reward_codes_once unique (item_id, code_index)
);

-- One code each: the unique code is the last guard against selling it twice.
create table reward_redemptions (
  id uuid primary key,
  item_id uuid not null references reward_items (id),
  user_id uuid not null references users (id),
  code_id uuid not null unique references reward_codes (id),
  points integer not null check (points > 0),
  created_at timestamptz not null
);
create index reward_redemptions_of_person on reward_redemptions (user_id, created_at desc);
create index reward_redemptions_of_item on reward_redemptions (item_id, user_id);

create trigger reward_redemptions_immutable before update or delete on reward_redemptions
  for each row execute function refuse_change();
create trigger reward_redemptions_no_truncate before truncate on reward_redemptions
  for each statement execute function refuse_change();

-- Trips and referrals whose people may be one person: no points until the team decides.
create table reward_reviews (
  id uuid primary key,
  kind text not null check (kind in ('trip', 'referral')),
  -- The booking or the referral.
  subject_id uuid not null,
  -- Who gets the points if they are paid, and who the other one is.
  first_id uuid not null references users (id),
  second_id uuid not null references users (id),
  signs text[] not null check (cardinality(signs) > 0),
  opened_at timestamptz not null,
  outcome text check (outcome in ('pay', 'refuse')),
  note text check (length(note) between 1 and 1000),
  resolved_by uuid references users (id),
  resolved_at timestamptz,
  constraint reward_reviews_once unique (kind, subject_id),
  check (num_nulls(outcome, note, resolved_by, resolved_at) in (0, 4))
);
create index reward_reviews_open on reward_reviews (opened_at, id) where outcome is null;

-- The card of a person as of the last night or completed trip, with the facts it follows from.
create table membership_cards (
  user_id uuid primary key references users (id),
  card text check (card in ('green', 'gold')),
  facts jsonb not null,
  since timestamptz not null,
  computed_at timestamptz not null
);

-- Cards gained and lost; null is no card.
create table card_events (
  id uuid primary key,
  user_id uuid not null references users (id),
  at timestamptz not null,
  before text check (before in ('green', 'gold')),
  after text check (after in ('green', 'gold')),
  check (before is distinct from after)
);
create index card_events_of_person on card_events (user_id, at);
create trigger card_events_immutable before update or delete on card_events
  for each row execute function refuse_change();
create trigger card_events_no_truncate before truncate on card_events
  for each statement execute function refuse_change();

-- Gives points; a step of the functions below. Answers as ledger_move does.
create function ledger_give_points(
  p_id uuid, p_user uuid, p_points bigint, p_code text, p_cause_kind text, p_cause uuid,
  p_now timestamptz
) returns text language plpgsql as $$
declare
  issued constant uuid := '00000000-0000-7000-8000-000000000004';
  account uuid := derived_id('ledger.points.PTS', p_user::text);
  print text := concat_ws('|', 'transfer', issued, account, p_points, p_code, p_cause_kind,
                          p_cause);
  earlier text;
begin
  insert into ledger_accounts (id, kind, owner_id, currency, balanced, created_at)
    values (account, 'points', p_user, 'PTS', true, p_now)
    on conflict do nothing;
  perform ledger_lock(account, account);
  earlier := ledger_earlier(p_id, print);
  if earlier is not null then return earlier; end if;
  insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      cause_kind, cause_id, created_at, happened_at)
    values (p_id, 'transfer', issued, account, p_points, 'PTS', p_code, p_cause_kind, p_cause::text,
      p_now, p_now);
  update ledger_accounts set credits_posted = credits_posted + p_points where id = account;
  return 'created';
end $$;

-- Takes points back that were given, as far as the person still has them. What is missing is said
-- and not owed. Of a repeat, the same answer.
create function ledger_undo_points(
  p_award uuid, p_id uuid, p_now timestamptz, out outcome text, out taken bigint, out missing bigint
) language plpgsql as $$
declare
  award ledger_transfers;
  earlier bigint;
begin
  taken := 0;
  missing := 0;
  select * into award from ledger_transfers where id = p_award;
  if not found then
    outcome := 'refused:cause_unsuitable';
    return;
  end if;
  perform ledger_lock(award.credit_account, award.credit_account);
  select t.amount into earlier from ledger_transfers t where t.id = p_id;
  if found or exists (select from ledger_refusals r where r.transfer_id = p_id) then
    outcome := 'same';
    taken := coalesce(earlier, 0);
    missing := award.amount - taken;
    return;
  end if;
  select least(award.amount, a.credits_posted - a.debits_posted - a.debits_pending) into taken
    from ledger_accounts a where a.id = award.credit_account;
  missing := award.amount - taken;
  outcome := 'created';
  if taken = 0 then
    perform ledger_refuse(p_id, concat_ws('|', 'transfer', award.credit_account,
      award.debit_account, award.amount, 'points_undone', award.cause_kind, award.cause_id),
      'insufficient_funds', p_now);
    return;
  end if;
  insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      cause_kind, cause_id, created_at, happened_at)
    values (p_id, 'transfer', award.credit_account, award.debit_account, taken, 'PTS',
      'points_undone', award.cause_kind, award.cause_id, p_now, p_now);
  update ledger_accounts set debits_posted = debits_posted + taken
    where id = award.credit_account;
end $$;

-- Points of a person for a booking that was travelled, once. The booking's row is held, so that a
-- decision that undoes it comes before (and is seen) or after (and takes the points back).
create function ledger_award_trip_points(
  p_booking uuid, p_user uuid, p_points bigint, p_now timestamptz
) returns text language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  b record;
begin
  select status, passenger_id, driver_id into b from bookings where id = p_booking for share;
  if not found or b.status <> 'completed' or p_user not in (b.passenger_id, b.driver_id)
     or p_points not between 1 and 10000
     or exists (select from disputes d where d.booking_id = p_booking and d.resolved_at is null)
     or exists (select from reward_reviews r where r.kind = 'trip' and r.subject_id = p_booking
       and r.outcome is distinct from 'pay') then
    return 'refused:cause_unsuitable';
  end if;
  return ledger_give_points(derived_id('points.trip', p_booking::text, p_user::text), p_user,
    p_points, 'points_trip', 'booking', p_booking, p_now);
end $$;

-- Takes the points of a booking back once it no longer counts as travelled.
create function ledger_take_trip_points(
  p_booking uuid, p_user uuid, p_now timestamptz,
  out outcome text, out taken bigint, out missing bigint
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_status text;
begin
  select b.status into v_status from bookings b where b.id = p_booking for share;
  if not found or v_status = 'completed' then
    outcome := 'refused:cause_unsuitable';
    taken := 0;
    missing := 0;
    return;
  end if;
  select u.outcome, u.taken, u.missing into outcome, taken, missing
  from ledger_undo_points(derived_id('points.trip', p_booking::text, p_user::text),
    derived_id('points.trip_undone', p_booking::text, p_user::text), p_now) u;
end $$;

-- Pays for a redemption, once: what its row says, by the person in it.
create function ledger_spend_points(p_redemption uuid, p_now timestamptz) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  issued constant uuid := '00000000-0000-7000-8000-000000000004';
  spent_id uuid := derived_id('points.redeemed', p_redemption::text);
  r reward_redemptions;
  account ledger_accounts;
begin
  select * into r from reward_redemptions where id = p_redemption;
  if not found then return 'refused:cause_unsuitable'; end if;
  perform ledger_lock(derived_id('ledger.points.PTS', r.user_id::text),
    derived_id('ledger.points.PTS', r.user_id::text));
  if exists (select from ledger_transfers where id = spent_id) then return 'same'; end if;
  select * into account from ledger_accounts
    where id = derived_id('ledger.points.PTS', r.user_id::text);
  if coalesce(account.credits_posted - account.debits_posted - account.debits_pending, 0) < r.points
  then
    return 'refused:insufficient_funds';
  end if;
  insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      cause_kind, cause_id, created_at, happened_at)
    values (spent_id, 'transfer', account.id, issued, r.points, 'PTS', 'points_redeemed',
      'redemption', p_redemption::text, p_now, p_now);
  update ledger_accounts set debits_posted = debits_posted + r.points where id = account.id;
  return 'created';
end $$;
