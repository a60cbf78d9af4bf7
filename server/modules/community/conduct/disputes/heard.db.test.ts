import { beforeAll, describe, expect, it } from 'vitest'
import { MAIL_JOB, openMail } from '#server/modules/foundation/notifications/send-mail.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { asOwner } from '#test/db.ts'
import { aUser, freshToken, proveSessions, type TestUser } from '#test/factories.ts'
import { postForm } from '#test/http-client.ts'
import { aPhoto } from '#test/images.ts'
import { openPolicyApp, type PolicyApp } from '#test/policy-factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { noShowDisputed } from './disputes.messages.ts'

let test: PolicyApp

beforeAll(async () => {
  test = await openPolicyApp()
})

const statement = 'Estuve en el punto y el carro pasó de largo.'
const version = { answer: 'not_there', text: 'Esperé veinte minutos y llamé dos veces.' }
const inHours = (hours: number) =>
  new Date(test.clock.now().getTime() + hours * HOUR_MS).toISOString()
const note = 'Revisamos los registros del viaje.'

/** The driver marks a no-show, and the passenger disputes it. */
async function aDispute(mode: 'billetera' | 'directo' = 'billetera') {
  const seat = await test.aSeat(mode, DAY_MS)
  test.clock.set(new Date(seat.pickUp.getTime() + HOUR_MS))
  await test.act(seat.trip.driver, seat, 'no-show')
  expect((await test.act(seat.passenger, seat, 'dispute', { statement })).status).toBe(200)
  const path = `/bookings/${seat.id}/dispute`
  const { driver } = seat.trip
  return {
    ...{ seat, driver, ana: seat.passenger },
    answer: (who: TestUser = driver, body: object = version) =>
      test.call(who, 'POST', `${path}/answer`, { ...body }),
    add: (text: string, who: TestUser = seat.passenger) =>
      test.call(who, 'POST', `${path}/addition`, { text }),
    show: async (who: TestUser) => (await test.call(who, 'GET', path)).body.dispute,
    decide: (outcome: string) =>
      test.call(test.helper, 'POST', `/admin/disputes/${seat.id}/resolve`, { outcome, note }),
    photo: async (who: TestUser) =>
      postForm(test.app, '/dispute-photos', {
        token: await freshToken(test.deps, who),
        fields: { bookingId: seat.id },
        file: { bytes: await aPhoto() },
      }),
    listed: async () => {
      const { items } = (await test.call(test.helper, 'GET', '/admin/disputes')).body
      return items.find(({ bookingId }: { bookingId: string }) => bookingId === seat.id)
    },
  }
}

const toldTo = async ({ userId }: TestUser, kind: string) =>
  (
    await asOwner(
      test.deps.databaseUrl,
      `select path, body from notifications where user_id = $1 and kind = $2`,
      [userId, kind],
    )
  ).rows

describe.each(['passenger', 'driver'])('a decision for the %s', (outcome) => {
  it('refuses to decide a dispute before the driver answers, and moves no money', async () => {
    const { seat, answer, decide, listed } = await aDispute()
    expect((await decide(outcome)).body.code).toBe('dispute_unheard')
    expect((await listed()).heardFrom).not.toBe(null)
    await test.expectHeld('billetera', seat)
    expect((await answer()).status).toBe(200)
    expect((await listed()).heardFrom).toBe(null)
    expect((await decide(outcome)).body).toEqual({ outcome })
    await expectConsistent(test.deps)
  })

  it("refuses to decide a dispute within the driver's 24 hours to answer", async () => {
    const { decide } = await aDispute('directo')
    test.clock.advance(24 * HOUR_MS - 1)
    expect((await decide(outcome)).body.code).toBe('dispute_unheard')
    test.clock.advance(1)
    expect((await decide(outcome)).body).toEqual({ outcome })
  })

  it('refuses the first of two signatures too before the driver answers', async () => {
    const { seat, answer, decide, listed } = await aDispute()
    const { disputeSecondPerson } = test.deps.config
    test.deps.config.disputeSecondPerson = seat.price - 1
    expect((await decide(outcome)).body.code).toBe('dispute_unheard')
    expect((await listed()).proposal).toBe(null)
    await answer()
    expect((await decide(outcome)).body).toEqual({ outcome: null })
    test.deps.config.disputeSecondPerson = disputeSecondPerson
  })

  it('is refused from a screen that does not show the proposal of a colleague', async () => {
    const { seat, answer, decide, listed } = await aDispute()
    await answer()
    const { disputeSecondPerson } = test.deps.config
    test.deps.config.disputeSecondPerson = seat.price - 1
    const second = await aUser(test.deps, { roles: ['passenger', 'support'] })
    const sign = (seenFirstAt: string | null) =>
      test.call(second, 'POST', `/admin/disputes/${seat.id}/resolve`, {
        ...{ outcome, note: 'Lo vimos en los registros.', seenFirstAt },
      })
    expect((await decide(outcome)).body).toEqual({ outcome: null })
    expect((await sign(null)).body.code).toBe('case_changed')
    const { proposal } = await listed()
    expect((await sign(proposal.at)).body).toEqual({ outcome })
    test.deps.config.disputeSecondPerson = disputeSecondPerson
  })
})

