import { beforeAll, describe, expect, it } from 'vitest'
import { chainBatches, verifyLedger } from '#server/modules/bank/ledger/index.ts'
import { findMismatches } from '#server/modules/office/books/index.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { newId } from '#server/platform/ids.ts'
import { FUNDS } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { freshToken, type TestUser } from '#test/factories.ts'
import { aFullPerson, openPrivacyApp, type PrivacyApp, SECRETS } from '#test/privacy-factories.ts'
import { openClaim } from './claim.ts'
import { closeAccount, closeDueAccounts } from './close-account.ts'

let test: PrivacyApp

beforeAll(async () => {
  test = await openPrivacyApp()
})

type Method = 'GET' | 'POST' | 'DELETE'

const call = async (user: TestUser, method: Method, path: string, payload?: object) => {
  const headers = { authorization: `Bearer ${await freshToken(test.deps, user)}` }
  const body = method === 'POST' ? { payload: payload ?? {} } : {}
  const answer = await test.app.inject({ method, url: `/api${path}`, headers, ...body })
  return { status: answer.statusCode, body: answer.json() }
}

const query = async (text: string, values: unknown[] = []) =>
  (await asOwner(test.deps.databaseUrl, text, values)).rows

const ask = async (user: TestUser) => {
  await test.proved(user)
  return await call(user, 'POST', '/me/deletion')
}

/** The fifteen days of grace, with the reminder on the twelfth. */
const graceOver = async () => {
  test.clock.advance(12 * DAY_MS)
  await test.runRecurring('remind-closings')
  test.clock.advance(3 * DAY_MS)
}

const told = async ({ userId }: TestUser) => {
  const text = 'select kind from notifications where user_id = $1 order by created_at, id'
  return (await query(text, [userId])).map(({ kind }) => kind)
}

