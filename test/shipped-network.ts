import { readShipped } from '#server/modules/roads/places/load-places.ts'
import type { Network } from '#server/modules/roads/places/network.ts'

/** Returns the shipped network in the shape that the route search takes. */
export function shippedNetwork(): Network {
  const { places, roads, stations } = readShipped()
  return {
    places,
    roads,
    stations: stations.map(({ road, ...station }) => ({ ...station, roadId: road })),
  }
}
