import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MailRefusal, type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { passwordChanged, recoveryLink } from '#server/modules/people/access/auth/auth.messages.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { SUPPRESSED_DAYS } from './data.ts'
import { sendMail } from './send-mail.ts'

let test: BookingsApp
let mail: MailSandbox
let ana: TestUser
let address: string

beforeAll(async () => {
  mail = await openMailSandbox()
  const smtp = mail.url.replace('smtp://', 'smtp://cupo:secreta@')
  test = await openBookingsApp({ urls: { smtp } })
  return () => mail.close()
})

beforeEach(async () => {
  test.clock.set(new Date(test.clock.now().getTime() + HOUR_MS))
  mail.control.refuse(null)
  ana = await aUser(test.deps)
  await test.runJobs()
  mail.control.clear()
  const mine = await rows('select email from users where id = $1', [ana.userId])
  address = mine[0].email
})

const rows = async (statement: string, values: unknown[] = []) =>
  (await asOwner(test.deps.databaseUrl, statement, values)).rows

const send = (to = address) => {
  const data = { device: null, at: TEST_NOW.toISOString() }
  return inTransaction(test.deps.db, (tx) =>
    sendMail(tx, test.deps, passwordChanged, { to: { address: to, name: null }, data }),
  )
}

const sendRecoveryLink = () => {
  const data = { path: '/recuperar', minutes: 30, device: null, askedAt: TEST_NOW.toISOString() }
  return inTransaction(test.deps.db, (tx) =>
    sendMail(tx, test.deps, recoveryLink, { to: { address, name: null }, data }),
  )
}

const openJobs = () =>
  rows(`select attempts, dead_at, last_error from jobs where name = 'notifications.mail'`)

async function counted(name: string, detail: string): Promise<number> {
  const { values } = await test.deps.metrics.registry.getSingleMetric('cupo_events_total')!.get()
  return values.find(({ labels }) => labels.name === name && labels.detail === detail)?.value ?? -1
}

async function passTime(ms: number, step = 10 * MINUTE_MS): Promise<void> {
  for (let past = 0; past < ms; past += step) {
    await test.runJobs()
    test.clock.advance(step)
  }
  await test.runJobs()
}

describe('mail server that accepts no mail', () => {
  it.each<[MailRefusal, string]>([
    ['password', 'password'],
    ['sender', 'sender'],
  ])(
    'keeps mail for hours and counts the failure while the server refuses our %s',
    async (how, reason) => {
      const before = await counted('mail_server_failed', reason)
      expect(before).toBeGreaterThanOrEqual(0)
      mail.control.refuse(how)
      for (let nth = 0; nth < 5; nth += 1) await send()
      await passTime(4 * HOUR_MS, HOUR_MS)
      const waiting = await openJobs()
      expect(waiting).toHaveLength(5)
      for (const job of waiting) {
        expect(job).toMatchObject({ attempts: 0, dead_at: null, last_error: expect.anything() })
      }
      expect(await counted('mail_server_failed', reason)).toBeGreaterThan(before + 2)
      mail.control.refuse(null)
      await passTime(20 * MINUTE_MS)
      expect(mail.control.messages(address)).toHaveLength(5)
      expect(await openJobs()).toEqual([])
    },
  )

  it('retries a refused login at most seven times an hour, not once per mail', async () => {
    mail.control.refuse('password')
    for (let nth = 0; nth < 20; nth += 1) await send()
    await passTime(HOUR_MS)
    const before = mail.control.connections()
    await passTime(HOUR_MS)
    expect(mail.control.connections() - before).toBeLessThanOrEqual(7)
    mail.control.refuse(null)
    await passTime(20 * MINUTE_MS)
    expect(mail.control.messages(address)).toHaveLength(20)
  })
})

it('sends many mails over one SMTP connection', async () => {
  await send()
  await test.runJobs()
  const before = mail.control.connections()
  for (let nth = 0; nth < 10; nth += 1) await send()
  await test.runJobs()
  expect(mail.control.messages(address)).toHaveLength(11)
  expect(mail.control.connections() - before).toBeLessThanOrEqual(1)
})

