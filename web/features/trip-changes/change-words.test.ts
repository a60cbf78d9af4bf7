import { describe, expect, it } from 'vitest'
import type { ChangePreview } from '#contract/trip-changes.ts'
import type { TripView } from '#contract/trips.ts'
import {
  affectedSentence,
  crossedSentence,
  leaveSentence,
  lostSentence,
  savedSentence,
} from './change-words.ts'

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

  it('says before saving what money comes back, of each passenger and in all', () => {
    const leaving = [62_000, 0, 31_000].map((refundPesos) => ({ mayLeaveFree: true, refundPesos }))
    const sentence = affectedSentence({ told: leaving } as ChangePreview)
    expect(sentence?.replace(/\s/g, ' ')).toMatch(
      /Si se van, vuelven \$ 93\.000 a sus billeteras\.$/,
    )
    const one = affectedSentence({ told: leaving.slice(0, 1) } as ChangePreview)
    expect(one?.replace(/\s/g, ' ')).toMatch(/Si se va, vuelven \$ 62\.000 a su billetera\.$/)
    const each = leaving.map((one) => leaveSentence(one).replace(/\s/g, ' '))
    expect(each).toEqual([
      'Puede salirse sin costo: le vuelven $ 62.000',
      'Puede salirse sin costo: nada apartado en Cupo',
      'Puede salirse sin costo: le vuelven $ 31.000',
    ])
    expect(leaveSentence({ mayLeaveFree: false, refundPesos: 0 })).toMatch(/condiciones de siempre/)
  })
})

it.each([
  [1, '1 pasajero tiene otro viaje a esa hora y puede que se salga.'],
  [2, '2 pasajeros tienen otro viaje a esa hora y puede que se salgan.'],
])('says that %i passengers have another journey at the new hour', (people, said) =>
  expect(crossedSentence(people)).toBe(said),
)

it.each([
  [1, '1 pasajero pierde su cambio de carro.'],
  [2, '2 pasajeros pierden su cambio de carro.'],
])('says that %i passengers have no time left to change cars', (people, said) =>
  expect(lostSentence(people)).toBe(said),
)

describe('the sentence about a trip that was changed', () => {
  const names = ['Bogotá', 'Ibagué', 'Cali']
  const priced = (seatPrice: number, ...prices: number[]) =>
    ({
      seatPrice,
      stops: names.slice(0, prices.length + 1).map((name) => ({ id: name, name })),
      legs: prices.map((price, leg) => ({
        fromStopId: names[leg],
        toStopId: names[leg + 1],
        price,
      })),
    }) as TripView

  it.each([
    ['no price changed', priced(45_000, 20_000, 25_000)],
    ['the driver changed the price', priced(40_000, 18_000, 22_000)],
    ['the stops changed', priced(45_000, 45_000)],
  ])('names no leg when %s', (_, saved) => {
    const sentence = savedSentence(priced(45_000, 20_000, 25_000), saved)
    expect(sentence).toBe('Guardamos los cambios de tu viaje.')
  })

  it('names the prices of legs that the server divided again', () => {
    const saved = priced(45_000, 24_600, 20_400)
    const sentence = savedSentence(priced(45_000, 19_500, 25_500), saved).replace(/\s/g, ' ')
    expect(sentence).toMatch(/máximo.*: Bogotá → Ibagué \$ 24\.600 e Ibagué → Cali \$ 20\.400\.$/)
  })
})
