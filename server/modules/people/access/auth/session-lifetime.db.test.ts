import { expect, it } from 'vitest'
import { DAY_MS } from '#server/platform/clock.ts'
import { openTestApp } from '#test/app.ts'
import { aUser } from '#test/factories.ts'
import { type Answer, cookieOf, postJson } from '#test/http-client.ts'

it('ends a session 180 days after the sign-in, however often it is renewed', async () => {
  const { app, deps, clock } = await openTestApp()
  const user = await aUser(deps)
  const renew = (last: Answer) => postJson(app, '/auth/refresh', {}, { cookie: cookieOf(last) })
  let last = await postJson(app, '/auth/login', { email: user.email, password: user.password })
  for (let day = 20; day < 180; day += 20) {
    clock.advance(20 * DAY_MS)
    last = await renew(last)
    expect(last.statusCode, `day ${day}`).toBe(200)
  }
  clock.advance(20 * DAY_MS - 1)
  last = await renew(last)
  expect(last.statusCode).toBe(200)
  clock.advance(1)
  expect((await renew(last)).statusCode).toBe(401)
})