describe('mail that the server refuses temporarily', () => {
  it.each<MailRefusal>(['greylisted', 'relay', 'content', 'later'])(
    'retries a mail that the server refuses (%s) without delaying other mail',
    async (how) => {
      mail.control.refuse(how)
      await send()
      await test.runJobs()
      expect(await openJobs()).toMatchObject([{ attempts: 1, dead_at: null }])
      mail.control.refuse(null)
      await send('otra@correo.test')
      await test.runJobs()
      expect(mail.control.messages('otra@correo.test')).toHaveLength(1)
      await passTime(HOUR_MS)
      expect(mail.control.messages(address)).toHaveLength(1)
      expect(await rows('select * from mail_suppressions')).toEqual([])
    },
  )
})

describe('address that the server refused permanently', () => {
  const preferences = async () => (await test.call(ana, 'GET', '/notifications/preferences')).body
  const told = async () => {
    const { body } = await test.call(ana, 'GET', '/notifications')
    return body.notifications.filter(({ kind }: { kind: string }) => kind === 'mail_bounces')
  }

  beforeEach(async () => {
    await rows('delete from mail_suppressions')
    mail.control.refuse('unknown')
    await send()
    await test.runJobs()
    mail.control.refuse(null)
  })

  it('sends no mail to a refused address, and tells its owner once in the app', async () => {
    expect(await openJobs()).toEqual([])
    await send()
    await test.runJobs()
    expect(mail.control.messages(address)).toEqual([])
    expect((await preferences()).mailBounces).toMatchObject({ address })
    const [news, ...more] = await told()
    expect(news).toMatchObject({ title: 'Tu correo rebota', url: '/notifications/preferences' })
    expect(more).toEqual([])
    const [row] = await rows('select reply, user_id from mail_suppressions')
    expect(row).toEqual({ reply: '550 5.1.1', user_id: ana.userId })
  })

  it('sends mail to a refused address again when its owner says that it works', async () => {
    expect((await test.call(ana, 'DELETE', '/notifications/mail-bounce')).body).toEqual({
      resumed: true,
    })
    expect((await preferences()).mailBounces).toBeNull()
    await send()
    await test.runJobs()
    expect(mail.control.messages(address)).toHaveLength(1)
  })

  it('mails a recovery link to a refused address, and all mail once it is accepted', async () => {
    await sendRecoveryLink()
    await test.runJobs()
    expect(mail.control.messages(address)).toHaveLength(1)
    await send()
    await test.runJobs()
    expect(mail.control.messages(address)).toHaveLength(2)
    expect((await preferences()).mailBounces).toBeNull()
  })

  it('does not notify the owner again when a recovery link is refused too', async () => {
    mail.control.refuse('unknown')
    await sendRecoveryLink()
    await test.runJobs()
    expect(await told()).toHaveLength(1)
  })

  it('sends mail to a refused address again after thirty days', async () => {
    test.clock.advance(SUPPRESSED_DAYS * DAY_MS + MINUTE_MS)
    expect((await preferences()).mailBounces).toBeNull()
    await send()
    await test.runRecurring('purge-old-data')
    expect(mail.control.messages(address)).toHaveLength(1)
    expect(await rows('select * from mail_suppressions')).toEqual([])
  })

  it('shows a refused address to its owner only', async () => {
    const other = await aUser(test.deps)
    const answer = await test.call(other, 'GET', '/notifications/preferences')
    expect(answer.body.mailBounces).toBeNull()
  })

  it('suppresses a refused address that belongs to no account', async () => {
    mail.control.refuse('unknown')
    await send('nadie@correo.test')
    await test.runJobs()
    mail.control.refuse(null)
    await send('Nadie@correo.test')
    await test.runJobs()
    expect(mail.control.messages('nadie@correo.test')).toEqual([])
  })
})
