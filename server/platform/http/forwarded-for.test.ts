import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { cleanForwardedFor } from './forwarded-for.ts'

/** Returns the caller's address as the server reads it behind `hops` of our proxies. */
async function callerOf(header: string | undefined, hops = 1): Promise<string> {
  const app = Fastify({ trustProxy: (_address, hop) => hop < hops })
  cleanForwardedFor(app)
  app.get('/', async ({ ip }) => ip)
  const headers = header === undefined ? {} : { 'x-forwarded-for': header }
  return (await app.inject({ url: '/', remoteAddress: '10.0.0.9', headers })).body
}

it.each([
  ['1.2.3.4', '1.2.3.4'],
  ['1.2.3.4:5678', '1.2.3.4'],
  ['2001:db8::7', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['[::1]:443', '::1'],
  ['9.9.9.9, 1.2.3.4:5678', '1.2.3.4'],
])('reads the forwarded header %s as the caller address %s', async (header, address) => {
  expect(await callerOf(header)).toBe(address)
})

it.each(['unknown', '_hidden', 'a:80', '1.2.3', '[1.2.3.4]:80', '1.2.3.4:x', '', '::1:zz'])(
  'uses the proxy as the caller when the forwarded header has no address: "%s"',
  async (header) => {
    expect(await callerOf(header)).toBe('10.0.0.9')
  },
)

it('ignores forwarded addresses to the left of an invalid one', async () => {
  expect(await callerOf('6.6.6.6, nobody, 1.2.3.4:80', 3)).toBe('1.2.3.4')
  expect(await callerOf('6.6.6.6:1, 1.2.3.4:80', 2)).toBe('6.6.6.6')
})

it('ignores the forwarded header without a proxy of ours', async () => {
  expect(await callerOf('1.2.3.4:80', 0)).toBe('10.0.0.9')
  expect(await callerOf(undefined)).toBe('10.0.0.9')
})
