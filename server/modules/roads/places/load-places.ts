import { z } from 'zod'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import placesAntioquia from './data/places-antioquia.json' with { type: 'json' }
import placesCentro from './data/places-centro.json' with { type: 'json' }
import placesCosta from './data/places-costa.json' with { type: 'json' }
import placesEjeValle from './data/places-eje-valle.json' with { type: 'json' }
import placesOriente from './data/places-oriente.json' with { type: 'json' }
import placesSur from './data/places-sur.json' with { type: 'json' }
import roadsAntioquia from './data/roads-antioquia.json' with { type: 'json' }
import roadsCentro from './data/roads-centro.json' with { type: 'json' }
import roadsCosta from './data/roads-costa.json' with { type: 'json' }
import roadsEjeValle from './data/roads-eje-valle.json' with { type: 'json' }
import roadsOriente from './data/roads-oriente.json' with { type: 'json' }
import roadsSur from './data/roads-sur.json' with { type: 'json' }
import tolls from './data/tolls.json' with { type: 'json' }
import { tollDirections } from './network.ts'
import { forgetNetwork } from './open-network.ts'
import { insertTariffs, upsertPlaces, upsertRoads, upsertTollStations } from './places.queries.ts'

const PlaceId = z.string().regex(/^\d{5}$/)

const ShippedPlace = z.strictObject({
  id: PlaceId,
  name: z.string().min(1),
  department: z.string().min(1),
  lat: z.number().min(-4.3).max(13.5),
  lng: z.number().min(-81.8).max(-66.8),
  population: z.int().min(1),
  aliases: z.array(z.string().min(1)),
})

const ShippedRoad = z.strictObject({
  id: z.string().regex(/^\d{5}-\d{5}$/),
  from: PlaceId,
  to: PlaceId,
  km: z.number().positive(),
  minutes: z.int().positive(),
  class: z.enum(['dual', 'primary', 'mountain', 'secondary']),
})

const ShippedStation = z.strictObject({
  id: z.string().min(1),
  name: z.string().min(1),
  road: ShippedRoad.shape.id,
  direction: z.enum(tollDirections),
  tariffs: z
    .array(
      z
        .strictObject({
          validFrom: z.iso.date(),
          validTo: z.iso.date().nullable().default(null),
          pesos: z.int().positive(),
          source: z.string().min(1),
        })
        .refine(({ validFrom, validTo }) => validTo === null || validTo >= validFrom),
    )
    .min(1),
})

const placeFiles = [
  placesAntioquia,
  placesCentro,
  placesCosta,
  placesEjeValle,
  placesOriente,
  placesSur,
]
const roadFiles = [roadsAntioquia, roadsCentro, roadsCosta, roadsEjeValle, roadsOriente, roadsSur]

/** Reads and validates the shipped network. Throws when a file is malformed. */
export function readShipped() {
  return {
    places: sorted(z.array(ShippedPlace).parse(placeFiles.flat())),
    roads: sorted(z.array(ShippedRoad).parse(roadFiles.flat())),
    stations: sorted(z.array(ShippedStation).parse(tolls)),
  }
}

/** Writes the shipped network, safely repeated. Other rows and known tariffs stay unchanged. */
export async function loadPlaces(deps: Pick<Deps, 'db'>): Promise<void> {
  const { places, roads, stations } = readShipped()
  await inTransaction(deps.db, async (tx) => {
    await upsertPlaces(tx, places)
    await upsertRoads(tx, roads)
    await upsertTollStations(tx, stations)
    const tariffs = stations.flatMap(({ id: stationId, tariffs: own }) =>
      own.map((tariff) => ({ stationId, ...tariff })),
    )
    await insertTariffs(tx, tariffs)
  })
  forgetNetwork(deps.db)
}

/** Sorts by id, so that parallel processes lock rows in the same order and cannot deadlock. */
function sorted<R extends { id: string }>(rows: R[]): R[] {
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1))
}
