import { expect, it } from 'vitest'
import { brandFrom, phoneLink } from './brand.ts'

it('overrides placeholders by the environment and ignores empty variables', () => {
  const brand = brandFrom({ VITE_BRAND_ORIGIN: ' https://viajes.test ', VITE_BRAND_PHONE: ' ' })
  expect(brand.origin).toBe('https://viajes.test')
  expect(brand.phone).toBe('+57 602 000 0000')
  expect(brand.name).toBe('Cupo')
})

it('has e-mail addresses on reserved domains by default', () => {
  const brand = brandFrom({})
  const mails = Object.entries(brand).filter(([name]) => name.endsWith('_mail'))
  expect(mails.length).toBe(5)
  for (const [, address] of mails) expect(address).toMatch(/@[a-z-]+\.example$/)
})

// covers: S2.18
it('writes a dialable link', () => {
  expect(phoneLink('+57 602 000 0000')).toBe('tel:+576020000000')
})
