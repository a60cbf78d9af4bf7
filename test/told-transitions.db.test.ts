// Every person affected by a transition of a trip, a payment, a document or a sanction is told, or
// the reason why not is written here. Bookings have their own table: booking-states.db.test.ts.
import { beforeAll, describe, expect, it } from 'vitest'
import type { CaseOutcome } from '#contract/conduct.ts'
import { FraudSignal } from '#contract/verification-decisions.ts'
import { reviewDocument, uploadDocument } from '#server/modules/people/verification/index.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from './booking-factories.ts'
import { appealLast, decideCase, REPORT, reportTrip } from './conduct-steps.ts'
import { asOwner } from './db.ts'
import { TEST_NOW } from './deps.ts'
import { aUser, type TestUser } from './factories.ts'
import { aPhoto } from './images.ts'
import { BOGOTA, CALI, GIRARDOT, IBAGUE, type TestTrip } from './trip-factories.ts'
import { openPaymentsApp, type PaymentsApp } from './wompi.ts'

/** Messages to a person in order, or the reason why there are none. */
type Told = string[] | { untold: string }

/** Affected people, by the names that the table uses. */
type People = Record<string, TestUser>

type Row = {
  /** Status of the table, or another event. */
  to: string
  told: Record<string, Told>
  /** Causes the transition; absent for a status that no code sets. */
  play?: () => Promise<People>
}

const OWN_ACT = { untold: 'did it, and the screen answered' }
const BEHIND = { untold: 'her stop is behind the driver' }

let test: BookingsApp
let shop: PaymentsApp

beforeAll(async () => {
  test = await openBookingsApp()
  shop = await openPaymentsApp()
})

type Aboard = { trip: TestTrip; people: { driver: TestUser; ana: TestUser; luis: TestUser } }

/**
 * A trip on the next day: Ana boards at the start, Luis on the way. Earlier notifications are
 * skipped.
 */
async function booked(): Promise<Aboard> {
  test.clock.set(TEST_NOW)
  const trip = await test.newTrip({ seats: 3, departsAt: addMs(TEST_NOW, DAY_MS) })
  const [ana, luis] = [await test.aPassenger(), await test.aPassenger()]
  await test.booked(ana, trip, { from: BOGOTA, to: CALI })
  await test.booked(luis, trip, { from: IBAGUE, to: CALI })
  await test.runJobs()
  const people = { driver: trip.driver, ana, luis }
  for (const { userId } of Object.values(people)) await forget(test, userId)
  return { trip, people }
}

const forget = ({ deps }: Pick<BookingsApp, 'deps'>, userId: string) =>
  asOwner(deps.databaseUrl, 'delete from notifications where user_id = $1', [userId])

const drive = (trip: TestTrip, action: string, body: Record<string, unknown> = {}) =>
  test.call(trip.driver, 'POST', `/trips/${trip.tripId}/${action}`, body)

async function started(): Promise<Aboard> {
  const aboard = await booked()
  test.clock.set(addMs(aboard.trip.facts.departsAt, -20 * MINUTE_MS))
  expect((await drive(aboard.trip, 'start')).status).toBe(200)
  return aboard
}

/** People of a trip whose car is at a place, without the news of before. */
async function arrived(at: string): Promise<Aboard['people']> {
  const { trip, people } = await started()
  for (const { userId } of Object.values(people)) await forget(test, userId)
  test.clock.set(trip.facts.places.find(({ placeId }) => placeId === at)!.at)
  expect((await drive(trip, 'arrivals', { stopId: trip.stop(at) })).status).toBe(200)
  return people
}

