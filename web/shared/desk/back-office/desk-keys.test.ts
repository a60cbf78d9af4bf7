import { describe, expect, it } from 'vitest'
import { deskKeyOf } from './desk-keys.tsx'

describe('keys of the desk', () => {
  const free = { closest: () => null }
  const inside = (place: string) => ({ closest: (where: string) => where.includes(place) || null })
  const press = (key: string, more = {}) => {
    return { key, ctrlKey: false, metaKey: false, altKey: false, ...more }
  }

  it('answers its keys, also with caps lock, and no others', () => {
    expect(['e', 'E', 'n', '?'].map((key) => deskKeyOf(press(key), free))).toEqual([
      ...['e', 'e', 'n', '?'],
    ])
    expect(deskKeyOf(press('q'), free)).toBe(null)
    expect(deskKeyOf(press('toString'), free)).toBe(null)
    expect(deskKeyOf(press('e', { ctrlKey: true }), free)).toBe(null)
  })

  it('lets only Escape and Ctrl-Enter act in a field, and nothing in a dialog', () => {
    for (const field of ['textarea', 'select', 'input']) {
      expect(deskKeyOf(press('e'), inside(field))).toBe(null)
      expect(deskKeyOf(press('Enter'), inside(field))).toBe(null)
      expect(deskKeyOf(press('Escape'), inside(field))).toBe('leave')
      expect(deskKeyOf(press('Enter', { ctrlKey: true }), inside(field))).toBe('e')
    }
    for (const key of ['e', 'Escape']) {
      expect(deskKeyOf(press(key), inside('dialog'))).toBe(null)
    }
  })
})
