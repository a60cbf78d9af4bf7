import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { vapidPublicKey } from '#server/modules/foundation/notifications/vapid.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { Body } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { COMPANY_PHONE, type DutyApp, type Member, openDutyApp } from '#test/duty-factories.ts'
import { freshToken, proveSessions, type TestUser } from '#test/factories.ts'
import type { TestTrip } from '#test/trip-factories.ts'
import { callPeople } from './call-people.ts'

let test: DutyApp
let trip: TestTrip
let ana: TestUser
let bookingId: string
let alba: Member

beforeAll(async () => {
  test = await openDutyApp()
})

beforeEach(async () => {
  trip = await test.newTrip()
  ana = await test.aPassenger()
  bookingId = (await test.booked(ana, trip)).id
  await test.runJobs()
  await test.emptyTeam()
  alba = await test.member('Alba', 'admin')
})

const HERE = { lat: 4.312345, lng: -74.812345, accuracyMeters: 25 }

async function press(more: Body = {}, who = ana): Promise<string> {
  const pressedAt = test.clock.now().toISOString()
  const body = { id: newId(), tripId: trip.tripId, bookingId, kind: 'emergency', pressedAt }
  const answer = await test.call(who, 'POST', '/incidents', { ...body, position: HERE, ...more })
  expect(answer.status).toBe(201)
  return answer.body.incident.id
}

/** Advances the clock by some minutes and runs the jobs that are due. */
async function pass(minutes: number): Promise<void> {
  test.clock.advance(minutes * MINUTE_MS)
  await test.runRecurring('safety.overdue-incidents')
}

