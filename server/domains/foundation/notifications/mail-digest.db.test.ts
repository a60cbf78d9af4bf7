import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { tellUser } from '#server/domains/people/users/users.public.ts'
import { seatBooked } from '#server/domains/travel/bookings/bookings.messages.ts'
import { MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, type TestUser } from '#test/factories.ts'

let test: TestApp
let mail: MailSandbox
let driver: TestUser

beforeAll(async () => {
  mail = await openMailSandbox()
  test = await openTestApp({ urls: { smtp: mail.url } })
  return () => mail.close()
})

beforeEach(async () => {
  test.clock.set(TEST_NOW)
  driver = await aUser(test.deps)
})

const tellSeatBooked = (passenger: string, batch: string) =>
  inTransaction(test.deps.db, (tx) =>
    tellUser(tx, test.deps, seatBooked, {
      userId: driver.userId,
      batch,
      data: {
        path: `/bookings/${passenger}`,
        from: 'Bogotá',
        to: 'Cali',
        at: '2026-11-25T10:00:00.000Z',
        seats: 1,
        passenger,
        driver: 'Carlos',
        byWallet: true,
        farePesos: 50_000,
        earnsPesos: 45_000,
        refundedPesos: 0,
        chargedPesos: 0,
        answerUntil: null,
        paysAt: null,
        byOwnWord: false,
      },
    }),
  )

async function subjectsAfter(minutes: number): Promise<string[]> {
  test.clock.advance(minutes * MINUTE_MS)
  await test.runJobs()
  return mail.control.messages(driver.email).map(({ subject }) => subject)
}

it('mails a single booking after its window, without a digest', async () => {
  await tellSeatBooked('Ana', newId())
  expect(await subjectsAfter(9)).toEqual([])
  expect(await subjectsAfter(2)).toEqual(['Vendiste 1 cupo Bogotá → Cali'])
})

it('merges the bookings of one trip into one mail, and mails another trip separately', async () => {
  const [one, other] = [newId(), newId()]
  await tellSeatBooked('Ana', one)
  await tellSeatBooked('Luis', one)
  await tellSeatBooked('Zoe', other)
  test.clock.advance(3 * MINUTE_MS)
  await tellSeatBooked('Eva', one)
  expect((await subjectsAfter(8)).sort()).toEqual([
    '3 novedades de tu viaje',
    'Vendiste 1 cupo Bogotá → Cali',
  ])
  const [digest] = mail.control.messages(driver.email).filter(({ subject }) => /3/.test(subject))
  for (const name of ['Ana', 'Luis', 'Eva']) {
    expect(digest?.text).toContain(`${name} reservó 1 cupo`)
    expect(digest?.text).toContain(`/bookings/${name}`)
  }
  expect(await subjectsAfter(30)).toHaveLength(2)
})

it('mails a booking of the next window separately, and none twice', async () => {
  const trip = newId()
  await tellSeatBooked('Ana', trip)
  // The job of the first window has not run yet, and includes this booking.
  test.clock.advance(10.5 * MINUTE_MS)
  await tellSeatBooked('Luis', trip)
  expect(await subjectsAfter(1)).toEqual(['2 novedades de tu viaje'])
  await tellSeatBooked('Eva', trip)
  expect((await subjectsAfter(30))[0]).toBe('Eva reservó 1 cupo')
})
