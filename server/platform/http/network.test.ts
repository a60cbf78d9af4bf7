import { describe, expect, it } from 'vitest'
import { networkOf } from './network.ts'

describe('the network of an address', () => {
  it('returns the /24 network of an IPv4 address, also if it is written as IPv6', () => {
    expect(networkOf('190.24.10.7')).toBe('190.24.10.0/24')
    expect(networkOf('190.24.10.250')).toBe('190.24.10.0/24')
    expect(networkOf('::ffff:190.24.10.7')).toBe('190.24.10.0/24')
    expect(networkOf('190.24.11.7')).toBe('190.24.11.0/24')
  })

  it('returns the /48 network of an IPv6 address in any notation', () => {
    expect(networkOf('2800:e2:0aff::1')).toBe('2800:e2:aff::/48')
    expect(networkOf('2800:00e2:aff:1234:5:6:7:8')).toBe('2800:e2:aff::/48')
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0::/48')
    expect(networkOf('::1')).toBe('0:0:0::/48')
  })
})
