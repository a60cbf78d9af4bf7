import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { passwordChanged } from '#server/modules/people/access/auth/auth.messages.ts'
import { HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { queueMail, sendMail } from './send-mail.ts'

let test: TestApp
let mail: MailSandbox

beforeAll(async () => {
  mail = await openMailSandbox()
  test = await openTestApp({ urls: { smtp: mail.url }, extensions: [mail.plugin] })
  return () => mail.close()
})

beforeEach(() => {
  mail.control.clear()
  mail.control.refuse(null)
  test.deps.urls.smtp = mail.url
})

const to = { address: 'ñandú@correo.test', name: 'Laura "La Jefa" Gómez\r\nBcc: x@y.test' }
const data = { device: null, at: '2026-11-20T13:00:00.000Z' }

const send = (address = to.address) =>
  inTransaction(test.deps.db, (tx) =>
    sendMail(tx, test.deps, passwordChanged, { to: { ...to, address }, data }),
  )

const openJobs = async () =>
  (await asOwner(test.deps.databaseUrl, `select * from jobs where name = 'notifications.mail'`))
    .rows

describe('mail', () => {
  it('sends queued mail by SMTP once the transaction has committed', async () => {
    await send()
    expect(mail.control.messages()).toEqual([])
    await test.runJobs()
    const [message, ...rest] = mail.control.messages(to.address)
    expect(rest).toEqual([])
    expect(message).toMatchObject({
      recipients: to.address,
      sender: 'avisos@localhost',
      subject: 'Tu contraseña de Cupo cambió',
    })
    expect(message?.text).toContain('Ya puedes entrar con la nueva.')
    expect(message?.html).toContain('<!DOCTYPE html')
    expect(message?.message_id).toMatch(/^<[0-9a-f-]{36}@localhost>$/)
  })

  it('sends no mail when the transaction fails', async () => {
    const failing = inTransaction(test.deps.db, async (tx) => {
      await sendMail(tx, test.deps, passwordChanged, { to, data })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await test.runJobs()
    expect(mail.control.messages()).toEqual([])
  })

  it('stores queued mail without a readable recipient', async () => {
    await send()
    const text = JSON.stringify(await openJobs())
    expect(text).not.toMatch(/correo\.test|Laura|password_changed/)
    await test.runJobs()
  })

  it('fails and retries mail whose message no module defines', async () => {
    const unknown = { template: 'renamed_since', data: {}, to }
    await inTransaction(test.deps.db, (tx) => queueMail(tx, test.deps, unknown))
    await test.runJobs()
    expect(await openJobs()).toMatchObject([
      {
        attempts: 1,
        last_error: expect.stringContaining('no module defines the message renamed_since'),
      },
    ])
    expect(mail.control.messages()).toEqual([])
    await asOwner(test.deps.databaseUrl, 'delete from jobs')
  })

  it('retries mail when the server is busy, and delivers it once', async () => {
    mail.control.refuse('later')
    await send()
    await test.runJobs()
    expect(mail.control.messages()).toEqual([])
    expect(await openJobs()).toHaveLength(1)
    mail.control.refuse(null)
    test.clock.advance(HOUR_MS)
    await test.runJobs()
    expect(mail.control.messages()).toHaveLength(1)
    expect(await openJobs()).toEqual([])
  })

  it('drops mail if its recipient is refused permanently or no server is configured', async () => {
    mail.control.refuse('unknown')
    await send('nadie@correo.test')
    await test.runJobs()
    expect(await openJobs()).toEqual([])
    delete test.deps.urls.smtp
    await send()
    await test.runJobs()
    expect(await openJobs()).toEqual([])
    expect(mail.control.messages()).toEqual([])
  })

  it('shows sent mail in the sandbox', async () => {
    await send()
    await test.runJobs()
    const list = await test.app.inject('/sandbox/mail/api/messages?to=%C3%B1and%C3%BA@correo.test')
    const [message] = list.json().messages
    expect((await test.app.inject('/sandbox/mail/')).body).toContain(message.subject)
    const page = await test.app.inject(`/sandbox/mail/${message.id}`)
    expect(page.body).toContain('<a href="http://localhost:3000/recuperar-cuenta">')
    const html = await test.app.inject(`/sandbox/mail/${message.id}/html`)
    expect(html.headers['content-security-policy']).not.toContain('script-src')
    expect(html.body).toBe(message.html)
  })
})