const cancelled = (rescue: string) => ['trip_cancelled', `rescue_${rescue}`]
const trips: Row[] = [
  { to: 'draft', told: { nobody: { untold: 'drafts stay in the browser of the driver' } } },
  {
    to: 'published',
    told: { driver: OWN_ACT },
    play: async () => ({ driver: (await test.newTrip()).driver }),
  },
  {
    to: 'moved',
    told: { driver: OWN_ACT, ana: ['trip_changed'], luis: ['trip_changed'] },
    async play() {
      const { trip, people } = await booked()
      const departsAt = addMs(trip.facts.departsAt, 40 * MINUTE_MS).toISOString()
      const moved = await test.call(trip.driver, 'PATCH', `/trips/${trip.tripId}`, { departsAt })
      expect(moved.status).toBe(200)
      return people
    },
  },
  {
    to: 'in_progress',
    told: {
      driver: { untold: 'the time came; passengers are told when the driver sets out' },
      ana: { untold: 'told when the driver sets out' },
    },
    async play() {
      const { trip, people } = await booked()
      test.clock.set(addMs(trip.facts.departsAt, MINUTE_MS))
      return { driver: people.driver, ana: people.ana }
    },
  },
  {
    to: 'set out',
    told: { driver: OWN_ACT, ana: ['driver_started'], luis: ['driver_started'] },
    play: async () => (await started()).people,
  },
  {
    to: 'at the stop before',
    told: { driver: OWN_ACT, ana: BEHIND, luis: ['driver_near'] },
    play: () => arrived(GIRARDOT),
  },
  {
    to: 'at the stop',
    told: { driver: OWN_ACT, ana: BEHIND, luis: ['driver_here'] },
    play: () => arrived(IBAGUE),
  },
  {
    to: 'full',
    told: { driver: ['seat_booked', 'trip_full'] },
    async play() {
      test.clock.set(TEST_NOW)
      const trip = await test.newTrip({ seats: 1 })
      await test.booked(await test.aPassenger(), trip, { from: BOGOTA, to: CALI })
      return { driver: trip.driver }
    },
  },
  {
    to: 'completed',
    told: { driver: { untold: 'told of each fare as it arrived' } },
    async play() {
      test.clock.set(TEST_NOW)
      const trip = await test.newTrip({ departsAt: addMs(TEST_NOW, DAY_MS) })
      test.clock.set(addMs(trip.facts.arrivesAt, 30 * HOUR_MS))
      return { driver: trip.driver }
    },
  },
  {
    to: 'cancelled',
    told: { driver: ['marked'], ana: cancelled('none'), luis: cancelled('none') },
    async play() {
      const { trip, people } = await booked()
      expect((await drive(trip, 'cancel')).status).toBe(200)
      return people
    },
  },
]

/** Creates a top-up that was paid with this result. */
async function paid(status: 'APPROVED' | 'DECLINED') {
  const payer = await aUser(shop.deps)
  const id = shop.payer(await shop.topUp(payer, 60_000), 60_000)
  shop.wompi.settle(id, status)
  await shop.settleAll()
  return { payer, id }
}

const payments: Row[] = [
  {
    to: 'open',
    told: { payer: { untold: 'they are at the checkout' } },
    async play() {
      const payer = await aUser(shop.deps)
      await shop.topUp(payer, 60_000)
      return { payer }
    },
  },
  {
    to: 'declined',
    told: { payer: ['topup_declined'] },
    play: async () => ({ payer: (await paid('DECLINED')).payer }),
  },
  {
    to: 'approved',
    told: { payer: ['topup_approved'] },
    play: async () => ({ payer: (await paid('APPROVED')).payer }),
  },
  {
    to: 'reversed',
    told: { payer: ['topup_approved', 'topup_voided'] },
    async play() {
      const { payer, id } = await paid('APPROVED')
      shop.wompi.settle(id, 'VOIDED')
      await shop.settleAll()
      return { payer }
    },
  },
  {
    to: 'abandoned',
    told: { payer: ['topup_abandoned'] },
    async play() {
      const payer = await aUser(shop.deps)
      await shop.topUp(payer, 60_000)
      shop.clock.advance(HOUR_MS)
      return { payer }
    },
  },
]

async function aDocument() {
  const [owner, verifier] = [await aUser(test.deps), await aUser(test.deps)]
  const nothing = { vehicleId: undefined, expiresOn: undefined, birthDate: undefined }
  const upload = { kind: 'identity_back' as const, bytes: await aPhoto(), ...nothing }
  const { id: documentId } = await uploadDocument(test.deps, owner, upload)
  return { owner, verifier, documentId, upload }
}

const documents: Row[] = [
  {
    to: 'pending',
    told: { owner: OWN_ACT },
    play: async () => ({ owner: (await aDocument()).owner }),
  },
  {
    to: 'approved',
    told: { owner: ['document_approved'] },
    async play() {
      const { owner, verifier, documentId } = await aDocument()
      // Accepted signals, because every test sends the same photo.
      const despiteSignals = FraudSignal.options
      const verdict = { verdict: 'approved', documentId, despiteSignals } as const
      await reviewDocument(test.deps, verifier, verdict)
      return { owner }
    },
  },
  {
    to: 'rejected',
    told: { owner: ['document_rejected'] },
    async play() {
      const { owner, verifier, documentId } = await aDocument()
      const reason = 'La foto está borrosa.'
      await reviewDocument(test.deps, verifier, { verdict: 'rejected', documentId, reason })
      return { owner }
    },
  },
  {
    to: 'superseded',
    told: { owner: { untold: 'sent the newer one' } },
    async play() {
      const { owner, upload } = await aDocument()
      await uploadDocument(test.deps, owner, upload)
      return { owner }
    },
  },
]

/** Luis reports the driver of his trip. */
async function reported() {
  const { trip, people } = await booked()
  const { driver, ana, luis: reporter } = people
  const caseId = await reportTrip(test, { by: reporter, tripId: trip.tripId })
  return { caseId, people: { driver, ana, reporter } }
}

