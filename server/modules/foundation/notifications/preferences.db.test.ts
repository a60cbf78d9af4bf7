import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { debtPaid } from '#server/modules/money/payments/finance/finance.messages.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { documentRejected } from '#server/modules/people/verification/verification.messages.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import type { Message } from '#server/platform/message.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { topicToken } from './unsubscribe.ts'

let test: TestApp
let mail: MailSandbox
let ana: TestUser

beforeAll(async () => {
  mail = await openMailSandbox()
  test = await openTestApp({ urls: { smtp: mail.url } })
  return () => mail.close()
})

beforeEach(async () => {
  ana = await aUser(test.deps)
})

async function call(user: TestUser, method: 'GET' | 'PUT', body?: object) {
  const answer = await test.app.inject({
    method,
    url: '/api/notifications/preferences',
    headers: { authorization: `Bearer ${user.token}` },
    ...(body ? { payload: body } : {}),
  })
  return { status: answer.statusCode, body: answer.json() }
}

const choose = (topic: string, channel: string, enabled: boolean) =>
  call(ana, 'PUT', { preferences: [{ topic, channel, enabled }] })

async function enabled(user: TestUser, topic: string): Promise<string[]> {
  const { preferences } = (await call(user, 'GET')).body
  type Row = { topic: string; channel: string; enabled: boolean }
  return preferences
    .filter((each: Row) => each.topic === topic && each.enabled)
    .map(({ channel }: Row) => channel)
}

const tell = <Data>(message: Message<Data>, data: NoInfer<Data>) =>
  inTransaction(test.deps.db, (tx) =>
    tellUser(tx, test.deps, message, { userId: ana.userId, data }),
  )
const tellDocument = () =>
  tell(documentRejected, {
    rejected: [{ name: 'licencia', plate: null, reason: 'La foto está borrosa.' }],
    approved: [],
    mayPublish: false,
  })
const tellDuty = () => tell(debtPaid, { pesos: 20_000 })

async function mailsAfter(told: () => Promise<void>) {
  await told()
  await test.runJobs()
  return mail.control.messages(ana.email)
}

const listed = async () => {
  const headers = { authorization: `Bearer ${ana.token}` }
  const answer = await test.app.inject({ url: '/api/notifications', headers })
  return answer.json().notifications.map(({ kind }: { kind: string }) => kind)
}

describe('notification preferences', () => {
  it('enables mail and push by default, and WhatsApp and SMS only on request', async () => {
    expect(await enabled(ana, 'trips')).toEqual(['mail', 'push'])
  })

  it('stores preferences per topic and channel, without effect on other people', async () => {
    const other = await aUser(test.deps)
    expect((await choose('documents', 'mail', false)).status).toBe(200)
    await choose('documents', 'whatsapp', true)
    await choose('documents', 'whatsapp', true)
    expect(await enabled(ana, 'documents')).toEqual(['push', 'whatsapp'])
    expect(await enabled(ana, 'trips')).toEqual(['mail', 'push'])
    expect(await enabled(other, 'documents')).toEqual(['mail', 'push'])
  })

  it('stops mail of a disabled topic but keeps it in the list of the app', async () => {
    await choose('documents', 'mail', false)
    expect(await mailsAfter(tellDocument)).toEqual([])
    expect(await listed()).toEqual(['document_rejected'])
    await choose('documents', 'mail', true)
    expect(await mailsAfter(tellDocument)).toHaveLength(1)
  })

  it('refuses to disable mail about moved money', async () => {
    expect((await choose('money', 'mail', false)).body.code).toBe('preference_fixed')
    expect((await choose('account', 'mail', false)).body.code).toBe('preference_fixed')
    expect((await choose('money', 'push', false)).status).toBe(200)
    expect(await mailsAfter(tellDuty)).toHaveLength(1)
  })
})

describe('optional mail', () => {
  const post = (url: string) =>
    test.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })

  it('includes a page and a one-click address to unsubscribe without a session', async () => {
    const [message] = await mailsAfter(tellDocument)
    const [page = ''] = message?.text.match(/http\S+unsubscribe\S+/) ?? []
    const token = new URL(page).searchParams.get('token') ?? ''
    const opened = await test.app.inject(`/api/notifications/unsubscribe/${token}`)
    expect(opened.statusCode).toBe(303)
    expect(opened.headers.location).toBe(page)
    expect(await enabled(ana, 'documents')).toContain('mail')
    const answer = await post(`/api/notifications/unsubscribe/${token}`)
    expect(answer.json()).toEqual({ topic: 'documents' })
    expect(await enabled(ana, 'documents')).toEqual(['push'])
    expect((await post(`/api/notifications/unsubscribe/${token}`)).statusCode).toBe(200)
  })

  it('includes no unsubscribe link in mail about money', async () => {
    const [message] = await mailsAfter(tellDuty)
    expect(message?.text).not.toContain('unsubscribe')
  })

  it('refuses an unsubscribe token of another topic or person', async () => {
    const { userId } = ana
    const token = topicToken(test.deps.secrets, { userId, topic: 'documents' })
    const other = topicToken(test.deps.secrets, { userId: newId(), topic: 'trips' })
    const wrong = [token.replace('documents', 'trips'), `${token}x`, 'documents.', 'x', other]
    for (const each of wrong.slice(0, -1)) {
      expect((await post(`/api/notifications/unsubscribe/${each}`)).json().code).toBe(
        'link_invalid',
      )
    }
    expect(await enabled(ana, 'trips')).toContain('mail')
  })
})
