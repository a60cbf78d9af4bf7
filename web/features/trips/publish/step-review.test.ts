import { expect, it } from 'vitest'
import { type Draft, emptyDraft } from './publish-draft.ts'
import { answersOf } from './step-review.tsx'

const draft: Draft = {
  ...emptyDraft,
  origin: { id: '11001', label: 'Bogotá' },
  destination: { id: '76001', label: 'Cali' },
  ...{ date: '2026-11-20', time: '05:30', notes: ' Paramos a desayunar. ' },
}
const told = { draft, prices: { seat: 40_000 }, quote: { commissionBp: 1000 }, way: undefined }

it('reviews the car, the luggage and the notes, which are published too', () => {
  const car = { brand: 'Renault', model: 'Logan', plate: 'NHN896' }
  const answers = answersOf({ ...told, car })
  expect(answers).toContainEqual(['vehiculo', 'Vehículo', 'Renault Logan · NHN896'])
  expect(answers).toContainEqual(['detalles', 'Equipaje', 'Maleta pequeña por persona'])
  expect(answers).toContainEqual(['detalles', 'Notas', 'Paramos a desayunar.'])
  const empty = answersOf({ ...told, draft: { ...draft, notes: ' ' }, car: undefined })
  const shown = empty.filter(([, , value]) => value).map(([, label]) => label)
  expect(shown).not.toContain('Vehículo')
  expect(shown).not.toContain('Notas')
})
