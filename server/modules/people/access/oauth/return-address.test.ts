import { describe, expect, it } from 'vitest'
import { ownOrigin, returnAddress, withAnswer } from './return-address.ts'

const SITE = 'https://cupo.example'
const deps = {
  urls: { site: SITE },
  config: { siteOrigins: ['https://cupo.lat'], returnOrigins: ['http://localhost:5173'] },
}

describe('return address', () => {
  it.each([
    `${SITE}/auth/callback`,
    `${SITE}/Registro`,
    'https://cupo.lat/lat-callback',
    'http://localhost:5173/auth/lat-callback',
  ])('allows the return address %s', (address) => {
    expect(returnAddress(deps, address)).toBe(address)
  })

  it('uses the callback page when no return address is requested', () => {
    expect(returnAddress(deps, undefined)).toBe(`${SITE}/auth/callback`)
  })

  it.each([
    '',
    '//evil',
    '/\\evil',
    'https:/evil',
    'https:evil.example/auth/callback',
    'javascript:alert(1)',
    '/auth/callback',
    `${SITE}.evil/auth/callback`,
    `${SITE}:8443/auth/callback`,
    `${SITE}@evil.example/auth/callback`,
    'https://user:pass@cupo.example/auth/callback',
    `${SITE}/auth/callback?next=//evil`,
    `${SITE}/auth/callback#x`,
    `${SITE}/auth/callback/`,
    `${SITE}/auth/callback/../../evil`,
    `${SITE}//evil/auth/callback`,
    `${SITE}/auth/callback\r\nLocation: https://evil`,
    `${SITE}/auth/callback%0d%0aLocation:%20https://evil`,
    ` ${SITE}/auth/callback`,
    `${SITE.toUpperCase()}/auth/callback`,
    'http://cupo.example/auth/callback',
    'http://localhost:3000/auth/callback',
    `${SITE}/login`,
  ])('refuses the return address %j', (address) => {
    expect(() => returnAddress(deps, address)).toThrow('No podemos volver a esa dirección.')
  })

  it('maps a request host to an origin of the configured list', () => {
    expect(ownOrigin(deps, 'cupo.lat')).toBe('https://cupo.lat')
    expect(ownOrigin(deps, 'CUPO.example')).toBe(SITE)
    expect(ownOrigin(deps, 'localhost:5173')).toBe(SITE)
    expect(ownOrigin(deps, 'evil.example')).toBe(SITE)
  })

  it('escapes the parameters that it adds to the return address', () => {
    const answered = withAnswer(`${SITE}/callback`, { code: 'a&b', state: null })
    expect(answered).toBe(`${SITE}/callback?code=a%26b`)
  })
})
