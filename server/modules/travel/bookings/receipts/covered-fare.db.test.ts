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