/** Lists the tables with a row that contains one of these texts. */
async function tablesWith(needles: readonly string[]): Promise<string[]> {
  const tables = await query(
    `select table_name as t from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { t } of tables) {
    for (const needle of needles) {
      const [{ n }] = await query(
        `select count(*)::int as n from ${t} x where strpos(x::text, $1) > 0`,
        [needle],
      )
      if (n > 0) found.push(`${t}: ${needle}`)
    }
  }
  return found
}

describe('the days of grace of a closing account', () => {
  it('requires step-up to close an account, and stops booking until it is cancelled', async () => {
    const person = await test.aPassenger()
    expect((await call(person, 'POST', '/me/deletion')).body.code).toBe('step_up_required')
    const { status, body } = await ask(person)
    expect([status, body.privacy.closing.canTakeBack]).toEqual([201, true])
    expect(Date.parse(body.privacy.closing.dueAt) - test.clock.now().getTime()).toBe(15 * DAY_MS)
    expect((await ask(person)).status).toBe(201)
    const trip = await test.newTrip()
    const refused = await test.book(person, trip)
    expect([refused.status, refused.body.code]).toEqual([409, 'account_closing'])
    expect((await call(person, 'DELETE', '/me/deletion')).status).toBe(200)
    expect((await call(person, 'DELETE', '/me/deletion')).body.code).toBe('closing_not_found')
    await test.booked(person, trip)
    expect(await told(person)).toEqual(
      expect.arrayContaining(['closing_asked', 'closing_taken_back']),
    )
  })

  it('says how much money is free and how much is held, before the account is closed', async () => {
    const person = await test.aPassenger()
    const { price } = await test.booked(person, await test.newTrip())
    const { body } = await call(person, 'GET', '/me/privacy')
    const money = { freePesos: FUNDS - price, heldPesos: price }
    expect(body.privacy.beforeClosing).toMatchObject(money)
  })

  it('refuses a booking of a closing account, without effect on parallel ones', async () => {
    const person = await test.aPassenger()
    await ask(person)
    const [trip, other] = [await test.newTrip(), await test.aPassenger()]
    // The trigger would abort the whole call: it guards accounts that start to close during the
    // call.
    await query('alter table bookings disable trigger bookings_of_open_accounts')
    const answers = await Promise.all([test.book(person, trip), test.book(other, trip)])
    await query('alter table bookings enable trigger bookings_of_open_accounts')
    expect(answers.map(({ status }) => status)).toEqual([409, 201])
    expect(answers[0]?.body.code).toBe('account_closing')
  })

  it('refuses to close an account with an open booking or trip, and lists them', async () => {
    const trip = await test.newTrip()
    const person = await test.aPassenger()
    const booking = await test.booked(person, trip)
    const refused = await ask(person)
    expect([refused.status, refused.body.code]).toEqual([409, 'closing_blocked'])
    expect(refused.body.details.open).toMatchObject([{ kind: 'booking', id: booking.id }])
    const driver = await ask(trip.driver)
    expect(driver.body.details.open).toContainEqual(
      expect.objectContaining({ kind: 'trip', id: trip.tripId }),
    )
    await test.act(person, booking, 'cancel')
    expect((await ask(person)).status).toBe(201)
  })

  it('reminds once, three days before an account closes', async () => {
    const person = await test.aPassenger()
    await ask(person)
    const asked = test.clock.now()
    test.clock.set(addMs(asked, 12 * DAY_MS - MINUTE_MS))
    await test.runRecurring('remind-closings')
    expect(await told(person)).not.toContain('closing_soon')
    test.clock.set(addMs(asked, 12 * DAY_MS))
    await test.runRecurring('remind-closings')
    await test.runRecurring('remind-closings')
    expect((await told(person)).filter((kind) => kind === 'closing_soon')).toHaveLength(1)
    test.clock.set(asked)
  })

  it('erases three days after the reminder when an outage delayed it', async () => {
    const person = await test.aPassenger()
    await ask(person)
    const asked = test.clock.now()
    const erased = async () => {
      await test.runRecurring('close-accounts')
      const text = 'select erased_at from account_closings where user_id = $1'
      return (await query(text, [person.userId]))[0].erased_at !== null
    }
    test.clock.advance(16 * DAY_MS)
    expect(await erased()).toBe(false)
    await test.runRecurring('remind-closings')
    const shown = (await call(person, 'GET', '/me/privacy')).body.privacy.closing
    expect(shown.dueAt).toBe(addMs(asked, 19 * DAY_MS).toISOString())
    test.clock.advance(3 * DAY_MS - MINUTE_MS)
    expect(await erased()).toBe(false)
    test.clock.advance(MINUTE_MS)
    expect(await erased()).toBe(true)
    test.clock.set(asked)
  })
})

describe('the end of an account', () => {
  it('closes all due accounts in one run', async () => {
    const people = await Promise.all(Array.from({ length: 22 }, () => test.aPassenger()))
    await query(
      `insert into account_closings (id, user_id, asked_at, due_at, reminded_at)
       select gen_random_uuid(), person, $2::timestamptz - interval '15 days', $2, $2
       from unnest($1::uuid[]) as person`,
      [people.map(({ userId }) => userId), test.clock.now()],
    )
    await closeDueAccounts(test.deps)
    const left = await query(
      `select user_id from account_closings where user_id = any ($1) and erased_at is null`,
      [people.map(({ userId }) => userId)],
    )
    expect(left).toEqual([])
  })

  it('erases all data of a closed account, and keeps money and trips of others', async () => {
    const person = await aFullPerson(test)
    const [{ passenger_id: other, id }] = await query(
      'select passenger_id, id from bookings where driver_id = $1',
      [person.userId],
    )
    const [balance] = await query(
      `select credits_posted - debits_posted as pesos from ledger_accounts
       where owner_id = $1 and kind = 'wallet' and currency = 'COP'`,
      [person.userId],
    )
    test.clock.set(addMs(test.clock.now(), 12 * DAY_MS))
    await test.runRecurring('bookings.advance-due')
    expect((await ask(person)).body).toMatchObject({ privacy: { closing: { canTakeBack: true } } })
    await graceOver()
    await test.runRecurring('close-accounts')
    const { firstName, lastName, username, number, phone } = SECRETS
    const needles = [firstName, lastName, username, number, phone, person.email]
    expect(await tablesWith(needles)).toEqual([])
    expect((await call(person, 'GET', '/auth/me')).status).toBe(401)
    const [seen] = await query(`select s.id from sessions s where s.user_id = $1`, [person.userId])
    expect(seen).toBeUndefined()
    const [claim] = await query(
      `select c.id, c.claim_open as open, c.claim_sealed as sealed,
         w.credits_posted - w.debits_posted as pesos
       from account_closings c
       join ledger_accounts w on w.owner_id = c.user_id and w.kind = 'wallet' where user_id = $1`,
      [person.userId],
    )
    expect([claim.open, claim.pesos]).toEqual([true, balance.pesos])
    expect(openClaim(test.deps, claim.id, claim.sealed)).toMatchObject({
      contact: { email: person.email, legalId: number },
    })
    await chainBatches(test.deps, { everything: true })
    expect(await verifyLedger(test.deps)).toMatchObject({ result: 'ok' })
    expect(await findMismatches(test.deps)).toEqual([])
    const [session] = await query('select id from sessions where user_id = $1', [other])
    const passenger = { userId: other, sessionId: session.id, email: '', password: '', token: '' }
    const shown = await call(passenger, 'GET', `/bookings/${id}`)
    expect(shown.body.booking.driver.name).toBe('Persona que cerró su cuenta')
    const ratings = (await call(passenger, 'GET', `/users/${other}/ratings`)).body.ratings
    expect(JSON.stringify(ratings)).toContain('Persona que cerró su cuenta')
  })

  it('delays the end of an account for a PENDING top-up, not for a checkout', async () => {
    const person = await test.aPassenger(0)
    await ask(person)
    const late = addMs(test.clock.now(), 15 * DAY_MS)
    const id = newId()
    await query(
      `insert into payments (id, reference, user_id, amount_pesos, environment, status, created_at,
         updated_at, next_check_at) values ($1, $2, $3, 50000, 'test', 'open', $4, $4, $4)`,
      [id, `CUPO-${newId()}`, person.userId, late],
    )
    await query(
      `insert into payment_attempts (transaction_id, payment_id, status, amount_in_cents, currency,
         created_at, updated_at) values ($1::text, $1::uuid, 'PENDING', 5000000, 'COP', $2, $2)`,
      [id, late],
    )
    const ended = async () => {
      await closeAccount(test.deps, person.userId)
      const erased = `select id from account_closings
        where user_id = $1 and erased_at is not null`
      return await query(erased, [person.userId])
    }
    const asked = test.clock.now()
    await graceOver()
    expect(await ended()).toHaveLength(0)
    test.clock.advance(2 * DAY_MS)
    expect(await ended()).toHaveLength(0)
    const waits = (await told(person)).filter((kind) => kind === 'closing_waits')
    expect(waits, 'told of the same reason once, not each day').toHaveLength(1)
    await query(`update payment_attempts set status = 'DECLINED' where payment_id = $1`, [id])
    test.clock.set(addMs(late, 4 * DAY_MS))
    expect(await ended()).toHaveLength(1)
    test.clock.set(asked)
  })

  it('closes an account with the same result after a kill at any point', async () => {
    for (const killed of [0, 1, 2, 4, 8, 16, 32, 48]) {
      const person = await test.aPassenger(20_000)
      await ask(person)
      const text = `update account_closings set asked_at = asked_at - interval '16 days',
        due_at = due_at - interval '16 days', reminded_at = asked_at where user_id = $1`
      await query(text, [person.userId])
      await closeAccount(dying(test.deps, killed), person.userId).catch(() => undefined)
      await closeAccount(test.deps, person.userId)
      await closeAccount(test.deps, person.userId)
      const [row] = await query(
        `select c.erased_at is not null as erased, c.claim_open as open, u.email,
           c.claim_sealed is not null as sealed,
           (select count(*)::int from sessions s where s.user_id = u.id) as sessions
         from account_closings c join users u on u.id = c.user_id where u.id = $1`,
        [person.userId],
      )
      const email = `cerrada-${person.userId}@cuenta.invalid`
      const whole = { erased: true, open: true, sealed: true, email, sessions: 0 }
      expect(row, `killed after ${killed}`).toEqual(whole)
    }
  })

  describe('a new account with the document of an account that was closed while expelled', () => {
    const verified = 'update users set identity_verified_at = $2 where id = $1'
    const into = 'insert into sanction_events (id, sanction_id, user_id, kind, at, reason, cause)'
    const expelled = `${into}
      values ($2, $2, $1, 'expelled', $3, 'Por la prueba.', 'prueba')`
    const lifted = `${into}
      values (gen_random_uuid(), $2, $1, 'lifted', $3, 'Por la prueba.', 'prueba')`
    let documents = 7

    /** Closes an expelled account; another verifies its document. Returns who is paused. */
    async function inherits({ isLifted = false }): Promise<boolean> {
      const [gone, next] = [await test.aPassenger(0), await test.aPassenger(0)]
      const [index, now] = [Buffer.alloc(32, documents++), test.clock.now()]
      const set = 'update users set identification_index = $2 where id = $1'
      await query(set, [gone.userId, index])
      await query(expelled, [gone.userId, gone.sessionId, now])
      await ask(gone)
      await graceOver()
      await test.runRecurring('close-accounts')
      if (isLifted) await query(lifted, [gone.userId, gone.sessionId, test.clock.now()])
      await query(set, [next.userId, index])
      await query(verified, [next.userId, test.clock.now()])
      const standing = `select suspended_until = 'infinity' as paused from user_standing
        where user_id = $1`
      return (await query(standing, [next.userId]))[0]?.paused ?? false
    }

    it('is paused, so that the team decides', async () => {
      expect(await inherits({})).toBe(true)
    })

    it('is not paused when the expulsion was lifted after the closing', async () => {
      expect(await inherits({ isLifted: true })).toBe(false)
    })
  })
})

/** Wraps the dependencies with a database that fails after some transactions. */
function dying(deps: Deps, after: number): Deps {
  let left = after
  const db = new Proxy(deps.db, {
    get(target, key) {
      const value = Reflect.get(target, key)
      if (key !== 'startTransaction')
        return typeof value === 'function' ? value.bind(target) : value
      return () => {
        left -= 1
        if (left < 0) throw new Error('the process was killed')
        return target.startTransaction()
      }
    },
  })
  return { ...deps, db }
}
