import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { Network, Place, Road, Tariff, TollStation } from './network.ts'

/**
 * Reads child rows before their parents, so that the parent of a new row is read too. Tariffs are
 * those of category I, a car.
 */
export async function findNetwork(reader: Reader): Promise<Network> {
  const tariffs = await run.rows<Required<Tariff> & { stationId: string }>(reader)`
    select station_id as "stationId", valid_from as "validFrom", valid_to as "validTo", pesos,
      source
    from toll_tariffs where vehicle_class = 'I' order by valid_from`
  const byStation = Map.groupBy(tariffs, ({ stationId }) => stationId)
  const stations = await run.rows<Omit<TollStation, 'tariffs'>>(reader)`
    select id, name, road_id as "roadId", direction from toll_stations order by id`
  const roads = await run.rows<Road>(reader)`
    select id, from_place as "from", to_place as "to", km, minutes from roads order by id`
  return {
    places: await listPlaces(reader),
    roads,
    stations: stations.map((row) => ({ ...row, tariffs: byStation.get(row.id) ?? [] })),
  }
}

/** Adds places and updates existing ones; unchanged rows are not written. */
export async function upsertPlaces(tx: Tx, rows: readonly object[]) {
  await sql`
    insert into places (id, name, department, lat, lng, population, aliases)
    select id, name, department, lat, lng, population, aliases
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      id text, name text, department text, lat float8, lng float8, population int, aliases text[])
    on conflict (id) do update set name = excluded.name, department = excluded.department,
      lat = excluded.lat, lng = excluded.lng, population = excluded.population,
      aliases = excluded.aliases
    where (places.name, places.department, places.lat, places.lng, places.population,
        places.aliases) is distinct from (excluded.name, excluded.department, excluded.lat,
        excluded.lng, excluded.population, excluded.aliases)`.execute(tx)
}

/** Reads every place, also those without a road. */
export function listPlaces(reader: Reader): Promise<Place[]> {
  return run.rows<Place>(reader)`
    select id, name, department, lat, lng, population, aliases from places order by id`
}

/** Adds municipalities of the official list; existing ones keep their population and aliases. */
export async function upsertImported(tx: Tx, rows: readonly object[]) {
  await sql`
    insert into places (id, name, department, lat, lng, population)
    select id, name, department, lat, lng, 0
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      id text, name text, department text, lat float8, lng float8)
    order by id
    on conflict (id) do update set name = excluded.name, department = excluded.department,
      lat = excluded.lat, lng = excluded.lng
    where (places.name, places.department, places.lat, places.lng) is distinct from
      (excluded.name, excluded.department, excluded.lat, excluded.lng)`.execute(tx)
}

export async function upsertRoads(tx: Tx, rows: readonly object[]) {
  await sql`
    insert into roads (id, from_place, to_place, km, minutes, road_class)
    select id, "from", "to", km, minutes, class
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      id text, "from" text, "to" text, km numeric(6, 1), minutes int, class text)
    on conflict (id) do update set from_place = excluded.from_place, to_place = excluded.to_place,
      km = excluded.km, minutes = excluded.minutes, road_class = excluded.road_class
    where (roads.from_place, roads.to_place, roads.km, roads.minutes, roads.road_class)
      is distinct from (excluded.from_place, excluded.to_place, excluded.km, excluded.minutes,
        excluded.road_class)`.execute(tx)
}

export async function upsertTollStations(tx: Tx, rows: readonly object[]) {
  await sql`
    insert into toll_stations (id, name, road_id, direction)
    select id, name, road, direction
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      id text, name text, road text, direction text)
    on conflict (id) do update set name = excluded.name, road_id = excluded.road_id,
      direction = excluded.direction
    where (toll_stations.name, toll_stations.road_id, toll_stations.direction)
      is distinct from (excluded.name, excluded.road_id, excluded.direction)`.execute(tx)
}

type NewTariff = Tariff & { stationId: string; source: string }

/** Adds tariffs for cars, and returns their number; an existing one of the same day is kept. */
export function insertTariffs(tx: Tx, tariffs: readonly NewTariff[]): Promise<number> {
  return run.changes(tx)`
    insert into toll_tariffs (station_id, valid_from, valid_to, pesos, source)
    select "stationId", "validFrom", "validTo", pesos, source
    from jsonb_to_recordset(${JSON.stringify(tariffs)}::jsonb) as given (
      "stationId" text, "validFrom" date, "validTo" date, pesos bigint, source text)
    on conflict do nothing`
}

type Passed = { placeId: string; km: number; minutes: number }
type NewCorridor = { id: string; hash: string; places: readonly Passed[]; at: Date }

/** Adds a corridor; returns false when it exists already. */
export function insertCorridor(tx: Tx, { id, hash, places, at }: NewCorridor) {
  return run.changedOne(tx)`
    insert into corridors (id, hash, place_ids, kms, minutes, created_at)
    values (${id}, ${hash}, ${places.map((place) => place.placeId)},
      ${places.map((place) => place.km)}, ${places.map((place) => place.minutes)}, ${at})
    on conflict do nothing`
}

export async function insertCorridorPairs(tx: Tx, corridorId: string) {
  await sql`
    insert into corridor_pairs
      (from_place, to_place, corridor_id, from_seq, to_seq, from_minutes, to_minutes)
    select c.place_ids[i], c.place_ids[j], c.id, i - 1, j - 1, c.minutes[i], c.minutes[j]
    from corridors c
    cross join generate_series(1, cardinality(c.place_ids)) i
    cross join generate_series(i + 1, cardinality(c.place_ids)) j
    where c.id = ${corridorId}
    order by 1, 2`.execute(tx)
}
