import { beforeAll, expect, it } from 'vitest'
import { referralPaid } from '#server/modules/community/rewards/referrals/referrals.messages.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { aUser } from '#test/factories.ts'
import { openPrivacyApp, type PrivacyApp } from '#test/privacy-factories.ts'
import { askProvedClosing } from './ask-closing.ts'
import { closeAccount } from './close-account.ts'

let test: PrivacyApp

beforeAll(async () => {
  test = await openPrivacyApp()
})

it.each([
  ['invited', true],
  ['was invited', false],
] as const)('takes the name of who %s out of the message about the points', async (_, invited) => {
  const leo = await aUser(test.deps, { firstName: 'Leo' })
  const gone = await aUser(test.deps, { firstName: 'Rosalba', lastName: 'Quiroga' })
  const [friend, referrer] = invited ? [leo, gone] : [gone, leo]
  const id = newId()
  await asOwner(
    test.deps.databaseUrl,
    `insert into referrals (id, friend_id, referrer_id, status, claimed_at)
     values ($1, $2, $3, 'waiting', $4)`,
    [id, friend.userId, referrer.userId, test.clock.now()],
  )
  const data = { name: 'Rosalba Q.', points: 50 }
  await inTransaction(test.deps.db, (tx) =>
    tellUser(tx, test.deps, referralPaid, { userId: leo.userId, data, cause: id }),
  )
  await askProvedClosing(test.deps, gone)
  test.clock.set(addMs(test.clock.now(), 12 * DAY_MS))
  await test.runRecurring('remind-closings')
  test.clock.set(addMs(test.clock.now(), 3 * DAY_MS))
  await closeAccount(test.deps, gone.userId)
  const { body } = await test.call(leo, 'GET', '/notifications')
  const told = body.notifications.find(({ kind }: { kind: string }) => kind === 'referral_paid')
  expect(told.body).toContain('la invitación con Persona que cerró su cuenta')
})
