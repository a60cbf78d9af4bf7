import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reviewTrips } from '#server/modules/travel/trip-changes/index.ts'
import { newId } from '#server/platform/ids.ts'
import { type Body, type BookingsApp, FUNDS, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { anApprovedTopUp, aUser, type TestUser } from '#test/factories.ts'
import type { TestTrip } from '#test/trip-factories.ts'

let test: BookingsApp
let support: TestUser
let finance: TestUser
let second: TestUser
let admin: TestUser
let verifier: TestUser

beforeAll(async () => {
  test = await openBookingsApp()
  const member = (role: 'support' | 'finance' | 'admin' | 'verifier') =>
    aUser(test.deps, { firstName: 'Pilar', roles: ['passenger', role] })
  support = await member('support')
  finance = await member('finance')
  second = await member('finance')
  admin = await member('admin')
  verifier = await member('verifier')
})

const REASON = 'Lo pidió por teléfono, caso 1042.'

type Scene = {
  trip: TestTrip
  ana: TestUser
  booking: { id: string }
  paymentId: string
}

let scene: Scene

beforeEach(async () => {
  const trip = await test.newTrip()
  const ana = await test.aPassenger(0)
  const { paymentId } = await anApprovedTopUp(test.deps, ana.userId, FUNDS)
  scene = { trip, ana, booking: await test.booked(ana, trip), paymentId }
})

const post = (who: TestUser, path: string, body: Body) =>
  test.call(who, 'POST', `/admin/desk-actions${path}`, body)
const show = (who: TestUser, kind: string, id: string) =>
  test.call(who, 'GET', `/admin/desk-actions/${kind}/${id}`)

async function told(userId: string): Promise<string[]> {
  await test.runJobs()
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    'select kind from notifications where user_id = $1 order by created_at, id',
    [userId],
  )
  return rows.map(({ kind }) => kind)
}

type Act = {
  name: string
  path: (scene: Scene) => string
  body?: () => Body
  subject: (scene: Scene) => string
  may: () => TestUser
  mayNot: () => TestUser
  /** Makes the state in which the action is possible. */
  before?: (scene: Scene) => Promise<unknown>
}

const credit = (more: Body = {}) => {
  return { id: newId(), pesos: 20_000, cause: 'courtesy', withdrawable: false, ...more }
}
const refund = (more: Body = {}) => {
  const gatewayReference = `DEV-${newId()}`
  return { id: newId(), pesos: 30_000, cause: 'error', gatewayReference, ...more }
}
const creditOf = (who: TestUser, userId: string, more: Body = {}) =>
  post(who, `/people/${userId}/credits`, { ...credit(more), reason: REASON })

let proposed = ''
const aProposal = async ({ ana }: Scene) => {
  proposed = newId()
  expect((await creditOf(finance, ana.userId, { id: proposed })).status).toBe(200)
}

const acts: Act[] = [
  {
    name: 'message.sent',
    path: ({ trip }) => `/trip/${trip.tripId}/messages`,
    body: () => ({ id: newId(), to: 'everyone', text: 'Tu viaje sale media hora más tarde.' }),
    subject: ({ trip }) => trip.tripId,
    may: () => support,
    mayNot: () => finance,
  },
  {
    name: 'booking.cancelled_by_team',
    path: ({ booking }) => `/bookings/${booking.id}/cancel`,
    subject: ({ booking }) => booking.id,
    may: () => support,
    mayNot: () => finance,
  },
  {
    name: 'trip.cancelled_by_team',
    path: ({ trip }) => `/trips/${trip.tripId}/cancel`,
    subject: ({ trip }) => trip.tripId,
    may: () => support,
    mayNot: () => finance,
  },
  {
    name: 'trip.paused_by_team',
    path: ({ trip }) => `/trips/${trip.tripId}/pause`,
    subject: ({ trip }) => trip.tripId,
    may: () => support,
    mayNot: () => finance,
  },
  {
    name: 'trip.resumed_by_team',
    path: ({ trip }) => `/trips/${trip.tripId}/resume`,
    subject: ({ trip }) => trip.tripId,
    may: () => support,
    mayNot: () => finance,
    before: ({ trip }) => post(support, `/trips/${trip.tripId}/pause`, { reason: REASON }),
  },
  {
    name: 'copy.sent',
    path: ({ booking }) => `/booking/${booking.id}/copies`,
    subject: ({ booking }) => booking.id,
    may: () => support,
    mayNot: () => finance,
  },
  {
    name: 'person.unlocked',
    path: ({ ana }) => `/people/${ana.userId}/unlock`,
    body: () => ({ lock: 'login' }),
    subject: ({ ana }) => ana.userId,
    may: () => support,
    mayNot: () => finance,
  },
  {
    name: 'credit.proposed',
    path: ({ ana }) => `/people/${ana.userId}/credits`,
    body: credit,
    subject: ({ ana }) => ana.userId,
    may: () => finance,
    mayNot: () => support,
  },
  {
    name: 'refund.proposed',
    path: ({ paymentId }) => `/payments/${paymentId}/refunds`,
    body: refund,
    subject: ({ paymentId }) => paymentId,
    may: () => finance,
    mayNot: () => support,
  },
  {
    name: 'credit.signed',
    path: () => `/money/${proposed}/sign`,
    subject: ({ ana }) => ana.userId,
    may: () => second,
    mayNot: () => support,
    before: aProposal,
  },
  {
    name: 'credit.refused',
    path: () => `/money/${proposed}/refuse`,
    subject: ({ ana }) => ana.userId,
    may: () => second,
    mayNot: () => support,
    before: aProposal,
  },
]

