import { expect, it } from 'vitest'
import { dayAndTime, instantFormat, toldShort } from './message-words.ts'

it('says of a moment in the first hour of a day between which days it is', () => {
  const at = '2026-11-20T05:15:00Z'
  expect(instantFormat.format(new Date(at))).toMatch(
    /12:15.a.\sm\. \(noche del jueves al viernes\)$/,
  )
  expect(dayAndTime(at)).toMatch(/12:15.a.\sm\. \(noche del jueves al viernes\)$/)
  expect(instantFormat.format(new Date('2026-11-20T06:15:00Z'))).not.toContain('noche')
  expect(dayAndTime('2026-11-20T04:59:00Z')).not.toContain('noche')
})

it('tells in short the facts, then whole sentences, and last what can be chosen', () => {
  const said = toldShort({
    heading: 'Tu viaje tiene otra hora',
    facts: [['Ahora subes', '10:00 a. m.']],
    paragraphs: ['Motivo: Se me dañó el carro', '¿Te sirve?', 'Quedó así:', 'Te devolvimos.'],
    options: [{ title: 'Me sirve', detail: 'Dilo.', label: 'Me sirve', url: 'https://cupo.test' }],
    closing: [],
  })
  expect(said.body.split('\n')).toEqual([
    'Ahora subes: 10:00 a. m.',
    'Motivo: Se me dañó el carro. ¿Te sirve? Quedó así: Te devolvimos.',
    'Me sirve: Dilo.',
  ])
})
