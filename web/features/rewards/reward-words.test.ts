import { describe, expect, it } from 'vitest'
import type { CardProgress, Criterion } from '#contract/rewards.ts'
import { criterionWords, nextStep, signedPoints } from './reward-words.ts'

const step = (name: Criterion['name'], done: boolean, more = {}): Criterion => ({
  name,
  done,
  have: null,
  need: null,
  ...more,
})

const progress = (more: Partial<CardProgress>): CardProgress => ({
  card: null,
  since: null,
  next: null,
  green: [step('registered', true), step('verified', true), step('first_trip', true)],
  gold: [step('trips', false, { have: 18, need: 21 })],
  activeDays: 90,
  ...more,
})

describe('the next step to a card', () => {
  it.each([
    [{ green: [step('registered', true), step('first_trip', false)] }, 'Te falta 1 paso para'],
    [{ next: 'green' }, 'esta noche recibes la tarjeta Green'],
    [{ card: 'green', next: 'green' }, 'Te faltan 3 viajes para la tarjeta Gold.'],
    [
      {
        card: 'green',
        next: 'green',
        gold: [step('trips', true, { have: 30, need: 21 }), step('rating', false)],
      },
      'mira qué te falta',
    ],
    [{ card: 'green', next: 'gold' }, 'esta noche recibes la tarjeta Gold'],
    [{ card: 'gold', next: 'green' }, 'qué te falta para conservarla'],
  ] as [Partial<CardProgress>, string][])('says the next step to a card for %o', (more, words) => {
    expect(nextStep(progress(more))).toContain(words)
  })

  it('somebody who keeps the Gold card has no next step', () => {
    expect(nextStep(progress({ card: 'gold', next: 'gold' }))).toBeNull()
  })
})

it('a criterion of a card states the required and the current value', () => {
  const rating = step('rating', false, { have: 4.75, need: 4.8 })
  expect(criterionWords(rating, 90)).toBe('Calificación de 4,8 o más (tienes 4,75)')
  const trips = step('trips', false, { have: 18, need: 21 })
  expect(criterionWords(trips, 90)).toBe('Más de 20 viajes completados (llevas 18)')
  expect([signedPoints(30), signedPoints(-1_500)]).toEqual(['+30', '−1.500'])
})