async function decided(outcome: CaseOutcome) {
  const { caseId, people } = await reported()
  await decideCase(test, caseId, outcome)
  return people
}

/** One person proposed an expulsion, the driver was heard, and another person decides. */
async function decidedByTwo(outcome: CaseOutcome) {
  const { caseId, people } = await reported()
  // For who loses this car: people of earlier rows may keep the seats of their cars.
  await test.newTrip({ seats: 4, departsAt: addMs(TEST_NOW, DAY_MS) })
  await decideCase(test, caseId, 'expulsion')
  await runJobs()
  for (const { userId } of Object.values(people)) await forget(test, userId)
  await test.call(people.driver, 'POST', `/conduct/hearings/${caseId}`, { text: REPORT })
  await decideCase(test, caseId, outcome)
  return people
}

/** The driver appeals against a warning; another team member answers. */
async function appealed(isUpheld: boolean) {
  const { driver } = await decided('warning')
  await forget(test, driver.userId)
  await appealLast(test, driver, isUpheld)
  return { driver }
}

const HEARD = ['report_received', 'report_decided']

const sanction_events: Row[] = [
  {
    to: 'reported, and nothing found',
    told: {
      driver: { untold: 'nothing was found, and who reported is not given away' },
      ana: { untold: 'not her report' },
      reporter: HEARD,
    },
    play: () => decided('nothing'),
  },
  {
    to: 'warned',
    told: {
      driver: ['sanctioned'],
      ana: { untold: 'it is between the team and the driver' },
      reporter: HEARD,
    },
    play: () => decided('warning'),
  },
  {
    to: 'suspended',
    told: { driver: ['sanctioned'], ana: ['trip_at_risk'], reporter: [...HEARD, 'trip_at_risk'] },
    play: () => decided('suspension'),
  },
  {
    to: 'paused',
    told: {
      driver: ['hearing_asked'],
      ana: ['trip_at_risk'],
      reporter: ['report_received', 'trip_at_risk'],
    },
    play: () => decided('expulsion'),
  },
  {
    to: 'paused, and lifted',
    told: {
      driver: ['trip_resumed', 'pause_over'],
      ana: ['trip_resumed'],
      reporter: ['report_decided', 'trip_resumed'],
    },
    play: () => decidedByTwo('nothing'),
  },
  {
    to: 'expelled',
    told: {
      driver: ['sanctioned', 'trip_lapsed'],
      ...{ ana: cancelled('offered'), reporter: ['report_decided', ...cancelled('offered')] },
    },
    play: () => decidedByTwo('expulsion'),
  },
  {
    to: 'lifted',
    told: { driver: ['appeal_received', 'appeal_answered'] },
    play: () => appealed(true),
  },
  {
    to: 'appealed, and kept',
    told: { driver: ['appeal_received', 'appeal_answered'] },
    play: () => appealed(false),
  },
]

/** By table and status, or by kind of event. A new table of states of people is added here. */
const walks: Record<string, Row[]> = { trips, payments, documents, sanction_events }

const runJobs = async () => {
  await test.runRecurring('bookings.advance-due')
  await shop.runRecurring('payments.reconcile')
}

/** Searches both databases, because a person exists in one of them. */
async function kindsTo({ userId }: TestUser): Promise<string[]> {
  const sql = 'select kind from notifications where user_id = $1 order by created_at, id'
  const found = [test, shop].map(({ deps }) => asOwner(deps.databaseUrl, sql, [userId]))
  return (await Promise.all(found)).flatMap(({ rows }) => rows.map(({ kind }) => kind))
}

/** Returns the statuses that the database allows. */
async function statusesOf(table: string): Promise<string[]> {
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select pg_get_constraintdef(oid) as text from pg_constraint
     where conrelid = $1::regclass and contype = 'c' and conname = any ($2)`,
    [table, [`${table}_status_check`, `${table}_kind_check`]],
  )
  return [...String(rows[0]?.text).matchAll(/'(\w+)'/g)].map(([, status = '']) => status)
}

describe.each(Object.entries(walks))('messages about transitions of %s', (table, rows) => {
  it('has a row for every status that the database allows in a table', async () => {
    const statuses = await statusesOf(table)
    expect(statuses.length).toBeGreaterThan(2)
    const known = rows.map(({ to }) => to)
    expect(statuses.filter((status) => !known.includes(status))).toEqual([])
  })

  it.each(rows.filter(({ play }) => play))('tells people about $to', async ({ told, play }) => {
    const people = (await play?.()) ?? {}
    await runJobs()
    expect(Object.keys(people).sort()).toEqual(Object.keys(told).sort())
    for (const [who, person] of Object.entries(people)) {
      const expected = told[who] ?? []
      expect([who, await kindsTo(person)]).toEqual([who, Array.isArray(expected) ? expected : []])
    }
  })
})
