import { expect, it } from 'vitest'
import { describe as describeCorridor, questionsOf } from './corridor-words.ts'
import { corridorPaths, findCorridor } from './corridors.ts'

const all = corridorPaths.slice(1).map((path) => {
  const [from = '', to = ''] = path.split('/').slice(2)
  const corridor = findCorridor(from, to)
  if (!corridor) throw new Error(path)
  return { path, corridor }
})

it('titles and descriptions of corridor pages fit the length that search engines show', () => {
  for (const { path, corridor } of all) {
    const { title, description, path: described } = describeCorridor(corridor)
    expect(described).toBe(path)
    expect(title.length, path).toBeLessThanOrEqual(60)
    expect(description.length, path).toBeGreaterThan(70)
    expect(description.length, path).toBeLessThanOrEqual(160)
  }
  const titles = new Set(all.map(({ corridor }) => describeCorridor(corridor).title))
  expect(titles.size).toBe(all.length)
})

it('the cost figures of every corridor page add up', () => {
  for (const { path, corridor } of all) {
    const { cost, tolls, seat, seats } = corridor
    const known = tolls.reduce((sum, toll) => sum + (toll.pesos ?? 0), 0)
    expect(cost.tolls, path).toBe(known)
    expect(cost.fuel + cost.tolls, path).toBe(cost.total)
    expect(seat.recommended, path).toBeLessThanOrEqual(seat.max)
    expect(seat.max * seats, path).toBeLessThanOrEqual(cost.total)
  }
  const [first] = questionsOf(findCorridor('bogota', 'ibague') ?? all[0]!.corridor)
  expect(first?.question).toBe('¿Cuánto cuesta ir de Bogotá a Ibagué?')
})
