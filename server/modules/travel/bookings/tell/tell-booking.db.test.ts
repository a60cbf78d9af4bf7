import { beforeAll, expect, it } from 'vitest'
import { commissionOn } from '#contract/commission.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
})

const digits = (text: string) => text.replace(/\D/g, '')

it('tells the amounts of a booking event although the booking has changed since', async () => {
  const trip = await test.newTrip()
  const ana = await test.aPassenger()
  const booking = await test.booked(ana, trip)
  test.toPickUp(booking, 0)
  await test.board(trip.driver, booking)
  // Same state as after the team decided that the passenger did not travel.
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `update bookings set status = 'cancelled_by_driver', charged_pesos = 0,
       refunded_pesos = fare_pesos, closed_at = now() where id = $1
     returning fare_pesos::int as fare, commission_bp as bp`,
    [booking.id],
  )
  const { fare, bp } = rows[0]
  await test.runJobs()
  const told = await asOwner(
    test.deps.databaseUrl,
    `select kind, title, body from notifications
     where path = $1 and kind in ('boarded', 'fare_received') order by kind`,
    [`/bookings/${booking.id}`],
  )
  const [boarded, received] = told.rows
  expect(digits(boarded.body)).toContain(String(fare))
  expect(digits(received.title)).toBe(String(fare - commissionOn(fare, bp)))
})

it('says to the driver of a paused trip that a seat is free, not on sale', async () => {
  const ana = await test.aPassenger()
  const other = await test.newTrip()
  const left = await test.booked(ana, other)
  expect((await test.call(other.driver, 'POST', `/trips/${other.tripId}/pause`)).status).toBe(200)
  expect((await test.act(ana, left, 'cancel')).status).toBe(200)
  await test.runJobs()
  const told = await asOwner(
    test.deps.databaseUrl,
    `select body from notifications where path = $1 and kind = 'passenger_cancelled'`,
    [`/bookings/${left.id}`],
  )
  expect(told.rows[0].body).toContain('Tu cupo queda libre.')
})
