import { describe, expect, it } from 'vitest'
import { pathOf } from './links.ts'

const SITE = 'https://cupo.example'
const ID = '0197a000-0000-7000-8000-000000000001'

describe('pathOf: an address that opens the app', () => {
  it.each([
    [`${SITE}/trips/${ID}?from=11001`, `/trips/${ID}?from=11001`],
    [`${SITE}/bookings/${ID}`, `/bookings/${ID}`],
    [`${SITE}/recuperar#token=abc`, '/recuperar#token=abc'],
    [`${SITE}/invita/ANA42`, '/invita/ANA42'],
    [
      `${SITE}/confirmacion-pago?payment_return=true&reference=R1`,
      '/confirmacion-pago?payment_return=true&reference=R1',
    ],
    ['co.cupo.app://auth/callback?code=c&state=s', '/auth/callback?code=c&state=s'],
  ])('the address %s opens a screen of the app', (address, path) => {
    expect(pathOf(address, SITE)).toBe(path)
  })

  it.each([
    '',
    'trips',
    `${SITE}/admin/withdrawals`,
    `${SITE}/api/auth/me`,
    `${SITE}/tripsy`,
    `${SITE}.evil.example/trips`,
    'https://cupo.example@evil.example/trips',
    'https://ana@cupo.example/trips',
    'http://cupo.example/trips',
    'co.cupo.app://wallet',
    'co.cupo.app://auth/callback/../../admin',
    'javascript:alert(1)',
  ])('the address %s opens no screen of the app', (address) => {
    expect(pathOf(address, SITE)).toBeNull()
  })
})
