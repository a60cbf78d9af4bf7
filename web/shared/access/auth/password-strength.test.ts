import { expect, it } from 'vitest'
import { strengthOf } from './password-strength.ts'

it.each([
  ['camila99', 0],
  ['12345678', 0],
  ['mango azul', 1],
  ['tres tigres tristes', 3],
  ['Páramo azul', 2],
])('the password "%s" has strength level %d', (password, level) => {
  expect(strengthOf(password, { email: 'camila@correo.co' }).level).toBe(level)
})
