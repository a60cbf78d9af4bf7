import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type BounceMailbox, openBounceMailbox } from '#sandbox/mail/bounce-mailbox.ts'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { passwordChanged } from '#server/modules/people/access/auth/auth.messages.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { readBounces } from './read-bounces.ts'
import { sendMail } from './send-mail.ts'

let test: BookingsApp
let mail: MailSandbox
let mailbox: BounceMailbox
let ana: TestUser
let address: string

beforeAll(async () => {
  mail = await openMailSandbox()
  mailbox = await openBounceMailbox()
  test = await openBookingsApp({ urls: { smtp: mail.url, bounces: mailbox.url } })
  test.deps.config = { ...test.deps.config, bounceAddress: 'rebotes@cupo.test' }
  return async () => {
    await mail.close()
    await mailbox.close()
  }
})

beforeEach(async () => {
  ana = await aUser(test.deps)
  const mine = await rows('select email from users where id = $1', [ana.userId])
  address = mine[0].email
  await rows('delete from mail_suppressions')
})

const rows = async (statement: string, values: unknown[] = []) =>
  (await asOwner(test.deps.databaseUrl, statement, values)).rows

/** Sends a mail. Returns its return address. */
async function send(to = address): Promise<string> {
  const data = { device: null, at: TEST_NOW.toISOString() }
  await inTransaction(test.deps.db, (tx) =>
    sendMail(tx, test.deps, passwordChanged, {
      to: { address: to, name: null },
      data,
    }),
  )
  await test.runJobs()
  return mail.control.messages(to)[0]?.returnPath ?? ''
}

const suppressed = () => rows('select reply, user_id from mail_suppressions')
const status = '5.1.1'

it('suppresses the address of a returned mail, and tells its owner', async () => {
  const to = await send()
  expect(to).toMatch(/^rebotes\+[0-9a-f]{24}@cupo\.test$/)
  mailbox.bounce({ to: to.toUpperCase(), recipient: address, status })
  await readBounces(test.deps)
  expect(await suppressed()).toEqual([{ reply: '5.1.1', user_id: ana.userId }])
  expect(mailbox.count()).toBe(0)
  const { body } = await test.call(ana, 'GET', '/notifications/preferences')
  expect(body.mailBounces).toMatchObject({ address })
})

it('suppresses no address for a report that answers none of our mail', async () => {
  const other = await send('otra@correo.test')
  for (const to of ['rebotes@cupo.test', `rebotes+${'0'.repeat(24)}@cupo.test`, other]) {
    mailbox.bounce({ to, recipient: address, status })
  }
  await readBounces(test.deps)
  expect(await suppressed()).toEqual([])
  expect(mailbox.count()).toBe(0)
  expect(await test.deps.metrics.registry.metrics()).toContain(
    'cupo_events_total{name="mail_bounced",detail="unknown"} 3',
  )
})

it.each([
  ['a full mailbox', { status: '5.2.2' }],
  ['a message rejected by policy', { status: '5.7.1' }],
  ['a delay', { status: '4.4.1', action: 'delayed' }],
  ['a delivery', { status: '2.0.0', action: 'delivered' }],
])('suppresses no address for a report of %s', async (_what, report) => {
  mailbox.bounce({ to: await send(), recipient: address, ...report })
  await readBounces(test.deps)
  expect(await suppressed()).toEqual([])
})

it('deletes mail that is not a bounce report and reads the reports after it', async () => {
  const to = await send()
  mailbox.receive(`Subject: Fuera de la oficina\r\nTo: ${to}\r\n\r\nVuelvo el lunes.\r\n`)
  mailbox.receive('Content-Type: multipart/report; boundary="x"\r\n\r\n--x\r\n')
  mailbox.bounce({ to, recipient: address, status })
  await readBounces(test.deps)
  expect(await suppressed()).toHaveLength(1)
  expect(mailbox.count()).toBe(0)
})

it('counts a bounce mailbox that refuses our login, without an error', async () => {
  const { bounces } = test.deps.urls
  test.deps.urls.bounces = mailbox.url.replace(/:[^:]*@/, ':otra@')
  await expect(readBounces(test.deps)).resolves.toBeUndefined()
  test.deps.urls.bounces = 'imap://a:b@127.0.0.1:9'
  await expect(readBounces(test.deps)).resolves.toBeUndefined()
  if (bounces) test.deps.urls.bounces = bounces
  const metrics = await test.deps.metrics.registry.metrics()
  expect(metrics).toContain('cupo_events_total{name="bounces_unread",detail=""} 2')
})
