// What the passenger of a trip with one change is told of both cars.
import { beforeAll, expect, it } from 'vitest'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { type ConnectionsApp, openConnectionsApp } from '#test/connection-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import type { TestUser } from '#test/factories.ts'

let test: ConnectionsApp

beforeAll(async () => {
  test = await openConnectionsApp()
})

const rows = async (text: string, values: unknown[]) =>
  (await asOwner(test.deps.databaseUrl, text, values)).rows

async function told(
  { userId }: TestUser,
  kind: string,
): Promise<{ title: string; body: string }[]> {
  await test.runJobs()
  const find = `select title, body from notifications where user_id = $1 and kind = $2
    order by created_at, id`
  const notes = await rows(find, [userId, kind])
  return notes.map(({ title, body }) => ({ title, body: body.replaceAll(/\s/g, ' ') }))
}

async function scene(seats = 1) {
  const pair = await test.newPair({ seats: 3 }, { seats: 3 })
  const ana = await test.aPassenger()
  return { pair, ana, booked: await test.bookedBoth(ana, pair, { seats }) }
}

it('tells once of both cars that were booked together, with the sum of both fares', async () => {
  const { ana, booked } = await scene()
  const [note, ...more] = await told(ana, 'booking_confirmed')
  expect(more).toEqual([])
  expect(note?.title).toBe('Tus dos carros están confirmados')
  expect(note?.body).toMatch(/Cambias de carro: Ibagué → Cali, .* con /)
  const sum = new Intl.NumberFormat('es-CO').format(booked.first.price + booked.second.price)
  expect(note?.body).toContain(`$ ${sum}`)
})

it('tells of the second car alone when the first one was left before it was told', async () => {
  const { ana, booked } = await scene()
  expect((await test.act(ana, booked.first, 'cancel')).status).toBe(200)
  const notes = await told(ana, 'booking_confirmed')
  expect(notes.map(({ title }) => title)).toEqual(['Tu cupo está confirmado'])
  expect(notes[0]?.body).toContain('Ibagué → Cali')
})

/** Both cars, of which the guarantee fund paid 7,001 pesos. */
async function covered(seats = 1) {
  test.clock.set(TEST_NOW)
  const failed = await test.booked(await test.aPassenger(), await test.newTrip())
  const { ana, booked } = await scene(seats)
  await rows(
    `insert into rescues (booking_id, person_id, status, offer, fare_before, fare_offered,
       cover_pesos, new_booking_ids, created_at, expires_at, closed_at)
     values ($1, $2, 'taken', '{}', 1, 2, 7001, $3, $4, $4, $4)`,
    [failed.id, ana.userId, [booked.first.id, booked.second.id], test.clock.now()],
  )
  test.clock.set(addMs(TEST_NOW, HOUR_MS))
  return { ana, booked, before: await test.available(ana) }
}

const toFund = (notes: { body: string }[]) =>
  notes.reduce((sum, { body }) => {
    const [, pesos = '0'] = /volvieron \$ ([\d.]+) al fondo/.exec(body) ?? []
    return sum + Number(pesos.replaceAll('.', ''))
  }, 0)
const toHer = (notes: { body: string }[]) =>
  notes.reduce((sum, { body }) => {
    const [, pesos = '0'] = /Te devolvimos \$ ([\d.]+) a tu billetera/.exec(body) ?? []
    return sum + Number(pesos.replaceAll('.', ''))
  }, 0)

it('tells of both parts that ended together what went back to the fund, in all once', async () => {
  const { ana, booked, before } = await covered()
  expect((await test.cancelBoth(ana, booked.id)).status).toBe(200)
  const notes = await told(ana, 'booking_cancelled')
  expect(notes).toHaveLength(2)
  expect(toFund(notes)).toBe(7_001)
  expect(before + toHer(notes) - toFund(notes)).toBe(await test.available(ana))
})

it('tells of seats given back in both cars what went back to the fund, in all once', async () => {
  const { ana, booked, before } = await covered(2)
  const asked = await test.call(ana, 'POST', `/connections/${booked.id}/give-back`, { seats: 1 })
  expect(asked.status).toBe(200)
  const notes = await told(ana, 'seats_returned')
  expect(notes).toHaveLength(2)
  expect(toFund(notes)).toBeGreaterThan(0)
  expect(before + toHer(notes) - toFund(notes)).toBe(await test.available(ana))
})
