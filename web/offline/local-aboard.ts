/** Who is aboard, as far as this phone knows: run sheet and scan list answer the same. */
import type { BoardingPassenger } from '#contract/boarding.ts'
import type { RunSheet } from '#contract/journeys.ts'
import { rememberedAccount } from '#web/shared/access/auth/account-memory.ts'
import { readSavedRunSheet } from '#web/shared/journeys/saved-run-sheets.ts'
import { type BoardingPack, readPack, savePack } from '#web/stored/boarding-store.ts'

const boarded = ({ status }: BoardingPassenger) => status === 'checked_in' || status === 'completed'

const knownAt = ({ knownAt: at, manifest }: BoardingPack) => at ?? manifest.serverTime

/** The cached sheet with the boardings of a passenger list that is newer. */
export async function withPack(sheet: RunSheet, ownerId: string): Promise<RunSheet> {
  const pack = await readPack(sheet.tripId).catch(() => null)
  if (pack?.ownerId !== ownerId || knownAt(pack) <= sheet.asOf) return sheet
  const aboard = new Set(pack.manifest.passengers.filter(boarded).map((each) => each.bookingId))
  return withAboard(sheet, aboard)
}

/** The sheet in which these bookings are aboard. */
export function withAboard(sheet: RunSheet, aboard: ReadonlySet<string>): RunSheet {
  const stops = sheet.stops.map((stop) => ({
    ...stop,
    getsOn: stop.getsOn.map((passenger) =>
      passenger.boarding === 'waiting' && aboard.has(passenger.bookingId)
        ? { ...passenger, boarding: 'aboard' as const, canClaimNoShow: false }
        : passenger,
    ),
  }))
  return { ...sheet, stops }
}

/** The cached passenger list with the boardings of a run sheet that is newer. */
export function withSheet(pack: BoardingPack): BoardingPack {
  const sheet = readSavedRunSheet(pack.tripId, pack.ownerId)?.sheet
  const { manifest } = pack
  if (!sheet || sheet.asOf <= knownAt(pack)) return pack
  const isAboard = new Map(
    sheet.stops.flatMap(({ getsOn }) =>
      getsOn.map(({ bookingId, boarding }) => [
        bookingId,
        boarding === 'aboard' || boarding === 'arrived',
      ]),
    ),
  )
  const passengers = manifest.passengers.map((each) =>
    each.status === 'confirmed' && isAboard.get(each.bookingId)
      ? { ...each, status: 'checked_in' as const, checkedInAt: each.checkedInAt ?? sheet.asOf }
      : each,
  )
  return { ...pack, manifest: { ...manifest, passengers } }
}

/**
 * Keeps what the server answered about one passenger, for when the network is lost next, unless its
 * driver has signed out.
 */
export async function keepPassenger(
  pack: BoardingPack,
  passenger: BoardingPassenger,
  serverTime: string,
): Promise<void> {
  const { ownerId, manifest } = pack
  if (ownerId !== rememberedAccount()) return
  const passengers = manifest.passengers.map((each) =>
    each.bookingId === passenger.bookingId ? passenger : each,
  )
  const manifestNow = { ...manifest, passengers }
  await savePack({ ...pack, manifest: manifestNow, knownAt: serverTime }).catch(() => undefined)
}
