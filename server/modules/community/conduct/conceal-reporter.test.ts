import { expect, it } from 'vitest'
import { revealsReporter } from './conceal-reporter.ts'

const contact = (fullName: string) => {
  return { fullName, email: 'lucia@correo.co', phoneNumber: '+573001234567' }
}
const known = {
  reporter: contact('Lucía de la Peña'),
  reported: { ...contact('Jairo Peña'), email: 'jairo@correo.co', phoneNumber: null },
  statement: 'Manejó mirando el celular todo el camino, y me gritó.',
}

it.each([
  ['the first name without its accent', 'Lucia contó lo que pasó.'],
  ['the e-mail address', 'Nos escribió LUCIA@correo.co ayer.'],
  ['the phone number with spaces', 'Llamó del 300 123 4567 para contarlo.'],
  ['five words of the report in a row', 'Nos dicen: «mirando el celular todo el viaje».'],
])('finds the reporter by %s', (_, note) => {
  expect(revealsReporter(note, known)).toBe(true)
})

it.each([
  ['a last name that the reported person has too', 'Señor Peña: maneje con las dos manos.'],
  ['short words of a name', 'Las reglas de la vía son para todos.'],
  ['four words of the report', 'Usó el celular todo el trayecto.'],
])('allows a text with %s', (_, note) => {
  expect(revealsReporter(note, known)).toBe(false)
})

it('allows any text when the reporter has closed the account', () => {
  const reporter = { ...contact('Persona que cerró su cuenta'), phoneNumber: null }
  expect(revealsReporter('Una persona contó que usaste su cuenta.', { ...known, reporter })).toBe(
    false,
  )
})
