import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { RouteDef } from '#contract/route.ts'
import { subscriberOf } from './rate-limit.ts'

describe('subscriberOf', () => {
  it.each([
    ['200.21.13.7', '200.21.13.7'],
    ['::ffff:200.21.13.7', '200.21.13.7'],
    ['2800:484:1:2:a:b:c:d', '2800:484:1:2::/64'],
    ['2800:0484:0001:0002::1', '2800:484:1:2::/64'],
    ['2800:484::7', '2800:484:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::200.21.13.7', '64:ff9b:0:0::/64'],
    ['not an address', 'not an address'],
  ])('identifies the subscriber of %s as %s', (ip, subscriber) => {
    expect(subscriberOf(ip)).toBe(subscriber)
  })
})

it('each limit for strangers is counted by the handler of its call, as no other code does', () => {
  const handlers = globSync('server/modules/**/*.routes.ts').map((file) =>
    readFileSync(file, 'utf8'),
  )
  const limited = Object.entries(api).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, RouteDef>)
      .filter(([, { limit }]) => limit?.by === 'stranger')
      .map(([name]) => `sourceLimit(deps, ${group}.${name},`),
  )
  expect(limited.length).toBeGreaterThan(3)
  expect(limited.filter((call) => !handlers.some((text) => text.includes(call)))).toEqual([])
})
