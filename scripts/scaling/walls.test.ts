import { expect, it } from 'vitest'
import { demandOf } from './demand.ts'
import { activeAt, type Wall } from './walls.ts'

const wall = (use: Wall['use']): Wall => ({ name: '', limit: '', remedy: '', use })

it('finds the number of people that uses all there is', () => {
  const perPerson = demandOf(1).accounts
  expect(activeAt(wall(({ accounts }) => accounts / (perPerson * 70_000)))).toBe(70_000)
  expect(activeAt(wall(({ accounts }) => (accounts / (perPerson * 70_000)) ** 2))).toBe(70_000)
})
