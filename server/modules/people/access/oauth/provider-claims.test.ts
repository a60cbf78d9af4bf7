import { describe, expect, it } from 'vitest'
import { profileOf } from './provider-claims.ts'

const claims = { iss: 'https://issuer.test', sub: '42', email: 'ana@correo.test' }
const field = (name: object) => JSON.stringify({ name, email: 'otra@correo.test' })

describe('provider claims', () => {
  it('reads the claims of Google', () => {
    const google = { ...claims, email_verified: true, given_name: 'Ana', family_name: 'Ruiz' }
    expect(profileOf(google, null)).toEqual({
      issuer: 'https://issuer.test',
      subject: '42',
      email: 'ana@correo.test',
      emailVerified: true,
      firstName: 'Ana',
      lastName: 'Ruiz',
      nameGuessed: false,
    })
  })

  it.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    [undefined, false],
    [1, false],
  ])('reads the claim email_verified %j as %s', (email_verified, verified) => {
    expect(profileOf({ ...claims, email_verified }, null).emailVerified).toBe(verified)
  })

  it('reads only the name from the form field of Apple, not the address', () => {
    const profile = profileOf(claims, field({ firstName: ' Nico\u0007lás\n', lastName: 'Díaz' }))
    expect(profile).toMatchObject({ firstName: 'Nico lás', lastName: 'Díaz' })
    expect(profile.email).toBe('ana@correo.test')
  })

  it.each([
    'not json',
    'null',
    '{"name":7}',
    field({ firstName: {} }),
    field({ firstName: 'x'.repeat(3_000) }),
  ])('ignores the name in the malformed Apple form field %s', (text) => {
    expect(profileOf(claims, text).firstName).toBeUndefined()
  })

  it.each([
    [{ given_name: 'Laura 🌸', family_name: 'Gómez' }, ['Laura', 'Gómez', false]],
    [{ given_name: 'Laura' }, ['Laura', undefined, false]],
    [
      { given_name: '👩🏽‍🚀 María\u00A0José', family_name: 'D´Angelo' },
      ['María José', 'D’Angelo', false],
    ],
    [{ name: 'Ana Gómez' }, ['Ana', 'Gómez', true]],
    [{ name: 'Ana Gómez Ruiz', family_name: '🌸' }, ['Ana', 'Gómez Ruiz', true]],
    [{ name: 'Ana' }, ['Ana', undefined, true]],
    [{ given_name: 'Juan2', family_name: 'Gómez_Ruiz' }, ['Juan', 'Gómez Ruiz', false]],
    [{ given_name: 'Ana (Anita)', family_name: 'www.ganga.co 9' }, ['Ana Anita', undefined, true]],
    [{ given_name: 'Ana', family_name: '-' }, ['Ana', undefined, true]],
    [{ given_name: 'Soporte', family_name: 'Cupo' }, [undefined, undefined, false]],
    [{ given_name: '-', name: '- -' }, [undefined, undefined, false]],
  ])('reads given and family names from the claims %j', (given, names) => {
    const { firstName, lastName, nameGuessed } = profileOf({ ...claims, ...given }, null)
    expect([firstName, lastName, nameGuessed]).toEqual(names)
  })

  it('truncates a long name at 60 characters without splitting a character', () => {
    const long = profileOf({ ...claims, given_name: '𝼀'.repeat(100) }, null).firstName
    expect(Array.from(long ?? '')).toHaveLength(60)
  })
})
