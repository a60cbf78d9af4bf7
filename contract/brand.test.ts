import { expect, it } from 'vitest'
import { BRAND_VALUE, brandFrom, brandTokens, fillBrand } from './brand.ts'

it('environment variables override brand placeholders, and empty variables are ignored', () => {
  const brand = brandFrom({ BRAND_ORIGIN: ' https://viajes.test ', BRAND_PHONE: ' ' })
  expect(brand.origin).toBe('https://viajes.test')
  expect(brand.phone).toBe('+57 602 000 0000')
  expect(brand.name).toBe('Cupo')
})

it('default e-mail addresses of the brand are on reserved domains', () => {
  const brand = brandFrom({})
  const mails = Object.entries(brand).filter(([name]) => name.endsWith('_mail'))
  expect(mails.length).toBe(5)
  for (const [, address] of mails) expect(address).toMatch(/@[a-z-]+\.example$/)
})

it('the brand phone number becomes a dialable tel: link', () => {
  expect(brandFrom({ BRAND_PHONE: '+57 (602) 485-0100' }).phone_link).toBe('tel:+576024850100')
})

it.each([
  [{}, '10 %'],
  [{ COMMISSION_BP: '' }, '10 %'],
  [{ COMMISSION_BP: 750 }, '7,5 %'],
  [{ COMMISSION_BP: '0' }, '0 %'],
])('pages say the commission of the operator with %j', (environment, commission) => {
  expect(brandFrom(environment).commission).toBe(commission)
  expect(fillBrand(brandTokens().commission, brandFrom(environment))).toBe(commission)
})

it('brand values are escaped as HTML in text and attributes, and as JSON in scripts', () => {
  const brand = brandFrom({ BRAND_NAME: "Viajes & D'Cupo", BRAND_PHONE: '+57 602 485 0100' })
  const page = (name: string, phone: string) =>
    `<a title="${name}" href="${phone}">${name}</a>` +
    `<script type="application/json">{"name":"${brandTokens().name}"}</script><p>${name}</p>`
  expect(fillBrand(page(brandTokens().name, brandTokens().phone_link), brand)).toBe(
    page('Viajes &amp; D&#x27;Cupo', 'tel:+576024850100').replace(
      brandTokens().name,
      "Viajes & D'Cupo",
    ),
  )
})

it('filling brand values leaves unknown placeholders unchanged', () => {
  expect(fillBrand('__brand_other__ __brand_ $&', brandFrom({}))).toBe(
    '__brand_other__ __brand_ $&',
  )
})

it.each(['a "b"', 'a\\b', '</script>', 'a\nb', ''])('a brand value cannot be %j', (value) => {
  expect(BRAND_VALUE.test(value)).toBe(false)
})
