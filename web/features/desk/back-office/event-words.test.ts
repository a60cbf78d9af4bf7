import { expect, it } from 'vitest'
import { eventWords } from './event-words.ts'

const plain = (words: readonly string[]) => words.map((each) => each.replace(/\s/g, ' '))

it.each([
  [{ by: 'code' }, ['Con el código del tiquete']],
  [{ by: 'team' }, ['Lo hizo el equipo de Cupo']],
  [{ rule: 'team', by: 'team' }, ['Lo hizo el equipo de Cupo']],
  [{ rule: 'late' }, ['Avisó tarde']],
  [
    { rule: 'connection_broken', changeMinutes: 1 },
    ['Falló el cambio de carro', 'Para cambiar de carro: 1 minuto'],
  ],
  [
    { from: '2026-11-20T13:00:00Z', to: '2026-11-20T14:00:00Z', byMs: 3_600_000 },
    ['Salía 20/11/2026 · 8:00 a. m., ahora 20/11/2026 · 9:00 a. m.'],
  ],
  [{ from: { fromSeq: 0, toSeq: 4, farePesos: 35_000 }, to: {} }, ['Antes costaba $ 35.000']],
  [{ fromPointId: 'x', toPointId: null }, []],
])('says the details of an event in words, without codes: %j', (details, words) => {
  expect(plain(eventWords(details))).toEqual(words)
})
