import { describe, expect, it } from 'vitest'
import { itemAfter } from './use-desk-case.ts'

describe('the item after the open one', () => {
  const list = ['a', 'b', 'c'].map((id) => ({ id }))

  it('opens the next one, and the first after the last', () => {
    expect(itemAfter(list, 'a')?.id).toBe('b')
    expect(itemAfter(list, 'c')?.id).toBe('a')
    expect(itemAfter(list, 'a', -1)?.id).toBe('c')
  })

  it('opens the first after one that is not in the list', () => {
    expect(itemAfter(list, 'x')?.id).toBe('a')
    expect(itemAfter(list, null)?.id).toBe('a')
  })

  it('opens none when there is no other', () => {
    expect(itemAfter([], 'a')).toBeUndefined()
    expect(itemAfter([{ id: 'a' }], 'a')).toBeUndefined()
  })
})
