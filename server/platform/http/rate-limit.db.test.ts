import { beforeAll, expect, it } from 'vitest'
import { loadPlaces } from '#server/modules/roads/places/index.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { attemptsOf, failuresOf, operations, send } from '#test/every-route.ts'

let test: TestApp

beforeAll(async () => {
  test = await openTestApp()
  await loadPlaces(test.deps)
})

it('says in the headers how many calls are left, and until when', async () => {
  const ask = () =>
    test.app.inject({ url: '/api/places/routes?from=11001&to=73001', remoteAddress: '10.7.0.1' })
  const first = await ask()
  expect(first.headers['ratelimit-policy']).toBe('"ip";q=120;w=60')
  expect(first.headers.ratelimit).toBe('"ip";r=119;t=60')
  test.clock.advance(20_000)
  expect((await ask()).headers.ratelimit).toBe('"ip";r=118;t=40')
  for (let call = 2; call < 120; call += 1) await ask()
  const refused = await ask()
  expect(refused.statusCode).toBe(429)
  expect(refused.headers.ratelimit).toBe('"ip";r=0;t=40')
  expect(refused.headers['retry-after']).toBe('40')
})

it('names the policy of every call that has a limit, also when it refuses', async () => {
  const limited = operations.filter(([, { limit }]) => limit)
  expect(limited.length).toBeGreaterThan(80)
  const attempts = attemptsOf(limited, [['without a token']], async (route) => {
    const { 'ratelimit-policy': policy } = (await send(test.app, route)).headers
    const { by, max, windowSeconds } = route.limit ?? {}
    return policy === `"${by}";q=${max};w=${windowSeconds}` ? null : `policy is ${policy}`
  })
  expect(await failuresOf(attempts)).toEqual([])
})

it('ends a window of a clock that was 31 days ahead, but none of another process', async () => {
  const ask = async () => {
    const url = '/api/places/routes?from=11001&to=73001'
    const { headers } = await test.app.inject({ url, remoteAddress: '10.7.0.9' })
    return String(headers.ratelimit)
  }
  const right = test.clock.now()
  test.clock.advance(31 * 24 * 3_600_000)
  await ask()
  test.clock.set(right)
  expect(await ask()).toBe('"ip";r=119;t=60')
  // A process whose clock is 5 s ahead goes on counting in the same window.
  test.clock.advance(-5_000)
  expect(await ask()).toBe('"ip";r=118;t=65')
})
