import { beforeAll, expect, it } from 'vitest'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { type FundApp, openFundApp } from '#test/fund-factories.ts'
import { readReceipt } from './read-booking.ts'

// The receipt of a fare of which the guarantee fund paid a part.

let test: FundApp

beforeAll(async () => {
  test = await openFundApp()
  expect(await test.settle('open', 2_000_000)).toBe(200)
})

const taken = async () => test.taken(await test.failed())

it('counts as paid by the passenger what the guarantee fund did not pay', async () => {
  const { ana, other, booking, cover } = await taken()
  test.toPickUp(booking, 0)
  await test.board(other.driver, booking)
  const own = await readReceipt(test.deps, ana, { bookingId: booking.id })
  expect(own.lines).toEqual([
    ['Valor de la reserva', booking.price],
    ['Pagó el fondo de garantía', -cover],
  ])
  expect(own.total).toEqual(['Pagaste', booking.price - cover])
  const drivers = await readReceipt(test.deps, other.driver, { bookingId: booking.id })
  expect(JSON.stringify(drivers)).not.toContain('fondo')
})

it('says of a returned fare that a part of it went to the fund', async () => {
  const { ana, booking } = await taken()
  const before = await test.available(ana)
  test.clock.set(addMs(new Date(booking.from.at), -3 * HOUR_MS))
  expect((await test.act(ana, booking, 'cancel')).status).toBe(200)
  const { lines, total } = await readReceipt(test.deps, ana, { bookingId: booking.id })
  const back = (await test.available(ana)) - before
  expect(lines[1]?.[0]).toBe('Devuelto a ti y al fondo de garantía')
  const [, paidByFund] = lines[2] ?? ['', 0]
  expect(total).toEqual(['Pagaste', booking.price + (lines[1]?.[1] ?? 0) + paidByFund])
  // She had paid the fare less the cover of 7,000.
  expect(total[1]).toBe(booking.price - 7_000 - back)
})

it('counts on the receipts of returned and boarded seats all that the fund paid', async () => {
  const scene = await test.failed({ body: { seats: 2 } })
  const before = scene.fare - 7_002
  await test.rows('update rescues set fare_before = $2 where booking_id = $1', [scene.id, before])
  const { ana, booking, cover, other } = await test.taken(scene)
  expect(cover).toBe(7_002)
  const had = await test.balance()
  test.clock.set(addMs(new Date(booking.from.at), -3 * HOUR_MS))
  expect((await test.act(ana, booking, 'give-back', { seats: 1 })).status).toBe(200)
  const stays = cover - ((await test.balance()) - had)
  test.toPickUp(booking, 0)
  await test.board(other.driver, booking)
  const [part] = await test.rows('select id from bookings where part_of = $1', [booking.id])
  const paid = await Promise.all(
    [booking.id, part?.id].map(async (bookingId) => {
      const { lines } = await readReceipt(test.deps, ana, { bookingId })
      return -(lines.find(([name]) => name === 'Pagó el fondo de garantía')?.[1] ?? 0)
    }),
  )
  expect(stays).toBe(5_251)
  expect((paid[0] ?? 0) + (paid[1] ?? 0)).toBe(stays)
})
