import { expect, it } from 'vitest'
import { changeHours } from './change-hours.ts'

const mall = (hours: string | null) => changeHours({ kind: 'mall', hours })

it('reads the hours of a point as people write them', () => {
  for (const text of [
    '9 a. m. a 8 p. m.',
    '9 a.m. - 8 p.m.',
    '9:00–20:00',
    'de 9 am hasta las 8 pm',
  ]) {
    expect([text, mall(text)]).toEqual([text, { opens: '09:00', closes: '20:00' }])
  }
  expect(mall('12 a. m. a 12 p. m.')).toEqual({ opens: '05:00', closes: '12:00' })
})

it('lets nobody wait at night but at a terminal that never closes', () => {
  const day = { opens: '05:00', closes: '22:00' }
  expect(changeHours({ kind: 'terminal', hours: '24 horas' })).toBe('always')
  expect(changeHours({ kind: 'service_station', hours: '24 horas' })).toEqual(day)
  expect(changeHours({ kind: 'terminal', hours: '3:00 a 23:30' })).toEqual(day)
  expect(changeHours({ kind: 'terminal', hours: null })).toEqual(day)
  expect(mall('22:30 a 23:30')).toBeNull()
})

it('has no hours where the text is not understood, or ends before it starts', () => {
  for (const text of [
    'lunes a viernes',
    '8 a 18, domingos 9 a 13',
    '20:00 a 6:00',
    '25 a 26',
    '9:75 a 10',
  ]) {
    expect([text, mall(text)]).toEqual([text, null])
  }
  expect(mall(null)).toEqual({ opens: '10:00', closes: '20:00' })
})
