import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mapData, TARGET } from './map-data.ts'

it('the base map draws the road network as it is now', () => {
  expect(readFileSync(TARGET, 'utf8')).toBe(mapData())
})
