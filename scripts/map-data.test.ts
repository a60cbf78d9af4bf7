import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mapData, TARGET } from './map-data.ts'

it('draws the base map from the current road network', () => {
  expect(readFileSync(TARGET, 'utf8')).toBe(mapData())
})
