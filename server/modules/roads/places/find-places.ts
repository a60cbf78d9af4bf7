import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { greatCircleKm, type Place } from './network.ts'
import { openNetwork } from './open-network.ts'
import { type Named, readPlaces } from './place-index.ts'
import { hasRoad } from './road-graph.ts'

const RESULTS_MAX = 8

/** Finds at most 8 places for a typed text, the best match first, or the ends of a route. */
export async function findPlaces(deps: ReadDeps, typed: string): Promise<Named> {
  const { index } = await openNetwork(deps)
  return readPlaces(index, typed, RESULTS_MAX)
}

/** Returns the places with these codes in the given order, without unknown codes. */
export async function placesByIds(deps: ReadDeps, ids: readonly string[]): Promise<Place[]> {
  const { graph } = await openNetwork(deps)
  return [...new Set(ids)].map((id) => graph.places.get(id)).filter((place) => place !== undefined)
}

/** Returns a lookup of places by code; an unknown one is named by its code. */
export async function namePlaces(deps: ReadDeps, ids: readonly string[]) {
  const names = new Map((await placesByIds(deps, ids)).map(({ id, name }) => [id, name]))
  return (placeId: string) => ({ placeId, name: names.get(placeId) ?? placeId })
}

export type NearbyPlace = { place: Place; awayKm: number }

/** Lists other places on roads within `radiusKm`, the nearest first. Errors: `place_not_found`. */
export async function placesNear(
  deps: ReadDeps,
  placeId: string,
  radiusKm: number,
): Promise<NearbyPlace[]> {
  const [centre] = await placesByIds(deps, [placeId])
  if (!centre) throw new AppError('place_not_found')
  const near = await placesAround(deps, centre, radiusKm)
  return near.filter(({ place }) => place.id !== placeId)
}

/** Lists the places on roads within `radiusKm` of a point, the nearest first. */
export async function placesAround(
  deps: ReadDeps,
  centre: { lat: number; lng: number },
  radiusKm: number,
): Promise<NearbyPlace[]> {
  const { graph } = await openNetwork(deps)
  return [...graph.places.values()]
    .map((place) => ({ place, awayKm: greatCircleKm(centre, place) }))
    .filter(({ place, awayKm }) => awayKm <= radiusKm && hasRoad(graph, place.id))
    .sort((a, b) => a.awayKm - b.awayKm)
}

/** A place near a way: the position on the way of the nearest place, and the distance to it. */
export type PlaceAlong = { placeId: string; no: number; awayKm: number }

/** Lists the places of a way in driving order, with those within `radiusKm` of one of them. */
export async function placesAlong(
  deps: ReadDeps,
  placeIds: readonly string[],
  radiusKm: number,
): Promise<PlaceAlong[]> {
  const { graph } = await openNetwork(deps)
  const way = placeIds.flatMap((id, no) => {
    const place = graph.places.get(id)
    return place ? [{ no, place }] : []
  })
  return [...graph.places.values()].flatMap((place) => {
    const [nearest] = way
      .map(({ no, place: on }) => ({ no, awayKm: greatCircleKm(place, on) }))
      .sort((a, b) => a.awayKm - b.awayKm)
    return nearest && nearest.awayKm <= radiusKm ? [{ placeId: place.id, ...nearest }] : []
  })
}
