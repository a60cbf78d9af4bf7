import { beforeEach, expect, it, vi } from 'vitest'
import { stubStorage } from '#test/memory-storage.ts'
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts'

const place = (id: string) => ({ id, label: `Lugar ${id}` })
const way = (from: string, to: string) => ({ from: place(from), to: place(to) })

beforeEach(() => {
  stubStorage()
  return () => vi.unstubAllGlobals()
})

it('stores the last five searched routes, each once, latest first', () => {
  for (const to of ['11001', '11002', '11003', '11004', '11005', '11002', '11006']) {
    rememberSearch(way('76001', to))
  }
  const kept = recentSearches().map(({ to }) => to.id)
  expect(kept).toEqual(['11006', '11002', '11005', '11004', '11003'])
  forgetSearches()
  expect(recentSearches()).toEqual([])
})

it.each(['nada', '{}', '[1, {"from":{}}]', '[{"from":{"id":"x"},"to":{"id":"11001"}}]'])(
  'ignores stored text that is not a list of searches: %s',
  (text) => {
    localStorage.setItem('recent-searches', text)
    expect(recentSearches()).toEqual([])
  },
)
