import { createPublicKey } from 'node:crypto'
import type { z } from 'zod'
import type { boarding, ScanOutcome } from '#contract/boarding.ts'
import { readShortCode, TICKET_CODE_LENGTH } from '#contract/short-code.ts'
import {
  type Booking,
  checkIn,
  listPassengers,
  readTicket,
  showBooking,
} from '#server/modules/travel/bookings/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import {
  type BoardingScan,
  countWrongCodes,
  findScan,
  insertScan,
  listAdmissions,
  settleScan,
} from './boarding.queries.ts'
import { judgeTime, readTime } from './signed-time.ts'

export type ScanBatch = z.output<typeof boarding.scan.body> & { tripId: string }

type ShownScan = ScanBatch['scans'][number]

/** Wrong codes on a trip after which only QR tickets board; guessing needs millions of tries. */
export const WRONG_CODES_MAX = 60

export type ScanAnswer = {
  nonce: string
  outcome: ScanOutcome
  code: string | null
  usedAt: Date | null
  usedBy: string | null
  booking: Booking | null
}

/**
 * Records the scans of a phone in order. Idempotent by nonce.
 * Errors: `trip_not_found`, `busy`; scans answered before the error stay answered.
 */
export async function recordScans(deps: ActDeps, actor: ActorId, batch: ScanBatch) {
  const { userId: driverId } = actor
  const tripId = batch.tripId.toLowerCase()
  const passengers = await listPassengers(deps, actor, { tripId })
  const { timeProof: proof } = batch
  const toldAt = proof ? readTime(deps.secrets.ticketKey, { tripId, driverId, proof }) : undefined
  const answers: ScanAnswer[] = []
  for (const shown of batch.scans) {
    if (shown.code !== undefined && (await countWrongCodes(deps.db, tripId)) >= WRONG_CODES_MAX) {
      answers.push(unusable(shown))
      continue
    }
    const booking = findShown(deps, { tripId, passengers, shown })
    const scan = await keepScan(deps, {
      batch: { ...batch, tripId, driverId },
      shown,
      toldAt,
      booking,
    })
    answers.push(scan ? await answerScan(deps, scan, shown) : unusable(shown))
  }
  return answers
}

/** Finds the booking of a ticket or code of this trip. */
function findShown(
  deps: ActDeps,
  input: { tripId: string; passengers: readonly Booking[]; shown: ShownScan },
): Booking | undefined {
  const { tripId, passengers, shown } = input
  if (shown.code !== undefined) {
    const code = readShortCode(shown.code, TICKET_CODE_LENGTH)
    return code === null ? undefined : passengers.find((booking) => booking.code === code)
  }
  const claims = readTicket([createPublicKey(deps.secrets.ticketKey)], shown.ticket ?? '')
  if (claims?.tripId !== tripId) return undefined
  return passengers.find((booking) => booking.id === claims.bookingId)
}

/** Stores the scan before it takes effect; undefined when the nonce belongs to another phone. */
async function keepScan(
  deps: ActDeps,
  input: {
    batch: ScanBatch & { driverId: string }
    shown: ShownScan
    toldAt: Date | undefined
    booking: Booking | undefined
  },
): Promise<BoardingScan | undefined> {
  const { batch, shown, toldAt, booking } = input
  const { driverId, tripId, deviceId, deviceName } = batch
  const now = deps.clock.now()
  const claimedAt = new Date(shown.scannedAt)
  const fresh: BoardingScan = {
    id: shown.nonce.toLowerCase(),
    tripId,
    driverId,
    deviceId,
    deviceName,
    bookingId: booking?.id ?? null,
    kind: shown.code === undefined ? 'ticket' : 'code',
    offline: shown.offline,
    claimedAt,
    scannedAt: shown.offline ? judgeTime({ claimed: claimedAt, toldAt, now }) : now,
    receivedAt: now,
    outcome: null,
    code: null,
  }
  await inTransaction(deps.db, (tx) => insertScan(tx, fresh))
  const kept = await findScan(deps.db, fresh.id)
  const same = kept?.tripId === tripId && kept.driverId === driverId
  return same && kept.deviceId === deviceId ? kept : undefined
}

function unusable(shown: ShownScan): ScanAnswer {
  const nothing = { usedAt: null, usedBy: null, booking: null }
  return { nonce: shown.nonce, outcome: 'refused', code: 'invalid_request', ...nothing }
}

async function answerScan(deps: ActDeps, scan: BoardingScan, shown: ShownScan) {
  const { outcome, code } = scan.outcome === null ? await takeEffect(deps, scan, shown) : scan
  const settled = { id: scan.id, outcome: outcome ?? 'refused', code }
  if (scan.outcome === null) await inTransaction(deps.db, (tx) => settleScan(tx, settled))
  const booking = scan.bookingId
    ? await showBooking(deps, { userId: scan.driverId }, { bookingId: scan.bookingId })
    : null
  const first = booking ? await firstUse(deps, scan, booking) : { usedAt: null, usedBy: null }
  return { nonce: shown.nonce, outcome: settled.outcome, code, ...first, booking }
}

type Verdict = { outcome: ScanOutcome; code: string | null }

/** Boards the passenger as of the time of the scan, or returns the refusal. */
async function takeEffect(deps: ActDeps, scan: BoardingScan, shown: ShownScan): Promise<Verdict> {
  const { driverId, tripId, scannedAt } = scan
  const read = shown.code === undefined ? { ticket: shown.ticket ?? '' } : { code: shown.code }
  try {
    await checkIn(deps, { userId: driverId }, { tripId, scannedAt, ...read })
    return { outcome: 'accepted', code: null }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'busy') throw error
    if (error.code === 'ticket_revoked') return { outcome: 'revoked', code: error.code }
    if (error.code !== 'ticket_used') return { outcome: 'refused', code: error.code }
    return await judgeSecondUse(deps, scan)
  }
}

/**
 * Answers a used ticket: `accepted` if this scan used it and was interrupted before its answer was
 * written; `conflict` if another phone accepted it offline; otherwise `already_used`.
 */
async function judgeSecondUse(deps: ActDeps, scan: BoardingScan): Promise<Verdict> {
  const used: Verdict = { outcome: 'already_used', code: 'ticket_used' }
  if (scan.bookingId === null) return used
  const { bookingId } = scan
  const booking = await showBooking(deps, { userId: scan.driverId }, { bookingId })
  const others = (await listAdmissions(deps.db, scan.bookingId)).filter(({ id }) => id !== scan.id)
  const own = booking.checkedInAt?.getTime() === scan.scannedAt.getTime()
  if (own && booking.checkedInBy === scan.kind && others.length === 0) {
    return { outcome: 'accepted', code: null }
  }
  if (!scan.offline || others.some(({ deviceId }) => deviceId === scan.deviceId)) return used
  // A confirmation by the passenger and the automatic completion are not scans by a phone.
  const admitted = booking.checkedInBy === 'ticket' || booking.checkedInBy === 'code'
  return admitted ? { ...used, outcome: 'conflict' } : used
}

/** Returns the time of the ticket's first use and the other phone that scanned it. */
async function firstUse(deps: ActDeps, scan: BoardingScan, booking: Booking) {
  const admissions = await listAdmissions(deps.db, booking.id)
  const other = admissions.find(({ deviceId }) => deviceId !== scan.deviceId)
  return { usedAt: booking.checkedInAt, usedBy: other?.deviceName ?? null }
}
