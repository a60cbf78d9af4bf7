import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { passwordChanged } from '#server/modules/people/access/auth/auth.messages.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, freshToken, type TestUser } from '#test/factories.ts'
import { sendMail } from './send-mail.ts'

const ADDRESS = 'camila@correo.test'

let test: TestApp
let mail: MailSandbox
let support: TestUser

beforeAll(async () => {
  mail = await openMailSandbox()
  test = await openTestApp({ urls: { smtp: mail.url } })
  return () => mail.close()
})

beforeEach(async () => {
  test.clock.set(TEST_NOW)
  mail.control.refuse(null)
  mail.control.clear()
  support = await aUser(test.deps, { roles: ['passenger', 'support'] })
})

async function call(method: 'GET' | 'POST', path: string, body?: object) {
  const token = await freshToken(test.deps, { ...support, roles: ['passenger', 'support'] })
  const answer = await test.app.inject({
    method,
    url: `/api/admin/deliveries${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(body ? { payload: body } : {}),
  })
  return { status: answer.statusCode, body: answer.json() }
}

/** Queues a mail that the server refused until no tries were left. Returns its id. */
async function aDeadMail(): Promise<string> {
  const data = { device: null, at: TEST_NOW.toISOString() }
  const to = { address: ADDRESS, name: 'Camila' }
  await inTransaction(test.deps.db, (tx) => sendMail(tx, test.deps, passwordChanged, { to, data }))
  mail.control.refuse('later')
  for (let hour = 0; hour < 12; hour += 1) {
    await test.runJobs()
    test.clock.advance(HOUR_MS)
  }
  mail.control.refuse(null)
  const { body } = await call('GET', '')
  return body.items.at(-1).id
}

it('lists a message whose tries are used up, without its recipient', async () => {
  const id = await aDeadMail()
  const { body } = await call('GET', '')
  const item = body.items.find((each: { id: string }) => each.id === id)
  expect(item).toMatchObject({
    channel: 'mail',
    template: 'password_changed',
    topic: 'account',
    to: 'c***@correo.test',
    attempts: 12,
  })
  expect(JSON.stringify(body)).not.toContain(ADDRESS)
  test.clock.advance(DAY_MS)
  await test.runJobs()
  expect(mail.control.messages(ADDRESS)).toEqual([])
})

it('delivers a dead message once after a team member retries it', async () => {
  const id = await aDeadMail()
  expect((await call('POST', `/${id}/retry`)).body).toEqual({ retried: true })
  expect((await call('POST', `/${id}/retry`)).body.code).toBe('delivery_not_found')
  await test.runJobs()
  expect(mail.control.messages(ADDRESS)).toHaveLength(1)
})

it('discards a dead message and stores the reason', async () => {
  const id = await aDeadMail()
  const reason = 'El buzón ya no existe.'
  expect((await call('POST', `/${id}/discard`, { reason: 'x' })).status).toBe(400)
  expect((await call('POST', `/${id}/discard`, { reason })).body).toEqual({ discarded: true })
  expect((await call('POST', `/${id}/retry`)).body.code).toBe('delivery_not_found')
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select action, actor_id, details from audit_entries where subject_id = $1`,
    [id],
  )
  expect(rows).toEqual([
    { action: 'delivery.discarded', actor_id: support.userId, details: { reason } },
  ])
})

it('refuses to retry or discard a dead job that is not a message', async () => {
  await asOwner(
    test.deps.databaseUrl,
    `insert into jobs (id, name, payload, run_at, dead_at, created_at)
     values ('01890000-0000-7000-8000-0000000000aa', 'payments.check', '{}', $1, $1, $1)`,
    [test.clock.now()],
  )
  const path = '/01890000-0000-7000-8000-0000000000aa'
  expect((await call('POST', `${path}/retry`)).body.code).toBe('delivery_not_found')
  const discard = await call('POST', `${path}/discard`, { reason: 'No es de mensajes.' })
  expect(discard.body.code).toBe('delivery_not_found')
})
