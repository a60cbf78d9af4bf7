import { describe, expect, it } from 'vitest'
import { deskKeyOf } from './desk-keys.tsx'

describe('keys of a case', () => {
  const keys = { a: 'Aprobar', n: 'Siguiente', '?': 'Ver las teclas' }
  const free = { closest: () => null }
  const press = (key: string, more = {}) => {
    return { key, ctrlKey: false, metaKey: false, altKey: false, ...more }
  }

  it('answers its keys, also with caps lock, and no others', () => {
    expect(['a', 'A', 'n', '?'].map((key) => deskKeyOf(keys, press(key), free))).toEqual([
      ...['a', 'a', 'n', '?'],
    ])
    expect(deskKeyOf(keys, press('x'), free)).toBe(null)
    expect(deskKeyOf(keys, press('toString'), free)).toBe(null)
  })

  it('ignores keys in fields and dialogs, and those pressed with Ctrl', () => {
    expect(deskKeyOf(keys, press('a', { ctrlKey: true }), free)).toBe(null)
    for (const place of ['textarea', 'select', 'dialog']) {
      const target = { closest: (where: string) => where.includes(place) || null }
      expect(deskKeyOf(keys, press('a'), target)).toBe(null)
    }
  })
})
