import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, it } from 'vitest'
import { assertStrong } from './password-rules.ts'

const refusalOf = (password: string): string | null => {
  try {
    assertStrong(password, { email: 'ana.perez@correo.co' })
    return null
  } catch (error) {
    return (error as { code: string }).code
  }
}

it('refuses each of the 10,000 most common passwords, in any letter case', () => {
  const commonest = dictionary['passwords-common'].slice(0, 10_000)
  expect(commonest).toHaveLength(10_000)
  const taken = commonest.filter((each) => refusalOf(each) !== 'weak_password')
  expect(taken).toEqual([])
  const shouted = commonest.map((each) => each.toUpperCase())
  expect(shouted.filter((each) => refusalOf(each) === null)).toEqual([])
})

it.each([
  'contraseña',
  'Contraseña1',
  'CONTRASENA2026',
  'mariposa.99',
  '¡Corazón123!',
  'Alejandra1990',
  'rodríguez7',
])('refuses a password of one Spanish word or name, with or without accents: %s', (password) => {
  expect(refusalOf(password)).toBe('weak_password')
})

it.each(['mariposa azul volando', 'corazon-de-caldas', 'mariposa90417365', 'xqvtbnrw'])(
  'accepts a password of several words, or of a word with many digits: %s',
  (password) => {
    expect(refusalOf(password)).toBeNull()
  },
)

it('gives the reason for a weak password in Spanish for the form field', () => {
  expect(() => assertStrong('iloveyou1', {}, 'new_password')).toThrow(
    expect.objectContaining({
      message: 'Esa contraseña es de las más usadas. Elige otra.',
      fields: { new_password: 'Esa contraseña es de las más usadas. Elige otra.' },
    }),
  )
})
