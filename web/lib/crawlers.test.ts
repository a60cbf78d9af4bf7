import { expect, it } from 'vitest'
import { robots, sitemap } from './crawlers.ts'

it('the sitemap lists every content page once, with its absolute URL', () => {
  const found = [
    ...sitemap('https://a.test', ['/viajes/medellin/manizales']).matchAll(/<loc>([^<]+)<\/loc>/g),
  ].map(([, url]) => url)
  expect(new Set(found).size).toBe(found.length)
  expect(found).toContain('https://a.test/')
  expect(found).toContain('https://a.test/terms-and-conditions')
  expect(found).toContain('https://a.test/viajes/medellin/manizales')
  expect(found).not.toContain('https://a.test/qr')
})

it('robots.txt disallows the API and personal screens, and links the sitemap', () => {
  const text = robots('https://a.test')
  expect(text).toMatch(/^Disallow: \/api\/$/m)
  expect(text).toMatch(/^Disallow: \/notifications$/m)
  expect(text).toMatch(/^Sitemap: https:\/\/a\.test\/sitemap\.xml$/m)
})
