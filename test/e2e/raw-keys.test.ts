import { expect, it } from 'vitest'
import { rawKeys } from './raw-keys.ts'

it.each([
  ['Reserva 01890000-0000-7000-8000-00000000DEAD', ['01890000-0000-7000-8000-00000000DEAD']],
  ['Estado: checked_in · checked_in', ['checked_in']],
  ['Medio BANCOLOMBIA_TRANSFER', ['BANCOLOMBIA_TRANSFER']],
  ['Desde 2026-11-27T15:38:00.000Z', ['2026-11-27T15:38:00.000Z']],
  ['Le avisamos a Camila O.. Sigue...', ['O..']],
  ['Persona undefined [object Object] NaN', ['undefined', '[object Object]', 'NaN']],
])('finds what the program writes for itself in "%s"', (text, found) => {
  expect(rawKeys(text)).toEqual(found)
})

it.each([
  'CUPO-1A2B-3C4D · KLM482 · 27/11/2026 · 3:38 p. m.',
  'CUPO-W-0123456789ABCDEF0123',
  'ana_maria@correo.co · @rosalia_7',
  'Nulo e indefinido son palabras; cupo.co/viajes también.',
])('finds nothing in "%s", which is written for people', (text) => {
  expect(rawKeys(text)).toEqual([])
})
