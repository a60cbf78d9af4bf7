// Both people of a booking press on proposed meeting points at once, on parallel connections.
import { beforeAll, expect, it } from 'vitest'
import { loadSafePoints } from '#server/modules/roads/places/index.ts'
import { derivedId, newId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { conversationSteps } from '#test/conversation-steps.ts'
import { asOwner } from '#test/db.ts'
import type { TestUser } from '#test/factories.ts'
import { BOGOTA, CALI } from '#test/trip-factories.ts'

const SALITRE = derivedId('safe-point', 'bogota-terminal-salitre')
const SOUTH = derivedId('safe-point', 'bogota-terminal-sur')
const ROUNDS = 6

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp({ poolSize: 12 })
  await loadSafePoints(test.deps)
})

async function aScene() {
  const trip = await test.newTrip()
  const ana = await test.aPassenger()
  const booking = await test.booked(ana, trip, { from: BOGOTA, to: CALI })
  const base = `/conversations/${await conversationSteps(test).opened(ana, trip)}/proposals`
  const propose = (user: TestUser, pointId: string) =>
    test.call(user, 'POST', base, { id: newId(), end: 'from', pointId })
  const press = (user: TestUser, id: string, answer: string) =>
    test.call(user, 'POST', `${base}/${id}/answer`, { answer })
  const { body } = await propose(trip.driver, SALITRE)
  return { ana, driver: trip.driver, booking, propose, press, messageId: body.message.id as string }
}

/** What is stored of a booking: its point, how often it changed, who was told, and proposals. */
async function stored({ booking }: Awaited<ReturnType<typeof aScene>>) {
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select b.from_point_id as point, (
       select count(*)::int from booking_events e
       where e.booking_id = b.id and e.event = 'meeting_changed') as changes, (
       select count(*)::int from notifications n
       where n.kind = 'meeting_agreed' and n.path = '/bookings/' || b.id) as told, (
       select count(*)::int from meeting_proposals p
       where p.booking_id = b.id and p.answer is null) as open
     from bookings b where b.id = $1`,
    [booking.id],
  )
  return rows[0] as { point: string | null; changes: number; told: number; open: number }
}

it('counts several presses of "Me sirve" once, and tells each person once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const scene = await aScene()
    const presses = [1, 2, 3, 4].map(() => scene.press(scene.ana, scene.messageId, 'accepted'))
    const answers = await Promise.all(presses)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await stored(scene)).toEqual({ point: SALITRE, changes: 1, told: 2, open: 0 })
  }
})

it('accepts a proposal or lets it be withdrawn at the same moment, never both', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const scene = await aScene()
    const accept = () => scene.press(scene.ana, scene.messageId, 'accepted')
    const withdraw = () => scene.press(scene.driver, scene.messageId, 'withdrawn')
    const calls = round % 2 ? [accept, withdraw] : [withdraw, accept]
    const answers = await Promise.all(calls.map((call) => call()))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { point, changes, told } = await stored(scene)
    expect([changes, told]).toEqual(point ? [1, 2] : [0, 0])
  }
})

it('leaves one open proposal when both propose at once, beside an acceptance', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const scene = await aScene()
    const answers = await Promise.all([
      scene.propose(scene.ana, SOUTH),
      scene.propose(scene.driver, SOUTH),
      scene.press(scene.ana, scene.messageId, 'accepted'),
    ])
    expect(answers.slice(0, 2).map(({ status }) => status)).toEqual([200, 200])
    const accepted = answers[2]?.status === 200
    const expected = { point: accepted ? SALITRE : null, changes: accepted ? 1 : 0, open: 1 }
    expect(await stored(scene)).toMatchObject(expected)
  }
})
