import { describe, expect, it } from 'vitest'
import { isPublicAddress, publicLookup } from './public-address.ts'

describe('public address', () => {
  it.each(['8.8.8.8', '142.250.78.10', '2607:f8b0:4008:80c::200a', '::ffff:8.8.8.8'])(
    'accepts %s as a public address',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    'fd00::1',
    'fe80::1',
    '2002:7f00:1::',
    '64:ff9b::7f00:1',
    'localhost',
    '',
  ])('refuses %s as a public address', (address) => expect(isPublicAddress(address)).toBe(false))

  it('refuses to connect to a name that resolves to a private address', async () => {
    const error = await new Promise<Error | null>((resolve) =>
      publicLookup('localhost', {}, resolve),
    )
    expect(error?.message).toBe('localhost is no public address')
  })
})
