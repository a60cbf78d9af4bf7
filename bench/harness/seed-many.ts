// Inserts rows in bulk, without the domain code and the triggers. The rows look like rows that the
// domain code writes.
import type pg from 'pg'
import { ensureCorridor, planRoute } from '#server/modules/roads/places/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { aUser, aVerifiedDriver } from '#test/factories.ts'
import type { Stage } from './stage.ts'

/**
 * Runs work on a connection without triggers, foreign keys and time limits, and closes it
 * afterwards.
 */
export async function inBulk(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<unknown>,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`set session_replication_role = replica; set statement_timeout = 0;
      set synchronous_commit = off; set work_mem = '64MB'; set maintenance_work_mem = '256MB'`)
    await work(client)
  } finally {
    client.release(true)
  }
}

const CORRIDORS = 400
const CITIES = 60
const DRIVERS = 5_000
const BATCH = 100_000
/** Each trip gets one of these slots; a corridor has as many slots as its share of trips. */
const SLOTS = 10_000
const DAYS_AHEAD = 90
const KM = { min: 60, max: 900 }
const PESOS_PER_KM = 150

type City = { id: string; population: number }

/**
 * Creates this number of published trips on the corridors between the largest cities, with more
 * trips between larger cities. Almost half of the trips have bookings.
 */
export async function copyTrips({ deps, pool }: Stage, trips: number): Promise<void> {
  await openCorridors(deps, pool)
  await inBulk(pool, async (client) => {
    await copyDrivers(client, deps, DRIVERS)
    for (let first = 0; first < trips; first += BATCH) {
      await client.query(INSERT_TRIPS, [first, Math.min(trips, first + BATCH) - 1])
    }
    await client.query(INSERT_ON_SALE)
    await client.query('vacuum (analyze, freeze) trips, trip_seats, trips_on_sale, corridor_pairs')
  })
}

/**
 * Creates this number of people with a password and a session, as copies of one person from the
 * factories.
 */
export async function copyPeople(client: pg.PoolClient, deps: Deps, count: number): Promise<void> {
  const { userId } = await aUser(deps)
  await copyRows(client, count, PERSON, userId)
}

/** Creates this number of drivers, each with a car and its documents. */
async function copyDrivers(client: pg.PoolClient, deps: Deps, count: number): Promise<void> {
  const { userId } = await aVerifiedDriver(deps)
  await copyRows(client, count, [...PERSON, ...DRIVER], userId)
}

/**
 * `owner`: the column with the id of the person. `changes`: the columns that differ in each copy.
 */
type Copied = { table: string; owner: string; changes: string }

async function copyRows(
  client: pg.PoolClient,
  count: number,
  all: readonly Copied[],
  userId: string,
): Promise<void> {
  await client.query(`
    create unlogged table bench_people (no int primary key, user_id uuid, vehicle_id uuid);
    insert into bench_people
      select no, uuidv7(), uuidv7() from generate_series(0, ${count - 1}) as no`)
  for (const { table, owner, changes } of all) {
    await client.query(
      `insert into ${table}
       select (jsonb_populate_record(one, jsonb_build_object(${changes}))).*
       from bench_people as made cross join ${table} as one where one.${owner} = $1`,
      [userId],
    )
    await client.query(`vacuum (analyze) ${table}`)
  }
}

const PERSON: Copied[] = [
  {
    table: 'users',
    owner: 'id',
    // Unique columns get a new value or null.
    changes: `'id', made.user_id,
      'email', made.no || '@bench.test', 'email_key', made.no || '@bench.test',
      'username', null, 'username_key', null,
      'identification_sealed', null, 'identification_index', null,
      'phone_sealed', null, 'phone_index', null, 'phone_proved_at', null`,
  },
  { table: 'credentials', owner: 'user_id', changes: "'user_id', made.user_id" },
  { table: 'sessions', owner: 'user_id', changes: "'id', uuidv7(), 'user_id', made.user_id" },
]

const DRIVER: Copied[] = [
  {
    table: 'vehicles',
    owner: 'owner_id',
    changes: "'id', made.vehicle_id, 'owner_id', made.user_id",
  },
  {
    table: 'documents',
    owner: 'owner_id',
    changes: `'id', uuidv7(), 'owner_id', made.user_id, 'storage_key', 'bench/' || uuidv7(),
      'vehicle_id', case when one.vehicle_id is not null then made.vehicle_id end`,
  },
]

/**
 * Opens the corridors between large cities. The share of a corridor is the square root of the
 * product of both populations.
 */
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
  const shares: { id: string; weight: number }[] = []
  for (const { ids, weight } of pairs) {
    if (shares.length === CORRIDORS) break
    const route = await planRoute(deps, ids).catch(() => null)
    if (!route || route.distanceKm < KM.min || route.distanceKm > KM.max) continue
    const now = deps.clock.now()
    const id = await inTransaction(deps.db, (tx) => ensureCorridor(tx, route, now))
    shares.push({ id, weight })
  }
  await pool.query(CREATE_SLOTS)
  await pool.query(FILL_SLOTS, [JSON.stringify(shares), SLOTS, PESOS_PER_KM])
}

function weigh(from: City, to: City) {
  return { weight: Math.sqrt(from.population) * Math.sqrt(to.population) }
}

const CREATE_SLOTS = `
  create unlogged table bench_slots (
    slot int primary key, corridor_id uuid, minutes int, legs int, prices bigint[],
    declared smallint[])`

// The declared stops are both ends and, in every second slot, the places after one and two thirds
// of the route.
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

/**
 * SQL for a pseudo-random number from 0 to below `max` that depends only on the trip and the salt.
 */
const dice = (salt: number, max: number | string) =>
  `((hashint8extended(i, ${salt}) & 2147483647) % (${max}))::int`

// Two trips in five offer four seats, two offer three and one offers two. Of ten trips, five have
// no booking, three have one seat sold on some legs, and two have some legs sold out.
const INSERT_TRIPS = `
  with made as (
    select i, uuidv7() as id, s.*, d.user_id, d.vehicle_id,
      now() + interval '1 hour' + make_interval(mins => ${dice(2, DAYS_AHEAD * 1440)})
        as departs_at,
      (array[2, 3, 3, 4, 4])[1 + ${dice(3, 5)}]::smallint as capacity,
      ${dice(4, 10)} as mood, ${dice(5, 's.legs')} as first_leg, 1 + ${dice(6, 's.legs')} as span
    from generate_series($1::bigint, $2::bigint) as i
    join bench_slots s on s.slot = ${dice(1, SLOTS)}
    join bench_people d on d.no = ${dice(7, DRIVERS)}
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
  select t.id, t.corridor_id, t.departs_at, t.declared_seqs, t.road_stops, t.en_route_pickups,
    s.capacity, sold_seats(s.capacity, s.seats_left), sold_at_once_to(t), t.extra_max
  from trips t join trip_seats s on s.trip_id = t.id
  where t.status = 'published' and s.open`
