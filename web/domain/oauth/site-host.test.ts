import { describe, expect, it } from 'vitest'
import { localOrigins, otherHome } from './site-host.ts'

const hosts = {
  developmentHost: 'desarrollo.cupo.example',
  origin: 'https://cupo.example',
  returnOrigins: ['http://localhost:5173'],
}
const home = (address: string, began: string | null = null) =>
  otherHome(new URL(address), hosts, began)

describe('redirect of a visit', () => {
  it('redirects a visit to the development host to the same page of the site', () => {
    expect(home('https://desarrollo.cupo.example/trips?from=11001#x')).toBe(
      'https://cupo.example/trips?from=11001#x',
    )
  })

  // covers: S2.50
  it.each([
    'https://cupo.example/',
    'http://localhost:3000/login',
    'http://127.0.0.1:3000/auth/callback?code=1',
    'https://desarrollo.cupo.example.evil.example/',
  ])('does not redirect a visit to %s', (address) =>
    expect(home(address, 'http://localhost:5173')).toBeNull(),
  )
})

describe('a sign-in that began on localhost', () => {
  const back = 'https://desarrollo.cupo.example/auth/callback?code=C&state=S'

  // covers: S2.51
  it('redirects a sign-in that began on localhost back there with its parameters', () => {
    expect(home(back, 'http://localhost:5173')).toBe(
      'http://localhost:5173/auth/callback?code=C&state=S',
    )
  })

  // covers: S2.51
  it.each([
    null,
    'https://evil.example',
    'http://localhost:5173.evil.example',
    'http://localhost:9999',
    'http://localhost:5173/x',
    'javascript:alert(1)',
  ])('redirects a sign-in to the site when it began at the unlisted origin %s', (began) => {
    expect(home(back, began)).toBe('https://cupo.example/auth/callback?code=C&state=S')
  })

  it('redirects a visit without sign-in parameters to the site, not to localhost', () => {
    const visit = 'https://desarrollo.cupo.example/auth/callback'
    expect(home(visit, 'http://localhost:5173')).toBe('https://cupo.example/auth/callback')
  })

  it('redirects to the site when the path begins with //', () => {
    expect(home('https://desarrollo.cupo.example//evil.example/callback?code=1')).toBe(
      'https://cupo.example/evil.example/callback?code=1',
    )
  })
})

it('localOrigins accepts only complete origins of the local machine', () => {
  expect(localOrigins(undefined)).toEqual(['http://localhost:3000', 'http://localhost:5173'])
  expect(
    localOrigins('http://localhost:4000, https://evil.example,http://localhost:1/x, y'),
  ).toEqual(['http://localhost:4000'])
})
