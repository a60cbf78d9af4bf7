import { describe, expect, it } from 'vitest'
import type { ChangePreview } from '#contract/trip-changes.ts'
import { affectedSentence } from './change-words.ts'

const told = (...free: boolean[]) =>
  ({ told: free.map((mayLeaveFree) => ({ mayLeaveFree })) }) as ChangePreview

describe('the sentence about passengers affected by a new departure time', () => {
  it.each([
    [told(), undefined],
    [told(true), '1 pasajero recibirá un aviso y podrá salirse sin costo.'],
    [told(true, true), '2 pasajeros recibirán un aviso y podrán salirse sin costo.'],
    [told(false, false), '2 pasajeros recibirán un aviso.'],
    [told(false, true, true), '3 pasajeros recibirán un aviso; 2 podrán salirse sin costo.'],
  ])(
    'says how many passengers are notified of a new departure and may cancel (case %#)',
    (preview, sentence) => expect(affectedSentence(preview)).toBe(sentence),
  )
})
