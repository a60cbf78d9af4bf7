import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emailKey } from '#contract/email-address.ts'
import { displayName, fullName, identificationKey, isAdult } from './person.ts'

describe('names and keys of a person', () => {
  it('shows others a first name and an initial, never the last name', () => {
    const names = { username: 'lau', first_name: 'Laura Sofía', last_name: 'gómez Pardo' }
    expect(displayName(names)).toBe('Laura G.')
    expect(displayName({ ...names, last_name: null })).toBe('Laura')
    expect(displayName({ ...names, first_name: null })).toBe('lau')
    expect(displayName({ username: null, first_name: ' ', last_name: 'Gómez' })).toBe(
      'Usuario de Cupo',
    )
    expect(fullName(names)).toBe('Laura Sofía gómez Pardo')
    expect(fullName({ ...names, first_name: null, last_name: null })).toBeNull()
  })

  it('gives different spellings of one address or document number the same key', () => {
    expect(emailKey(' Ana@Correo.CO ')).toBe('ana@correo.co')
    expect(emailKey('jose\u0301@correo.co')).toBe(emailKey('JOSÉ@correo.co'))
    expect(identificationKey('CC', '52-123-456')).toBe('CC:52123456')
    expect(identificationKey('PAS', 'ab123')).not.toBe(identificationKey('CE', 'AB123'))
  })

  it('counts a person as adult from the eighteenth birthday', () => {
    expect(isAdult('2008-11-20', '2026-11-20')).toBe(true)
    expect(isAdult('2008-11-21', '2026-11-20')).toBe(false)
    expect(isAdult('2008-02-29', '2026-02-28')).toBe(false)
    expect(isAdult('2008-02-29', '2026-03-01')).toBe(true)
  })

  it('counts an adult as adult on every later day', () => {
    const day = fc
      .date({ min: new Date('1920-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    fc.assert(
      fc.property(day, day, day, (birth, a, b) => {
        const [earlier = '', later = ''] = [a, b].sort()
        return !isAdult(birth, earlier) || isAdult(birth, later)
      }),
    )
  })
})