it.each(['a version', 'an addition', 'a photo'] as const)(
  'refuses a decision from a screen that does not show %s that came meanwhile',
  async (what) => {
    const { seat, answer, add, photo, listed, ana } = await aDispute()
    await answer()
    const shown = await listed()
    test.clock.advance(HOUR_MS)
    if (what === 'a version') await answer(undefined, { ...version, text: 'Llegué tarde.' })
    if (what === 'an addition') await add('Mi hermana lo vio pasar.')
    if (what === 'a photo') expect((await photo(ana)).statusCode).toBe(201)
    test.clock.advance(24 * HOUR_MS)
    const decide = (seenSaidAt: string) =>
      test.call(test.helper, 'POST', `/admin/disputes/${seat.id}/resolve`, {
        ...{ outcome: 'driver', note, seenSaidAt },
      })
    expect((await decide(shown.saidAt)).body.code).toBe('case_changed')
    await test.expectHeld('billetera', seat)
    expect((await decide((await listed()).saidAt)).body).toEqual({ outcome: 'driver' })
  },
)

it.each([
  [
    'billetera',
    'passenger',
    /Te devolvimos \$\s[\d.]+ a tu billetera\./,
    /pasaje vuelven a la otra/,
  ],
  ['billetera', 'driver', /pasaje quedan para el conductor/, /te quedan \$\s[\d.]+, ya sin la com/],
  ['directo', 'passenger', /Cupo no te cobra nada/, /Cupo no te cobra comisión/],
  ['directo', 'driver', /Cupo no te cobra nada/, /Cupo no te cobra comisión/],
] as const)(
  'tells both sides of a decision where the money is: %s, for the %s',
  async (mode, outcome, toPassenger, toDriver) => {
    const { ana, driver, answer, decide, seat } = await aDispute(mode)
    await answer()
    expect((await decide(outcome)).status).toBe(200)
    const [[passenger], [own]] = [
      await toldTo(ana, 'dispute_resolved'),
      await toldTo(driver, 'dispute_resolved'),
    ]
    expect(passenger.body).toMatch(toPassenger)
    expect(own.body).toMatch(toDriver)
    if (mode === 'directo') return
    const fare = seat.price.toLocaleString('es-CO')
    for (const { body } of [passenger, own]) expect(body).toContain(fare)
  },
)

