import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { answeringFetch, answers, refuses } from './screen-answers.ts'

const { login, debugUser } = api.auth

it('refuses an answer and a code that the contract does not have', () => {
  // @ts-expect-error the answer of the call has a message
  expect(() => answers(debugUser, { said: 'Hola.' })).toThrow(/message/)
  expect(() => refuses(login, 'trip_not_found')).toThrow(/never refused with trip_not_found/)
})

it('fails a test whose screen calls without an answer', async () => {
  const { fetch, assertAllAnswered } = answeringFetch([])
  await expect(fetch('/api/wallet/balance')).rejects.toThrow()
  expect(assertAllAnswered).toThrow('GET /wallet/balance has no answer')
})

it('fails a test whose screen sends what the contract refuses', async () => {
  const answering = answeringFetch([refuses(login, 'bad_credentials')])
  const send = (body: unknown) =>
    answering.fetch('/api/auth/login', { method: 'POST', body: JSON.stringify(body) })
  expect((await send({ email: 'ana@correo.test', password: 'no es esta' })).status).toBe(401)
  expect(answering.assertAllAnswered).not.toThrow()
  await send({ email: 'ana@correo.test' })
  expect(answering.assertAllAnswered).toThrow(/POST \/auth\/login sent .*password/s)
})
