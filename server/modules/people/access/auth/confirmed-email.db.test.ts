import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { findUser } from '#server/modules/people/users/index.ts'
import { newId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { aUser, freshToken } from '#test/factories.ts'
import { postJson } from '#test/http-client.ts'

let test: TestApp
let mail: MailSandbox

beforeAll(async () => {
  mail = await openMailSandbox()
  test = await openTestApp({ urls: { smtp: mail.url }, extensions: [mail.plugin] })
  return () => mail.close()
})

beforeEach(() => mail.control.clear())

const confirmedAt = async (userId: string) =>
  (await findUser(test.deps.db, userId)).email_confirmed_at

async function tokenFor(address: string): Promise<string> {
  await test.runJobs()
  const [newest] = mail.control.messages(address)
  return /\?token=([A-Za-z0-9_-]{43})/.exec(newest?.text ?? '')?.[1] ?? ''
}

it('marks the address as proved when a recovery link is used, not when requested', async () => {
  const user = await aUser(test.deps, { emailConfirmed: false })
  const asked = { email: user.email, password: 'otra clave bien larga' }
  await postJson(test.app, '/auth/recover-account', asked)
  const token = await tokenFor(user.email)
  expect(await confirmedAt(user.userId)).toBeNull()
  const typed = { token, password: asked.password }
  await postJson(test.app, '/auth/recover-account/confirm', typed)
  expect(await confirmedAt(user.userId)).toEqual(test.clock.now())
})

it('marks a new address as proved when its confirmation link is used', async () => {
  const user = await aUser(test.deps, { emailConfirmed: false })
  const email = `nueva-${newId()}@correo.test`
  const asked = { email, password: user.password }
  await postJson(test.app, '/auth/change-email', asked, {
    token: await freshToken(test.deps, user),
  })
  const token = await tokenFor(email)
  expect(await confirmedAt(user.userId)).toBeNull()
  await postJson(test.app, '/auth/change-email/confirm', { token })
  expect(await confirmedAt(user.userId)).toEqual(test.clock.now())
})
