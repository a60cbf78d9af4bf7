import { type Insertable, sql } from 'kysely'
import type { DB } from '#server/platform/db/schema.generated.ts'
import type { Reader, Tx } from '#server/platform/db/tx.ts'
import { assert } from '#server/platform/errors.ts'
import {
  type Network,
  type Place,
  type TollDirection,
  type TollStation,
  tollDirections,
} from './network.ts'

const CAR = 'I'

/** Reads child rows before their parents, so that the parent of a new row is read too. */
export async function findNetwork(reader: Reader): Promise<Network> {
  const tariffs = await reader
    .selectFrom('toll_tariffs')
    .select(['station_id', 'valid_from as validFrom', 'valid_to as validTo', 'pesos', 'source'])
    .where('vehicle_class', '=', CAR)
    .orderBy('valid_from')
    .execute()
  const byStation = Map.groupBy(tariffs, (tariff) => tariff.station_id)
  const stations = await reader
    .selectFrom('toll_stations')
    .select(['id', 'name', 'road_id as roadId', 'direction'])
    .orderBy('id')
    .execute()
  const roads = await reader
    .selectFrom('roads')
    .select(['id', 'from_place as from', 'to_place as to', 'km', 'minutes'])
    .orderBy('id')
    .execute()
  return {
    places: await listPlaces(reader),
    roads,
    stations: stations.map((row): TollStation => {
      const direction = directionOf(row.direction)
      return { ...row, direction, tariffs: byStation.get(row.id) ?? [] }
    }),
  }
}

function directionOf(value: string): TollDirection {
  const direction = tollDirections.find((known) => known === value)
  assert(direction, `toll direction ${value}`)
  return direction
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
  return reader.selectFrom('places').selectAll().orderBy('id').execute()
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

type NewTariff = {
  stationId: string
  validFrom: string
  validTo?: string | null
  pesos: number
  source: string
}

/** Adds tariffs for cars, and returns their number; an existing one of the same day is kept. */
export async function insertTariffs(tx: Tx, tariffs: readonly NewTariff[]): Promise<number> {
  if (tariffs.length === 0) return 0
  const rows = tariffs.map(({ stationId, validFrom, validTo = null, ...rest }) => {
    return { station_id: stationId, valid_from: validFrom, valid_to: validTo, ...rest }
  })
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('toll_tariffs')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}

/** Adds a corridor; returns false when it exists already. */
export async function insertCorridor(tx: Tx, row: Insertable<DB['corridors']>): Promise<boolean> {
  const result = await tx
    .insertInto('corridors')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
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
