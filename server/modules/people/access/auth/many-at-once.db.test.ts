import { expect, it } from 'vitest'
import { openTestApp } from '#test/app.ts'
import { aUser } from '#test/factories.ts'
import { postJson } from '#test/http-client.ts'

const test = await openTestApp({ poolSize: 10 })

it('signs in twelve people behind one IP address in parallel', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => aUser(test.deps)))
  const answers = await Promise.all(
    people.map(({ email, password }) =>
      postJson(test.app, '/auth/login', { email, password }, { ip: '203.0.113.20' }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200))
})
