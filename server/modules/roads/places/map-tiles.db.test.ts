import { expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { testDeps } from '#test/deps.ts'

const TILES_URL = 'https://{s}.mapas.example/{z}/{x}/{y}.png'

it('loads map images from the configured tile server, and the CSP allows them', async () => {
  const deps = await testDeps()
  const given = { NODE_ENV: 'test', TILES_URL, TILES_ATTRIBUTION: 'Mapas de ejemplo' }
  const { tilesUrl = '', tilesAttribution } = loadConfig(given)
  const app = await buildApp({ ...deps, config: { ...deps.config, tilesUrl, tilesAttribution } })
  const answer = await app.inject('/api/maps/tiles')
  expect(answer.json()).toEqual({ url: TILES_URL, attribution: 'Mapas de ejemplo' })
  expect(answer.headers['content-security-policy']).toContain(
    "img-src 'self' data: blob: https://*.mapas.example;",
  )
  await app.close()
})

it('offers no tile server and allows no other images when none is configured', async () => {
  const app = await buildApp(await testDeps())
  const answer = await app.inject('/api/maps/tiles')
  expect(answer.json()).toEqual({ url: null, attribution: '' })
  expect(answer.headers['content-security-policy']).toContain("img-src 'self' data: blob:;")
  await app.close()
})

it.each(['https://mapas.example/plano.png', 'mapas.example/{z}/{x}/{y}'])(
  'refuses the tile address %s, which is not a URL with placeholders for the tile',
  (url) => {
    expect(() => loadConfig({ NODE_ENV: 'test', TILES_URL: url })).toThrow(/TILES_URL/)
  },
)
