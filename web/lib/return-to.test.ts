import { describe, expect, it } from 'vitest'
import { safeReturnTo } from './return-to.ts'

describe('safeReturnTo', () => {
  it.each(['/', '/wallet', '/trips?from=11001&to=73001#x', '/bookings/a%2Fb'])(
    'accepts the return path %s',
    (path) => expect(safeReturnTo(path)).toBe(path),
  )

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'javascript:alert(1)',
    'wallet',
    '',
    null,
    undefined,
    `/${'a'.repeat(2001)}`,
  ])('refuses the return address %j', (value) => expect(safeReturnTo(value)).toBeNull())

  it('accepts no return path that a browser would resolve to another site', () => {
    const tries = ['/a//b', '/%2F/evil.example', '/@evil.example', '/..//evil.example', '/;//x']
    for (const value of tries) {
      const kept = safeReturnTo(value)
      if (kept) expect(new URL(kept, 'https://cupo.test').origin).toBe('https://cupo.test')
    }
  })
})
