import { expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { testDeps } from '#test/deps.ts'

const TILES_URL = 'https://{s}.mapas.example/{z}/{x}/{y}.png'

it('images come from the map server that is configured, and may then be shown', async () => {
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

it('without one the map is our own drawing, and no other image may be shown', async () => {
  const app = await buildApp(await testDeps())
  const answer = await app.inject('/api/maps/tiles')
  expect(answer.json()).toEqual({ url: null, attribution: '' })
  expect(answer.headers['content-security-policy']).toContain("img-src 'self' data: blob:;")
  await app.close()
})

it.each(['https://mapas.example/plano.png', 'mapas.example/{z}/{x}/{y}'])(
  'refuses %s, which names no image by its place',
  (url) => {
    expect(() => loadConfig({ NODE_ENV: 'test', TILES_URL: url })).toThrow(/TILES_URL/)
  },
)
