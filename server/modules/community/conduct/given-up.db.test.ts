import { beforeAll, expect, it } from 'vitest'
import {
  findStanding,
  insertSanctionEvent,
  listSanctionEventsOf,
} from '#server/modules/people/standing/index.ts'
import { provePhone } from '#server/modules/people/users/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { lift } from './lift-sanction.ts'

let test: TestApp

beforeAll(async () => {
  test = await openTestApp()
})

const DOCUMENT = ['CC', '1018234567'] as const
const PHONE = '+573112345678'

/** Proves a number a second after what was before. */
async function prove({ userId }: TestUser, phone: string): Promise<void> {
  test.clock.advance(1000)
  await inTransaction(test.deps.db, (tx) => provePhone(tx, test.deps, { userId, phone }))
}

async function sanction({ userId }: TestUser, days: number | null): Promise<Date | null> {
  const at = test.clock.now()
  const id = newId()
  const endsAt = days === null ? null : addMs(at, days * DAY_MS)
  const kind = days === null ? 'expelled' : 'suspended'
  const about = { userId, at, endsAt, decidedBy: null, cause: id, reason: 'Por la prueba.' }
  await inTransaction(test.deps.db, (tx) =>
    insertSanctionEvent(tx, { id, sanctionId: id, kind, ...about }),
  )
  return endsAt
}

/** Lifts the first sanction of a person, as after an appeal. */
async function liftFirst({ userId }: TestUser): Promise<void> {
  const [{ id: sanctionId } = { id: '' }] = await listSanctionEventsOf(test.deps.db, userId)
  const lifting = { sanctionId, userId, by: userId, note: 'Por la prueba.', tells: false }
  await inTransaction(test.deps.db, (tx) =>
    lift(tx, test.deps, { ...lifting, now: test.clock.now() }),
  )
  await test.runJobs()
}

const standing = ({ userId }: TestUser) => findStanding(test.deps.db, userId)

it('suspends the next account that verifies a document given up while suspended', async () => {
  const first = await aUser(test.deps, { verified: true, document: [...DOCUMENT] })
  const suspendedUntil = await sanction(first, 30)
  const given = await test.app.inject({
    method: 'PATCH',
    url: '/api/users/me',
    headers: { authorization: `Bearer ${first.token}` },
    payload: { identification_number: '1018999111', restart_verification: true },
  })
  expect(given.statusCode).toBe(200)
  const next = await aUser(test.deps, { verified: true, document: [...DOCUMENT] })
  expect(await standing(next)).toMatchObject({ suspendedUntil, paused: false })
})

it('pauses the next account that proves a number given up while expelled', async () => {
  const first = await aUser(test.deps)
  await prove(first, PHONE)
  await sanction(first, null)
  await prove(first, '+573119876543')
  const next = await aUser(test.deps)
  await prove(next, PHONE)
  expect(await standing(next)).toMatchObject({ paused: true, expelled: false })
})

it('forgets a number that was given up during a pause once the pause is lifted', async () => {
  const first = await aUser(test.deps)
  const phone = '+573105550201'
  await prove(first, phone)
  await sanction(first, null)
  await prove(first, '+573105550202')
  await liftFirst(first)
  await sanction(first, 30)
  const next = await aUser(test.deps)
  await prove(next, phone)
  expect(await standing(next)).toBeUndefined()
})

it('ends an inherited suspension when the one that it continued is lifted', async () => {
  const phone = '+573105550301'
  const first = await aUser(test.deps)
  await prove(first, phone)
  await sanction(first, 30)
  await prove(first, '+573105550302')
  const next = await aUser(test.deps)
  await prove(next, phone)
  expect(await standing(next)).toMatchObject({ paused: false, suspendedUntil: expect.any(Date) })
  await liftFirst(first)
  expect(await standing(next)).toMatchObject({ expelled: false, suspendedUntil: null })
  const told = test.deps.db.selectFrom('notifications').select('kind')
  const kinds = await told.where('user_id', '=', next.userId).execute()
  expect(kinds).toContainEqual({ kind: 'pause_over' })
})

it('leaves the next owner of a number alone whose last owner was in good standing', async () => {
  const phone = '+573105550101'
  const first = await aUser(test.deps)
  await prove(first, phone)
  await prove(first, '+573105550102')
  await sanction(first, 30)
  const next = await aUser(test.deps)
  await prove(next, phone)
  expect(await standing(next)).toBeUndefined()
})
