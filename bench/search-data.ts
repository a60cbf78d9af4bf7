import type pg from 'pg'
import { ensureCorridor, planRoute } from '#server/domains/places/places.public.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { aVerifiedDriver } from '#test/factories.ts'

// A million trips in bulk: past the domain code and its triggers, but row by row what they write.

const CORRIDORS = 400
const CITIES = 60
const DRIVERS = 5_000
const BATCH = 100_000
/** Trips are handed out over the corridors by these shares. */
const SLOTS = 10_000
const DAYS_AHEAD = 90
const KM = { min: 60, max: 900 }
const PESOS_PER_KM = 150

type City = { id: string; population: number }

/**
 * Fills the database with published trips over the corridors between the largest cities: more on
 * those that more people live at the ends of, with bookings on almost half of the trips.
 */
export async function seedOneMillion(deps: Deps, pool: pg.Pool, trips: number): Promise<void> {
  await openCorridors(deps, pool)
  await copyDrivers(deps, pool)
  const client = await pool.connect()
  try {
    await client.query("set session_replication_role = replica; set statement_timeout = '10min'")
    await client.query("set work_mem = '64MB'; set synchronous_commit = off")
    for (let first = 0; first < trips; first += BATCH) {
      await client.query(INSERT_TRIPS, [first, Math.min(trips, first + BATCH) - 1])
    }
    await client.query(INSERT_ON_SALE)
    await client.query('vacuum (analyze, freeze) trips, trip_seats, trips_on_sale, corridor_pairs')
  } finally {
    client.release(true)
  }
}

/** The corridors between cities, most people first; the shares fall with the square root. */
async function openCorridors(deps: Deps, pool: pg.Pool): Promise<void> {
  const { rows: cities } = await pool.query<City>(
    'select id, population from places order by population desc limit $1',
    [CITIES],
  )
  const pairs = cities
    .flatMap((from) =>
      cities
        .filter((to) => to !== from)
        .map((to) => ({ ids: [from.id, to.id], ...weigh(from, to) })),
    )
    .sort((a, b) => b.weight - a.weight)
  const ways: { id: string; weight: number }[] = []
  for (const { ids, weight } of pairs) {
    if (ways.length === CORRIDORS) break
    const route = await planRoute(deps, ids).catch(() => null)
    if (!route || route.distanceKm < KM.min || route.distanceKm > KM.max) continue
    const now = deps.clock.now()
    const id = await inTransaction(deps.db, (tx) => ensureCorridor(tx, route, now))
    ways.push({ id, weight })
  }
  await pool.query(CREATE_SLOTS)
  await pool.query(FILL_SLOTS, [JSON.stringify(ways), SLOTS, PESOS_PER_KM])
}

function weigh(from: City, to: City) {
  return { weight: Math.sqrt(from.population) * Math.sqrt(to.population) }
}

/** Drivers like one made by the domain code, each with a car and its documents. */
async function copyDrivers(deps: Deps, pool: pg.Pool): Promise<void> {
  const driver = await aVerifiedDriver(deps)
  const client = await pool.connect()
  try {
    await client.query("set session_replication_role = replica; set statement_timeout = '10min'")
    await client.query(COPY_DRIVERS, [driver.userId, driver.vehicleId, DRIVERS])
    await client.query('analyze users, vehicles, documents')
  } finally {
    client.release(true)
  }
}

const CREATE_SLOTS = `
  create unlogged table bench_slots (
    slot int primary key, corridor_id uuid, minutes int, legs int, prices bigint[],
    declared smallint[]);
  create unlogged table bench_drivers (no int primary key, user_id uuid, vehicle_id uuid)`