async function trailOf(subjectId: string, action: string) {
  const { body } = await test.call(
    admin,
    'GET',
    `/admin/staff-actions?subject=${subjectId}&action=${action}`,
  )
  return body.items as { reason: string; by: { id: string } }[]
}

describe.each(acts)('the action $name', ({ name, path, body, subject, may, mayNot, before }) => {
  it('refuses a team action without reason or permission, and records the others', async () => {
    await before?.(scene)
    const sent = { ...body?.(), reason: REASON }
    const short = await post(may(), path(scene), { ...sent, reason: 'Porque sí' })
    expect([short.status, short.body.code]).toEqual([400, 'invalid_request'])
    for (const other of [mayNot(), verifier, scene.ana]) {
      const refused = await post(other, path(scene), sent)
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    }
    expect(await trailOf(subject(scene), name)).toEqual([])
    const done = await post(may(), path(scene), sent)
    expect([done.status, done.body.code]).toEqual([200, undefined])
    expect(done.body.entry.action).toBe(name)
    const trail = await trailOf(subject(scene), name)
    expect(trail).toMatchObject([{ reason: REASON, by: { id: may().userId } }])
  })
})

describe('messages and notes', () => {
  it('sends a message once to each side that was chosen, in the app and by mail', async () => {
    const { trip, ana } = scene
    const body = {
      id: newId(),
      to: 'passengers',
      text: 'Nos vemos en la terminal.',
      reason: REASON,
    }
    const before = await told(trip.driver.userId)
    const acts = (await trailOf(trip.tripId, 'message.sent')).length
    const done = await post(support, `/trip/${trip.tripId}/messages`, body)
    expect(done.body.told).toBe(1)
    const again = await post(support, `/trip/${trip.tripId}/messages`, body)
    expect([again.status, again.body.told]).toEqual([200, 1])
    expect(await trailOf(trip.tripId, 'message.sent')).toHaveLength(acts + 1)
    const received = (await told(ana.userId)).filter((kind) => kind === 'team_message')
    expect(received).toHaveLength(1)
    expect(await told(trip.driver.userId)).toEqual(before)
    const empty = await test.newTrip()
    const nobody = await post(support, `/trip/${empty.tripId}/messages`, { ...body, id: newId() })
    expect(nobody.body.code).toBe('desk_nobody_to_tell')
  })

  it('keeps a note for the team: the person reads neither the note nor its words', async () => {
    const { ana, booking } = scene
    const note = { id: newId(), text: 'Llamó dos veces, está muy molesta.' }
    expect((await post(finance, `/booking/${booking.id}/notes`, note)).status).toBe(200)
    await post(finance, `/booking/${booking.id}/notes`, note)
    const seen = await show(support, 'booking', booking.id)
    expect(seen.body.notes).toMatchObject([
      { text: note.text, by: expect.stringContaining('Pilar') },
    ])
    expect(await trailOf(booking.id, 'note.written')).toHaveLength(1)
    expect(await told(ana.userId)).not.toContain('team_message')
    const short = await post(finance, `/booking/${booking.id}/notes`, {
      id: newId(),
      text: 'Corta',
    })
    expect(short.body.code).toBe('invalid_request')
    expect((await show(ana, 'booking', booking.id)).body.code).toBe('forbidden')
  })

  it('offers only a note about a closed account, and sends it nothing', async () => {
    const ana = await aUser(test.deps)
    await asOwner(
      test.deps.databaseUrl,
      `insert into account_closings (id, user_id, asked_at, due_at, started_at)
       values ($1, $2, now(), now() + interval '1 day', now())`,
      [newId(), ana.userId],
    )
    expect((await show(admin, 'user', ana.userId)).body.actions).toEqual(['note'])
    const text = 'Nos vemos en la terminal.'
    const body = { id: newId(), to: 'person', text, reason: REASON }
    expect((await post(support, `/user/${ana.userId}/messages`, body)).body.code).toBe('not_found')
  })

  it('shows a top-up and its notes only to who sees top-ups', async () => {
    const refused = await show(support, 'payment', scene.paymentId)
    expect(refused.body.code).toBe('forbidden')
    expect((await show(finance, 'payment', scene.paymentId)).status).toBe(200)
    expect((await show(support, 'trip', newId())).body.code).toBe('not_found')
  })
})

