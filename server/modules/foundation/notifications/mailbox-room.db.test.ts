import { beforeAll, describe, expect, it } from 'vitest'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { passwordChanged } from '#server/modules/people/access/auth/auth.messages.ts'
import { tripAlert } from '#server/modules/travel/demand/alerts/alerts.messages.ts'
import { HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import type { Message } from '#server/platform/message.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { postJson } from '#test/http-client.ts'
import { mailboxOf } from './deliver-mail.ts'
import { sendMail } from './send-mail.ts'

let test: TestApp
let mail: MailSandbox

beforeAll(async () => {
  mail = await openMailSandbox()
  test = await openTestApp({ urls: { smtp: mail.url }, extensions: [mail.plugin] })
  return () => mail.close()
})

const signUp = (email: string, first_name = 'Ana') =>
  postJson(test.app, '/auth/signup', {
    email,
    first_name,
    password: `la clave ${newId()}`,
    verification_terms: 'aceptado',
  })

async function send<Data>(
  to: { address: string; name: string | null },
  message: Message<Data>,
  data: NoInfer<Data>,
): Promise<void> {
  await inTransaction(test.deps.db, (tx) => sendMail(tx, test.deps, message, { to, data }))
  await test.runJobs()
}

const CHANGED = { device: null, at: '2026-11-20T13:00:00.000Z' }

describe('a mailbox', () => {
  it('limits mail caused by strangers per mailbox, over all senders and spellings', async () => {
    const box = `victima${newId().slice(-6)}`
    for (let i = 0; i < 14; i += 1) {
      const email = i % 2 === 0 ? `${box}@correo.test` : `${box}+${i}@correo.test`
      expect((await signUp(email)).statusCode).toBe(201)
    }
    await test.runJobs()
    const received = () =>
      mail.control.messages().filter(({ recipients }) => recipients.includes(box)).length
    expect(received()).toBe(8)
    await send({ address: `${box}@correo.test`, name: null }, passwordChanged, CHANGED)
    expect(received()).toBe(9)
    test.clock.advance(HOUR_MS)
    await signUp(`${box}@correo.test`)
    await test.runJobs()
    expect(received()).toBe(10)
  })

  it('recognises a mailbox under different spellings of its address', () => {
    expect(mailboxOf('Ana.Ruiz+cupo@Gmail.com')).toBe(mailboxOf('anaruiz@googlemail.com'))
    expect(mailboxOf('ana+x@correo.co')).toBe('ana@correo.co')
    expect(mailboxOf('ana.ruiz@correo.co')).not.toBe(mailboxOf('anaruiz@correo.co'))
  })
})

describe('a name in a mail', () => {
  it('refuses a name that contains a web address, and never greets with one', async () => {
    expect((await signUp(`a-${newId()}@correo.test`, 'Gana en premios.example')).statusCode).toBe(
      400,
    )
    const address = `b-${newId()}@correo.test`
    await send({ address, name: 'Entra a http://mal.example' }, passwordChanged, CHANGED)
    const [message] = mail.control.messages(address)
    expect(message?.text).toMatch(/^Hola:/)
    expect(`${message?.text}${message?.html}`).not.toContain('mal.example')
  })

  it('makes no link of the name of another person in a mail', async () => {
    const address = `c-${newId()}@correo.test`
    const trip = { path: '/trips/1', departsAt: '2026-11-20T13:00:00.000Z', price: 1 }
    const data = { from: 'Cali', to: 'Buga', more: 0, morePath: '/trips', token: 'x' }
    const trips = [{ ...trip, driver: 'premios.example' }]
    await send({ address, name: null }, tripAlert, { ...data, trips })
    const [message] = mail.control.messages(address)
    expect(`${message?.text}${message?.html}`).not.toContain('premios.example')
  })

  it('greets without a name in mail to an unconfirmed address', async () => {
    const email = `d-${newId()}@correo.test`
    await signUp(email, 'Llama Ya')
    await test.runJobs()
    expect(mail.control.messages(email)[0]?.text).not.toContain('Llama Ya')
  })
})