async function callsOf(incidentId: string): Promise<[number, string | null, string][]> {
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select c.minute, u.first_name as name, string_agg(c.channel, ' ' order by c.channel) as by
     from duty_calls c join duty_alarms a on a.id = c.alarm_id
       left join users u on u.id = c.user_id
     where a.incident_id = $1 group by 1, 2 order by 1, 2 nulls last`,
    [incidentId],
  )
  return rows.map(({ minute, name, by }) => [minute, name, by])
}

const BY_ALL = 'mail sms whatsapp'

describe('an emergency', () => {
  it('calls the person on duty, the next after 2 min, everybody after 5 min', async () => {
    const sara = await test.member('Sara')
    const beto = await test.member('Beto')
    const caro = await test.member('Caro')
    await test.onDuty(sara)
    await test.onDuty(beto, { inHours: 5 })
    const id = await press()
    await pass(0)
    expect(test.texted()).toEqual([sara.phone])
    await pass(1.99)
    expect(test.texted()).toEqual([sara.phone])
    await pass(0.01)
    expect(test.texted()).toEqual([sara.phone, beto.phone])
    await pass(3)
    const everybody = [alba, sara, beto, caro].map(({ phone }) => phone)
    expect(test.texted().sort()).toEqual([COMPANY_PHONE, ...everybody].sort())
    expect(await callsOf(id)).toEqual([
      [0, 'Sara', BY_ALL],
      [2, 'Beto', BY_ALL],
      [5, 'Alba', BY_ALL],
      [5, 'Beto', BY_ALL],
      [5, 'Caro', BY_ALL],
      [5, 'Sara', BY_ALL],
      [5, null, 'sms whatsapp'],
    ])
    await pass(60)
    expect(await callsOf(id)).toHaveLength(7)
  })

  it('calls the backup of the current hour before the person on duty later', async () => {
    const sara = await test.member('Sara')
    const beto = await test.member('Beto')
    const caro = await test.member('Caro')
    await test.onDuty(sara)
    await test.onDuty(beto, { isBackup: true })
    await test.onDuty(caro, { inHours: 1 })
    await press()
    await pass(0)
    expect(test.texted()).toEqual([sara.phone])
    await pass(2)
    expect(test.texted()).toEqual([sara.phone, beto.phone])
  })

  it('calls nobody else once a team member has taken the emergency', async () => {
    const sara = await test.member('Sara')
    await test.onDuty(sara)
    const id = await press()
    await pass(1)
    const taken = await test.call(sara, 'POST', `/admin/incidents/${id}/take`, {})
    expect(taken.body.incident.calls).toEqual([
      {
        minute: 0,
        name: 'Sara G.',
        channels: ['mail', 'sms', 'whatsapp'],
        at: expect.any(String),
      },
    ])
    await pass(10)
    expect(test.texted()).toEqual([sara.phone])
    expect((await test.call(sara, 'GET', '/admin/duty/alarms')).body.alarms).toEqual([])
  })

  it('calls every admin immediately when nobody is on duty', async () => {
    const bruno = await test.member('Bruno', 'admin')
    const sara = await test.member('Sara')
    await test.onDuty(sara, { inHours: -1 })
    await press()
    await pass(0)
    expect(test.texted().sort()).toEqual([alba.phone, bruno.phone].sort())
  })

  it('calls the company immediately when no team member can be called', async () => {
    await test.emptyTeam()
    await press()
    await pass(0)
    expect(test.texted()).toEqual([COMPANY_PHONE])
  })

  it('neither calls the driver of the trip about its emergency nor shows it to them', async () => {
    await asOwner(
      test.deps.databaseUrl,
      `update users set roles = '{passenger,driver,support}' where id = $1`,
      [trip.driver.userId],
    )
    await proveSessions(test.deps, [trip.driver.sessionId])
    await test.onDuty(trip.driver)
    const id = await press()
    await pass(5)
    const called = (await callsOf(id)).map(([, name]) => name)
    expect(called).toEqual(['Alba', 'Alba', 'Alba', null])
    expect((await test.call(trip.driver, 'GET', '/admin/duty/alarms')).body).toEqual({
      alarms: [],
      onDuty: true,
    })
  })

  it('sends no call twice when the jobs of an emergency are repeated', async () => {
    await test.onDuty(alba)
    const id = await press()
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      'select id from duty_alarms where incident_id = $1',
      [id],
    )
    const alarmId = rows[0].id
    const again = (minute: 0 | 2 | 5) => callPeople(test.deps, { alarmId, minute })
    await pass(0)
    await again(0)
    await pass(2)
    await Promise.all([again(2), again(2), again(0)])
    await pass(3)
    for (const minute of [0, 2, 5] as const) await again(minute)
    await test.runJobs()
    const toAlba = test.phones.messages(alba.phone).map(({ channel }) => channel)
    expect(toAlba.sort()).toEqual(['sms', 'sms', 'sms', 'whatsapp', 'whatsapp', 'whatsapp'])
    expect(test.phones.messages(COMPANY_PHONE)).toHaveLength(2)
  })

  it('sends an emergency push at night, also to a person who switched push off', async () => {
    const sara = await test.member('Sara')
    const key = vapidPublicKey(test.deps.secrets.vapid ?? '')
    const subscription = test.push.subscribe(key)
    await test.call(sara, 'POST', '/push-subscriptions', { ...subscription })
    const switched = await test.app.inject({
      method: 'PUT',
      url: '/api/notifications/preferences',
      headers: { authorization: `Bearer ${await freshToken(test.deps, sara)}` },
      payload: { preferences: [{ topic: 'account', channel: 'push', enabled: false }] },
    })
    expect(switched.statusCode).toBe(200)
    // 23:00 in Bogotá.
    test.clock.set(addMs(test.clock.now(), 15 * HOUR_MS))
    await test.onDuty(sara)
    const id = await press()
    await pass(0)
    const [message] = test.push.messages(subscription.endpoint)
    expect(JSON.parse(message?.text ?? '')).toMatchObject({
      title: 'Emergencia en un viaje. Tómala ya',
      url: `/admin/incidents/${id}`,
    })
    expect(await callsOf(id)).toEqual([[0, 'Sara', 'mail push sms whatsapp']])
  })

  it('names no person and no place in emergency messages to the team', async () => {
    await test.onDuty(alba)
    const id = await press({ text: 'Va muy rápido' })
    await pass(5)
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      `select title || ' ' || body as text from notifications
       where kind = 'duty_call'`,
    )
    const texts = [...rows, ...test.phones.messages()].map(({ text }) => String(text))
    expect(texts.length).toBeGreaterThan(5)
    for (const text of texts) {
      expect(text).not.toMatch(/Ana|Carlos|Bogotá|Ibagué|Cali|4[.,]3|74[.,]8|rápido/)
    }
    const sms = test.phones.messages(alba.phone).find(({ channel }) => channel === 'sms')
    const { site } = test.deps.urls
    const address = `${site}/admin/incidents/${id}`
    const hour = 'La marco: vie, 20 de nov, 8:00 a. m.'
    expect(sms?.text).toBe(`Cupo: Emergencia en un viaje. Tomala ya. ${hour} ${address}`)
    // One SMS has 160 letters.
    expect(sms?.text.length).toBeLessThanOrEqual(160)
  })

  it('shows an emergency to everybody who can take it, until it is taken', async () => {
    const sara = await test.member('Sara')
    const id = await press()
    const shown = await test.call(sara, 'GET', '/admin/duty/alarms')
    expect(shown.body).toMatchObject({
      alarms: [{ kind: 'emergency', incidentId: id, pressedAt: test.clock.now().toISOString() }],
      onDuty: false,
    })
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      `select user_id as id from live_events where type = 'alarm' and ref = $1`,
      [shown.body.alarms[0].id],
    )
    expect(rows.map((row) => row.id).sort()).toEqual([alba.userId, sara.userId].sort())
  })
})

describe('pressing the emergency button again', () => {
  it('joins repeated presses, parallel ones too, into one emergency', async () => {
    await test.onDuty(alba)
    const there = { ...HERE, lat: 4.4 }
    const ids = await Promise.all([press(), press(), press()])
    test.clock.advance(1_000)
    ids.push(await press({ position: there }), await press({ position: null }))
    expect(new Set(ids).size).toBe(1)
    const [id] = ids
    await pass(0)
    expect(test.phones.messages(alba.phone)).toHaveLength(2)
    const { body } = await test.call(alba, 'POST', `/admin/incidents/${id}/take`, {})
    expect(body.incident).toMatchObject({ presses: 2, positions: [there] })
    const bea = await test.aPassenger()
    const other = await test.booked(bea, trip)
    expect(await press({ bookingId: other.id }, bea)).not.toBe(id)
  })

  it('calls again when the button is pressed long after the emergency was taken', async () => {
    await test.onDuty(alba)
    const id = await press()
    await pass(0)
    await test.call(alba, 'POST', `/admin/incidents/${id}/take`, {})
    await pass(9)
    expect(await press()).toBe(id)
    await pass(0)
    expect(test.phones.messages(alba.phone)).toHaveLength(2)
    await pass(2)
    expect(await press()).toBe(id)
    await pass(0)
    expect(test.phones.messages(alba.phone)).toHaveLength(4)
    const { body } = await test.call(alba, 'GET', '/admin/duty/alarms')
    expect(body.alarms).toMatchObject([{ incidentId: id }])
  })
})

describe('a drill', () => {
  const start = (who: Member) => test.call(who, 'POST', '/admin/duty/drills', {})
  const answer = (who: Member, id: string) =>
    test.call(who, 'POST', `/admin/duty/drills/${id}/answer`, {})

  it('calls people for a drill, and says in each message that it is a drill', async () => {
    const sara = await test.member('Sara')
    await test.onDuty(sara)
    const { status, body } = await start(alba)
    expect([status, body.alarms]).toMatchObject([200, [{ kind: 'drill', incidentId: null }]])
    expect((await start(sara)).body.alarms).toEqual(body.alarms)
    await pass(5)
    expect(test.texted().sort()).toEqual([alba.phone, sara.phone, COMPANY_PHONE].sort())
    for (const { text } of test.phones.messages()) expect(text).toContain('SIMULACRO')
    expect((await answer(sara, body.alarms[0].id)).body.alarms).toEqual([])
    expect((await answer(sara, body.alarms[0].id)).status).toBe(200)
  })

  it('ends a drill after 15 minutes, and refuses to answer an emergency as a drill', async () => {
    await test.onDuty(alba)
    const id = await press()
    const { alarms } = (await test.call(alba, 'GET', '/admin/duty/alarms')).body
    expect((await answer(alba, alarms[0].id)).body.code).toBe('not_found')
    await start(alba)
    test.clock.set(addMs(test.clock.now(), 15 * MINUTE_MS))
    const left = (await test.call(alba, 'GET', '/admin/duty/alarms')).body.alarms
    expect(left).toMatchObject([{ incidentId: id }])
  })
})

describe('an incident that nobody took in two hours', () => {
  async function told(kind: string): Promise<unknown[]> {
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      'select path from notifications where user_id = $1 and kind = $2',
      [alba.userId, kind],
    )
    return rows
  }

  it('tells the desk about an untaken report in office hours, and alarms nobody', async () => {
    // Friday, 19:00 in Bogotá.
    test.clock.set(addMs(test.clock.now(), 11 * HOUR_MS))
    const id = await press({ kind: 'felt_unsafe', text: 'Me preguntó varias veces dónde vivo.' })
    await pass(2 * 60)
    expect(await told('safety_late')).toEqual([])
    // Saturday, 9:00 in Bogotá.
    await pass(12 * 60)
    expect(await told('safety_late')).toEqual([{ path: `/admin/incidents/${id}` }])
    expect([test.phones.messages(), await told('duty_call')]).toEqual([[], []])
  })
})
