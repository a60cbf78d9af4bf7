// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen, until } from '#test/screen.tsx'
import { answers, failing } from '#test/screen-answers.ts'
import { aTrip } from '#test/screen-trips.ts'

const tripId = '01890000-0000-7000-8000-0000000000c1'

/** A road of 40 places, of which the driver declared the first, the tenth and the last. */
function longTrip() {
  const [place] = aTrip().corridor
  if (!place) throw new Error('a trip without places')
  const corridor = Array.from({ length: 40 }, (_, row) => ({
    ...place,
    ...{ id: `${tripId}.${row}`, name: `Lugar ${row}`, declared: [0, 9, 39].includes(row) },
    at: new Date(Date.UTC(2026, 11, 13, 12) + row * 600_000).toISOString(),
  }))
  const stops = corridor.filter(({ declared }) => declared)
  const legs = stops.slice(1).map(({ id }, row) => ({
    ...{ fromStopId: stops[row]?.id ?? '', toStopId: id, price: 40_000, seatsLeft: 2 },
  }))
  const trip = aTrip()
  const departsAt = corridor[0]?.at ?? ''
  return aTrip({
    ...{ id: tripId, roadStops: 'ask', corridor, stops, legs },
    ...{ departsAt, arrivesAt: corridor[39]?.at ?? '' },
    driver: { ...trip.driver, id: tripId, memberSince: departsAt },
    vehicle: { ...trip.vehicle, id: tripId },
  })
}

it('lists the declared places of a long road, and all of them after a press', async () => {
  const screen = await openScreen(`/trips/${tripId}`, {
    answers: [answers(api.trips.show, { trip: longTrip() }), failing(api.impact.ofTrip)],
  })
  const off = (await screen.role('combobox', 'Bajas en')) as HTMLSelectElement
  const on = (await screen.role('combobox', 'Subes en')) as HTMLSelectElement
  expect([on, off].map(({ options }) => options.length)).toEqual([2, 2])
  await screen.press('Subir o bajar en otro lugar de la vía')
  expect([on, off].map(({ options }) => options.length)).toEqual([39, 39])
  expect(document.activeElement).toBe(on)
})

it('asks for a place of the road only where it is not sold at once', async () => {
  const trip = longTrip()
  const corridor = trip.corridor.map((stop, row) => ({ ...stop, atOnce: row === 3 }))
  const screen = await openScreen(`/trips/${tripId}`, {
    answers: [
      answers(api.trips.show, { trip: { ...trip, roadStops: 'at_once', corridor } }),
      failing(api.impact.ofTrip),
    ],
  })
  await screen.press('Subir o bajar en otro lugar de la vía')
  const { options } = (await screen.role('combobox', 'Subes en')) as HTMLSelectElement
  await until(() => {
    const asked = [...options].map(({ text }) => text.includes('por solicitud'))
    expect([asked[0], asked[2], asked[3]]).toEqual([false, true, false])
  })
})
