import { expect, it } from 'vitest'
import { landingAfterSignIn } from './landing.ts'

it.each(['verifier', 'support', 'finance', 'admin'] as const)(
  'sends a person of the team (%s) to the desk after a sign-in',
  (role) => {
    expect(landingAfterSignIn({ roles: ['passenger', role] }, null)).toBe('/admin')
  },
)

it('sends other people to the wallet after a sign-in', () => {
  expect(landingAfterSignIn({ roles: ['passenger', 'driver'] }, null)).toBe('/wallet')
})

it('sends everybody to the page that they were on their way to', () => {
  expect(landingAfterSignIn({ roles: ['admin'] }, '/trips/1/book')).toBe('/trips/1/book')
})

it('sends a person whose roles are not known yet to the wallet', () => {
  expect(landingAfterSignIn(null, null)).toBe('/wallet')
})
