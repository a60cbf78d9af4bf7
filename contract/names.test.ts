import { describe, expect, it } from 'vitest'
import { nameText, PersonName, Username } from './names.ts'
import { nameProblem } from './person-names.ts'

const accepts = (type: { safeParse: (value: string) => { success: boolean } }) => (value: string) =>
  type.safeParse(value).success

describe('the name of a person', () => {
  it.each([
    'Ana',
    'María José',
    'Ñáñez',
    "D'Angelo",
    'O’Neil',
    'Ma. del Mar',
    'J.R.',
    'Lu-Ann',
    'Al',
  ])('a person can be called %s', (name) => expect(accepts(PersonName)(name)).toBe(true))
  it.each([
    'Gana en premios.co',
    'http://mal.example',
    'www.mal.example',
    'ana@mal.example',
    't.co/x',
    'Аna', // The first letter is Cyrillic.
    'Ana\u200bMaría',
    'Ana\u202eaíraM',
    'Ana\u00ad',
    'Ana\u3164',
    '<b>Ana</b>',
    '300 123 4567',
    'Soporte',
    'sopórte',
    'Equipo Cupo',
    'Equipo de Cupo',
    'S.o.p.o.r.t.e',
    'Administradora',
    '',
  ])('refuses %j as the name of a person', (name) => expect(accepts(PersonName)(name)).toBe(false))
})

it('usernames are accepted only in Latin letters without look-alikes', () => {
  for (const name of ['laura.gómez', 'ANA_1', 'ñáñez-2']) expect(accepts(Username)(name)).toBe(true)
  for (const name of ['аdmin', 'ad\u200bmin', 'ana ruiz', 'ab', 'ａｄｍｉｎ＠', 'ana💸']) {
    expect(accepts(Username)(name)).toBe(false)
  }
})

it('names of things are accepted only without invisible characters', () => {
  for (const name of ['Renault 4', 'Škoda & Cía.', '日本']) {
    expect(accepts(nameText(40))(name)).toBe(true)
  }
  for (const name of ['Re\u200dnault', '\u202eKia', 'Kia\u2060', '\u2800']) {
    expect(accepts(nameText(40))(name)).toBe(false)
  }
})

it.each([
  ['D´Angelo', 'D’Angelo'],
  ['D`Luyz', 'D’Luyz'],
  ['Oʼneill', 'O’neill'],
  ["D'Angelo", 'D’Angelo'],
  ['María\u00A0José', 'María José'],
  [' María  José ', 'María José'],
  ['Ma.Fernanda', 'Ma. Fernanda'],
  ['J.Pablo', 'J. Pablo'],
  ['MA.FERNANDA', 'MA. FERNANDA'],
  ['J.P.MORALES', 'J.P. MORALES'],
  ['Ana\tMaría', 'Ana María'],
  ['J.P.Morales', 'J.P. Morales'],
  ['M.ª del Carmen', 'M.ª del Carmen'],
  ['Pérez–Gómez', 'Pérez-Gómez'],
  ['\u202AAna\u202C', 'Ana'],
])('stores the name %j as %j', (typed, name) => {
  expect(PersonName.parse(typed)).toBe(name)
  expect(nameProblem(typed)).toBeNull()
})

it.each([
  'www.ganga.co',
  'WWW.GANGA.CO',
  'Ganga.Co',
  'Llama 300 123',
  'Administrador',
  'Equipo  Cupo',
])('refuses %j as a name', (name) => expect(accepts(PersonName)(name)).toBe(false))

describe('the refusal of a name', () => {
  it.each([
    ['Ana 🚗', '«🚗»'],
    ['Ana 👨‍👩‍👧', '«👨‍👩‍👧»'],
    ['Ana 👍🏽', '«👍🏽»'],
    ['Ana2', '«2»'],
    ['Ana_Ruiz', '«_»'],
    ['Аna', '«А»'],
    ['Ana\u200b', 'un carácter que no se ve'],
    ['Ga\u200Dbi', 'un carácter que no se ve'],
    ['- .', 'con letras'],
    ['premios.co', 'una dirección de internet'],
    ['Equipo Cupo', 'del equipo de Cupo'],
  ])('says what %j cannot have', (name, what) => {
    const [issue] = PersonName.safeParse(name).error?.issues ?? []
    expect(issue?.message).toContain(what)
    expect(nameProblem(name)).toBe(issue?.message)
  })

  it('says nothing about a name that is accepted, or not written yet', () => {
    for (const name of ['Ana', ' María José ', 'Ñáñez', '']) expect(nameProblem(name)).toBeNull()
  })
})
