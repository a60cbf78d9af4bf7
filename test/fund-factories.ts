// The guarantee fund for tests: money in it, a driver who failed, and another car that is taken.
import { expect } from 'vitest'
import { guaranteeFund } from '#server/modules/bank/ledger/index.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type Body, type BookingsApp, openBookingsApp } from './booking-factories.ts'
import { asOwner } from './db.ts'
import { TEST_NOW } from './deps.ts'
import { aUser, type TestUser } from './factories.ts'
import { sharePhone } from './same-human.ts'
import type { TestTrip } from './trip-factories.ts'

export type FundApp = Awaited<ReturnType<typeof openFundApp>>
type Failed = Awaited<ReturnType<ReturnType<typeof stepsOf>['failed']>>
type FailedOptions = {
  ana?: TestUser
  /** Fare of what failed; by default 7,000 less than the new one. */
  before?: number
  /** Price of the new car when the driver failed; by default its price. */
  offered?: number | null
  body?: Body
  trip?: TestTrip
  /** Days from TEST_NOW to both departures. */
  days?: number
}

export async function openFundApp(options: Parameters<typeof openBookingsApp>[0] = {}) {
  const test = await openBookingsApp(options)
  const url = test.deps.databaseUrl
  const rows = async (text: string, values: unknown[] = []) =>
    (await asOwner(url, text, values)).rows
  const jorge = await aUser(test.deps, { firstName: 'Jorge', roles: ['passenger', 'finance'] })
  const marta = await aUser(test.deps, { firstName: 'Marta', roles: ['passenger', 'admin'] })

  const coverOf = async (id: string, fare: number): Promise<number> => {
    const text = 'select fund_cover($1, $2, $3)::int as pesos'
    return (await rows(text, [id, fare, test.clock.now()]))[0].pesos
  }
  const pay = async (id: string, fare: number): Promise<number> => {
    const text = 'select fund_pay_cover($1, $2, $3)::int as pesos'
    return (await rows(text, [id, fare, test.clock.now()]))[0].pesos
  }
  const { settle, failed } = stepsOf(test, { rows, jorge, marta })
  const close = `update rescues set status = 'taken', closed_at = $2, new_booking_ids = $3
    where booking_id = $1`

  return {
    ...test,
    rows,
    jorge,
    marta,
    settle,
    failed,
    coverOf,
    pay,
    balance: async (): Promise<number> =>
      (
        await rows(
          'select (credits_posted - debits_posted)::int as n from ledger_accounts where id = $1',
          [guaranteeFund],
        )
      )[0].n,
    /** Takes the other car: the cover, then the booking. */
    async taken(scene: Failed) {
      const cover = await pay(scene.id, scene.fare)
      const booking = await test.booked(scene.ana, scene.other, scene.body)
      await rows(close, [scene.id, test.clock.now(), [booking.id]])
      return { ...scene, cover, booking }
    },
    sharePhone: (one: TestUser, other: TestUser) => sharePhone(url, one, other),
    newId,
  }
}

type Team = {
  rows: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  jorge: TestUser
  marta: TestUser
}

function stepsOf(test: BookingsApp, { rows, jorge, marta }: Team) {
  /** Proposes as one person and confirms as another; answers the second status. */
  async function settle(subjectId: string, pesos: number): Promise<number> {
    const validFrom = test.clock.now().toISOString().slice(0, 10)
    const source = 'Acta de la junta, noviembre de 2026'
    const body = { kind: 'fund', subjectId, validFrom, pesos, source }
    const proposed = await test.call(jorge, 'POST', '/admin/prices/proposals', body)
    expect([proposed.status, proposed.body.code]).toEqual([201, undefined])
    const { id } = proposed.body.waiting.find((one: { pesos: number }) => one.pesos === pesos)
    const path = `/admin/prices/proposals/${id}/decide`
    expect((await test.call(jorge, 'POST', path, { outcome: 'confirmed' })).body.code).toBe(
      'price_same_person',
    )
    return (await test.call(marta, 'POST', path, { outcome: 'confirmed' })).status
  }

  /** A booking whose driver cancelled the trip, and another trip whose fare is 7,000 more. */
  async function failed(options: FailedOptions = {}) {
    const { ana: given, before, offered, body = {}, trip, days = 7 } = options
    const departsAt = addMs(TEST_NOW, days * DAY_MS)
    const ana = given ?? (await test.aPassenger())
    const old = await test.newTrip({ departsAt })
    const booked = await test.booked(ana, old, body)
    const other = trip ?? (await test.newTrip({ departsAt }))
    test.clock.set(addMs(test.clock.now(), 3 * HOUR_MS))
    await test.call(old.driver, 'POST', `/trips/${old.tripId}/cancel`, {})
    test.clock.set(addMs(test.clock.now(), 3 * HOUR_MS))
    const fare: number = booked.price
    await rows(
      `insert into rescues (booking_id, person_id, status, offer, fare_before, fare_offered,
         created_at, expires_at, closed_at)
       values ($1, $2, 'expired', $3, $4, $5, $6, $6, $6)`,
      [
        booked.id,
        ana.userId,
        JSON.stringify({ kept: { parts: [{ tripId: other.tripId }] } }),
        before ?? fare - 7_000,
        offered === undefined ? fare : offered,
        test.clock.now(),
      ],
    )
    return { ana, old, other, fare, body, id: booked.id as string }
  }

  return { settle, failed }
}
