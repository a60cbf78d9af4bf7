import { describe, expect, it } from 'vitest'
import { otherHome } from './site-host.ts'

const hosts = {
  developmentHost: 'desarrollo.cupo.example',
  origin: 'https://cupo.example',
}
const home = (address: string) => otherHome(new URL(address), hosts)

describe('redirect of a visit', () => {
  it('redirects a visit to the development host to the same page of the site', () => {
    expect(home('https://desarrollo.cupo.example/trips?from=11001#x')).toBe(
      'https://cupo.example/trips?from=11001#x',
    )
  })

  it.each([
    'https://cupo.example/',
    'http://localhost:3000/login',
    'http://127.0.0.1:3000/auth/callback?code=1',
    'https://desarrollo.cupo.example.evil.example/',
  ])('does not redirect a visit to %s', (address) => expect(home(address)).toBeNull())
})

it('redirects to the site when the path begins with //', () => {
  expect(home('https://desarrollo.cupo.example//evil.example/callback?code=1')).toBe(
    'https://cupo.example/evil.example/callback?code=1',
  )
})
