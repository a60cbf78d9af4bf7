import { expect, it } from 'vitest'
import { demandOf } from './demand.ts'
import { activeAt, type Wall } from './walls.ts'

const wall = (use: Wall['use']): Wall => ({ name: '', limit: '', remedy: '', use })

it('computes the number of active people that uses a whole limit', () => {
  const perPerson = demandOf(1).accounts
  expect(activeAt(wall(({ accounts }) => accounts / (perPerson * 70_000)))).toBe(70_000)
  expect(activeAt(wall(({ accounts }) => (accounts / (perPerson * 70_000)) ** 2))).toBe(70_000)
})