describe('journeys that the team changes', () => {
  it('returns the whole fare of a cancelled booking, and tells both sides who did it', async () => {
    const { booking, ana, trip } = scene
    const seen = await show(support, 'booking', booking.id)
    const pesos = FUNDS - (await test.available(ana))
    expect(seen.body.cancelling).toEqual({ bookings: 1, pesos })
    await post(support, `/bookings/${booking.id}/cancel`, { reason: REASON })
    expect(await test.available(ana)).toBe(FUNDS)
    expect(await told(ana.userId)).toContain('booking_cancelled')
    expect(await told(trip.driver.userId)).toContain('passenger_cancelled')
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      `select title from notifications where kind in ('booking_cancelled', 'passenger_cancelled')
         and user_id = any($1) order by kind`,
      [[ana.userId, trip.driver.userId]],
    )
    expect(rows.map(({ title }) => title)).toEqual([
      'Cupo canceló tu reserva',
      expect.stringMatching(/^Cupo canceló la reserva de Ana/),
    ])
    const again = await post(support, `/bookings/${booking.id}/cancel`, { reason: REASON })
    expect(again.body.code).toBe('booking_not_cancellable')
    expect((await show(support, 'booking', booking.id)).body.actions).not.toContain('cancel')
  })

  it('cancels a trip with refunds and without a mark, and the driver is told', async () => {
    const { trip, ana } = scene
    const done = await post(support, `/trips/${trip.tripId}/cancel`, { reason: REASON })
    expect(done.body.told).toBe(2)
    expect(await test.available(ana)).toBe(FUNDS)
    expect(await told(trip.driver.userId)).toContain('trip_ended_by_team')
    expect(await told(trip.driver.userId)).not.toContain('driver_mark')
    expect(await told(ana.userId)).toContain('trip_cancelled')
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      `select (select count(*)::int from driver_marks where driver_id = $1) as marks,
         (select cancelled from user_reputation where user_id = $1) as cancelled,
         (select title from notifications where user_id = $2 and kind = 'trip_cancelled') as title`,
      [trip.driver.userId, ana.userId],
    )
    expect(rows[0]).toEqual({ marks: 0, cancelled: 0, title: 'Cupo canceló el viaje' })
  })

  it('pauses a trip, resumes it, and refuses either one twice', async () => {
    const { trip, ana } = scene
    const act = (verb: string) => post(support, `/trips/${trip.tripId}/${verb}`, { reason: REASON })
    expect((await act('resume')).body.code).toBe('trip_pause_unchanged')
    await act('pause')
    expect((await act('pause')).body.code).toBe('trip_pause_unchanged')
    expect(await told(trip.driver.userId)).toContain('trip_paused_by_team')
    expect(await told(ana.userId)).toContain('trip_at_risk')
    const other = await test.aPassenger()
    expect((await test.book(other, trip)).status).not.toBe(201)
    expect((await show(support, 'trip', trip.tripId)).body.actions).toContain('resume')
    await act('resume')
    expect(await told(ana.userId)).toContain('trip_resumed')
    expect((await test.book(other, trip)).status).toBe(201)
  })

  it('cancels a trip that the team paused and never resumed', async () => {
    const { trip, ana } = scene
    await post(support, `/trips/${trip.tripId}/pause`, { reason: REASON })
    test.clock.set(new Date(trip.facts.departsAt.getTime() - 60_000))
    await reviewTrips(test.deps)
    expect(await test.available(ana)).toBe(FUNDS)
  })

  it('refuses an action of a team member on their own booking', async () => {
    const own = await aUser(test.deps, { roles: ['passenger', 'support'] })
    await anApprovedTopUp(test.deps, own.userId, FUNDS)
    const booking = await test.booked(own, scene.trip)
    const refused = await post(own, `/bookings/${booking.id}/cancel`, { reason: REASON })
    expect(refused.body.code).toBe('forbidden')
    expect((await show(own, 'booking', booking.id)).body.actions).not.toContain('cancel')
  })
})

describe('copies and locks', () => {
  it('sends a confirmation again, and refuses when there is nothing to send', async () => {
    const { ana, paymentId, booking } = scene
    const nothing = await post(support, `/user/${ana.userId}/copies`, { reason: REASON })
    expect(nothing.body.code).toBe('desk_nothing_to_send')
    await post(admin, `/payment/${paymentId}/copies`, { reason: REASON })
    await post(support, `/booking/${booking.id}/copies`, { reason: REASON })
    expect(await told(ana.userId)).toEqual(
      expect.arrayContaining(['copy_of_top_up', 'copy_of_booking']),
    )
  })

  it('clears wrong attempts at the login, and the second step only by an admin', async () => {
    const { ana } = scene
    const login = () =>
      test.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email: ana.email, password: 'No es esta clave 9' },
      })
    for (let tries = 0; tries < 10; tries += 1) await login()
    expect((await login()).statusCode).toBe(429)
    await post(support, `/people/${ana.userId}/unlock`, { lock: 'login', reason: REASON })
    expect((await login()).statusCode).toBe(401)
    expect(await told(ana.userId)).toContain('lock_cleared')
    const lock = { lock: 'second_factor', reason: REASON }
    expect((await post(support, `/people/${finance.userId}/unlock`, lock)).body.code).toBe(
      'forbidden',
    )
    expect((await post(admin, `/people/${finance.userId}/unlock`, lock)).status).toBe(200)
  })
})