// Declared are the ends and, on every second share, the places one and two thirds on the way.
const FILL_SLOTS = `
  insert into bench_slots
  select slot, c.id, c.minutes[cardinality(c.minutes)], cardinality(c.place_ids) - 1,
    array(select round(km * $3::int)::bigint from unnest(c.kms) as km),
    case when slot % 2 = 0 or cardinality(c.place_ids) < 4
      then array[0, cardinality(c.place_ids) - 1]
      else array[0, cardinality(c.place_ids) / 3, cardinality(c.place_ids) * 2 / 3,
        cardinality(c.place_ids) - 1] end::smallint[]
  from (
    select id, sum(weight) over (order by no) / sum(weight) over () * $2::int as until,
      coalesce(sum(weight) over (order by no rows between unbounded preceding and 1 preceding), 0)
        / sum(weight) over () * $2::int as since
    from (select (w ->> 'id')::uuid as id, (w ->> 'weight')::float8 as weight, no
      from jsonb_array_elements($1::jsonb) with ordinality as given (w, no)) as ways
  ) as way
  join corridors c on c.id = way.id
  join generate_series(0, $2::int - 1) as slot on slot >= way.since and slot < way.until`

const COPY_DRIVERS = `
  with made as (
    insert into bench_drivers select no, uuidv7(), uuidv7() from generate_series(0, $3::int - 1) no
    returning *
  ), people as (
    insert into users (id, email, email_key, first_name, last_name, birth_date, roles,
      identity_verified_at, terms_accepted_at, terms_version, created_at)
    select made.user_id, no || '@bench.test', no || '@bench.test', first_name, last_name,
      birth_date, roles, identity_verified_at, terms_accepted_at, terms_version, created_at
    from made cross join users where users.id = $1
  ), papers as (
    insert into documents
    select (jsonb_populate_record(d, jsonb_build_object('id', uuidv7(), 'owner_id', made.user_id,
      'vehicle_id', case when d.vehicle_id is not null then made.vehicle_id end,
      'storage_key', 'bench/' || uuidv7()))).*
    from made cross join documents d where d.owner_id = $1
  )
  insert into vehicles
  select made.vehicle_id, made.user_id, plate, brand, model, color, year, seats, created_at
  from made cross join vehicles v where v.id = $2`

/** A number from 0 to below `max` that depends on the trip and the salt alone. */
const dice = (salt: number, max: number | string) =>
  `((hashint8extended(i, ${salt}) & 2147483647) % (${max}))::int`

// Four cars in five have three or four seats. Of ten trips, five are empty, three have one seat
// sold on a part of the way, and two have a part of the way sold out.
const INSERT_TRIPS = `
  with made as (
    select i, uuidv7() as id, s.*, d.user_id, d.vehicle_id,
      now() + interval '1 hour' + make_interval(mins => ${dice(2, DAYS_AHEAD * 1440)})
        as departs_at,
      (array[2, 3, 3, 4, 4])[1 + ${dice(3, 5)}]::smallint as capacity,
      ${dice(4, 10)} as mood, ${dice(5, 's.legs')} as first_leg, 1 + ${dice(6, 's.legs')} as span
    from generate_series($1::bigint, $2::bigint) as i
    join bench_slots s on s.slot = ${dice(1, SLOTS)}
    join bench_drivers d on d.no = ${dice(7, DRIVERS)}
  ), trip as (
    insert into trips (id, driver_id, vehicle_id, corridor_id, status, departs_at, arrives_at,
      seats, seat_price, declared_seqs, price_cumulative, payment_modes, instant,
      en_route_pickups, preferences, quote, created_at)
    select id, user_id, vehicle_id, corridor_id, 'published', departs_at,
      departs_at + make_interval(mins => minutes), capacity, prices[legs + 1], declared, prices,
      case when i % 3 = 0 then array['billetera', 'directo'] else array['billetera'] end,
      i % 2 = 0, i % 4 <> 0,
      '{"pets":false,"talk":"some","music":true,"luggage":"small","smoking":false,
        "womenOnly":false,"maxTwoInBack":false}'::jsonb, '{}', now()
    from made
  )
  insert into trip_seats (trip_id, seats_left, capacity)
  select id,
    case when mood < 5 then array_fill(capacity, array[legs]) else array(
      select (case when leg < first_leg or leg >= first_leg + span then capacity
        when mood < 8 then capacity - 1 else 0 end)::smallint
      from generate_series(0, legs - 1) as leg) end,
    capacity
  from made`

const INSERT_ON_SALE = `
  insert into trips_on_sale
  select t.id, t.corridor_id, t.departs_at, t.declared_seqs, t.en_route_pickups, s.capacity,
    sold_seats(s.capacity, s.seats_left)
  from trips t join trip_seats s on s.trip_id = t.id
  where t.status = 'published' and s.open`
