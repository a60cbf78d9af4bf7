import type { KeepView } from '#contract/seat-keeps.ts'
import { keepStored } from '#web/lib/browser-storage.ts'
import { paths } from '#web/lib/paths.ts'
import { safeReturnTo } from '#web/lib/return-to.ts'
import { areTexts, readStoredJson } from '#web/lib/stored-json.ts'

const PLACE = 'seat-keep-place'

type Place = { keepId: string; address: string }

/** Stores where the booking of the kept seats is: the address has the chosen meeting points. */
export function rememberKeepPlace(keepId: string, address: string): void {
  const place: Place = { keepId, address }
  keepStored('local', PLACE, JSON.stringify(place))
}

type Kept = Pick<KeepView, 'id' | 'tripId' | 'fromStopId' | 'toStopId' | 'second' | 'seats'>

/** Returns where the booking of the kept seats goes on; on another device without the points. */
export function keepPlace({ id, tripId, fromStopId, toStopId, second, seats }: Kept): string {
  const isHere = ({ keepId, address }: Place) => keepId === id && areTexts(address)
  const known = safeReturnTo(readStoredJson('local', PLACE, isHere)?.address ?? null)
  if (known) return known
  const first = { tripId, fromStopId, toStopId }
  if (second) return paths.bookConnection([first, second], undefined, seats)
  return paths.book(tripId, { from: fromStopId, to: toStopId, seats, kept: true })
}
