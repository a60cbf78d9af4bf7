import { describe, expect, it } from 'vitest'
import { deskKeyOf } from './desk-keys.tsx'

describe('keys of the desk', () => {
  const keys = { e: 'Aprobar', n: 'Siguiente', '?': 'Ver las teclas' }
  const free = { closest: () => null }
  const inside = (place: string) => ({ closest: (where: string) => where.includes(place) || null })
  const press = (key: string, more = {}) => {
    return { key, ctrlKey: false, metaKey: false, altKey: false, ...more }
  }

  it('answers its keys, also with caps lock, and no others', () => {
    expect(['e', 'E', 'n', '?'].map((key) => deskKeyOf(keys, press(key), free))).toEqual([
      ...['e', 'e', 'n', '?'],
    ])
    expect(deskKeyOf(keys, press('x'), free)).toBe(null)
    expect(deskKeyOf(keys, press('toString'), free)).toBe(null)
    expect(deskKeyOf(keys, press('e', { ctrlKey: true }), free)).toBe(null)
  })

  it('lets only Escape and Ctrl-Enter act in a field, and nothing in a dialog', () => {
    for (const field of ['textarea', 'select', 'input']) {
      expect(deskKeyOf(keys, press('e'), inside(field))).toBe(null)
      expect(deskKeyOf(keys, press('Enter'), inside(field))).toBe(null)
      expect(deskKeyOf(keys, press('Escape'), inside(field))).toBe('leave')
      expect(deskKeyOf(keys, press('Enter', { ctrlKey: true }), inside(field))).toBe('e')
    }
    for (const key of ['e', 'Escape']) {
      expect(deskKeyOf(keys, press(key), inside('dialog'))).toBe(null)
    }
  })
})