describe('the version of the driver', () => {
  it('asks the driver for a version, with its deadline and a link to the field', async () => {
    const { seat, driver } = await aDispute()
    const [told] = await toldTo(driver, 'no_show_disputed')
    expect(told.path).toBe(`/bookings/${seat.id}/version`)
    expect(told.body).toMatch(/hasta el domingo 22 de noviembre a las \d+:\d\d [ap]\. m\./)
  })

  it('is asked for by mail at once, whatever news of trips the driver wants', async () => {
    const { driver } = await aDispute()
    const preferences = [{ topic: 'trips', channel: 'mail', enabled: false }]
    await test.call(driver, 'PUT', '/notifications/preferences', { preferences })
    const mailed = async () =>
      (
        await asOwner(test.deps.databaseUrl, `select payload from jobs where name = '${MAIL_JOB}'`)
      ).rows
        .map(({ payload }) => openMail(test.deps, payload).template)
        .filter((template) => template === 'no_show_disputed').length
    const before = await mailed()
    await inTransaction(test.deps.db, (tx) =>
      tellUser(tx, test.deps, noShowDisputed, {
        userId: driver.userId,
        data: { path: '/bookings/1', byWallet: true, until: inHours(24) },
      }),
    )
    expect(await mailed()).toBe(before + 1)
  })

  it('reaches the team, and the passenger does not read it', async () => {
    const { answer, show, listed, driver, ana } = await aDispute()
    expect(await show(driver)).toMatchObject({ statement, version: null, waits: true })
    await answer(driver, { ...version, answer: 'travelled' })
    await answer()
    expect((await listed()).driver).toMatchObject({ answer: 'not_there', words: version.text })
    expect(await show(driver)).toMatchObject({
      version: { answer: 'not_there', words: version.text },
      waits: false,
    })
    expect(JSON.stringify(await show(ana))).not.toContain('veinte minutos')
  })

  it("takes the driver's version late, but not from others or after the decision", async () => {
    const { answer, decide, show, ana, photo, add } = await aDispute()
    const stranger = await aUser(test.deps)
    for (const who of [ana, stranger]) {
      expect((await answer(who)).body.code).toBe('dispute_not_found')
    }
    expect((await photo(stranger)).json().code).toBe('dispute_not_found')
    expect(await show(stranger)).toBe(undefined)
    test.clock.advance(2 * DAY_MS)
    expect((await answer()).status).toBe(200)
    await decide('driver')
    expect((await answer()).body.code).toBe('dispute_resolved')
    expect((await add('Y además llamé.')).body.code).toBe('dispute_resolved')
    expect((await photo(ana)).json().code).toBe('dispute_resolved')
  })
})

describe('what the passenger adds', () => {
  it('takes an addition of the passenger once, and asks the driver again for 24 h', async () => {
    const { add, answer, decide, show, listed, driver } = await aDispute()
    await answer()
    test.clock.advance(HOUR_MS)
    const text = 'Mi hermana también lo vio pasar.'
    expect((await add(text, driver)).body.code).toBe('dispute_not_found')
    for (let n = 0; n < 2; n += 1) expect((await add(text)).status).toBe(200)
    expect((await add('Otra cosa más.')).body.code).toBe('dispute_added')
    expect(await show(driver)).toMatchObject({ addition: text, waits: true })
    expect((await listed()).passenger.words).toBe(`${statement}\n\n${text}`)
    expect(await toldTo(driver, 'no_show_disputed')).toHaveLength(2)
    expect((await decide('passenger')).body.code).toBe('dispute_unheard')
    test.clock.advance(24 * HOUR_MS - 1)
    expect((await decide('passenger')).body.code).toBe('dispute_unheard')
    await answer()
    expect((await decide('passenger')).status).toBe(200)
  })
})

describe('the photos of a dispute', () => {
  it('reach the team by side, three each, and no party of the booking', async () => {
    const { photo, listed, driver, ana, seat } = await aDispute()
    for (const photos of [1, 2, 3]) expect((await photo(driver)).json()).toEqual({ photos })
    expect((await photo(driver)).json().code).toBe('hearing_photo_limit')
    expect((await photo(ana)).json()).toEqual({ photos: 1 })
    const item = await listed()
    expect([item.passenger.photoIds, item.driver.photoIds].map(({ length }) => length)).toEqual([
      1, 3,
    ])
    const get = async (who: TestUser, id: string) =>
      test.app.inject({
        url: `/api/admin/disputes/${seat.id}/photos/${id}`,
        headers: { authorization: `Bearer ${await freshToken(test.deps, who)}` },
      })
    const [hers] = item.passenger.photoIds
    expect((await get(driver, hers)).statusCode).toBe(403)
    expect((await get(test.helper, hers)).headers['content-type']).toBe('image/webp')
    expect((await get(test.helper, seat.id)).json().code).toBe('not_found')
    await asOwner(
      test.deps.databaseUrl,
      `update users set roles = '{passenger,support}' where id = $1`,
      [driver.userId],
    )
    await proveSessions(test.deps, [driver.sessionId])
    expect((await get(driver, hers)).json().code).toBe('forbidden')
  })
})
