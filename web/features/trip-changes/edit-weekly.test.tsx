// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen, until } from '#test/screen.tsx'
import { answers, failing } from '#test/screen-answers.ts'
import { ANA, signedIn } from '#test/screen-people.ts'
import { aTrip } from '#test/screen-trips.ts'

const SERIES = '01890000-0000-7000-8000-0000000000f2'
const OTHER = '01890000-0000-7000-8000-0000000000f3'
const ONLY = /^Este viaje se repite: lo que cambies vale solo para este día/

const TRIP = '01890000-0000-7000-8000-0000000000c1'

/** A trip of a week ahead, which its driver may still change. */
function ownTrip() {
  const departsAt = '2026-11-27T11:00:00.000Z'
  const trip = aTrip({ id: TRIP, viewer: 'driver', departsAt, arrivesAt: departsAt })
  const corridor = trip.corridor.map((stop, row) => ({
    ...{ ...stop, id: `${TRIP}.${row}`, at: departsAt },
  }))
  const [from, , middle, to] = corridor.map(({ id }) => id)
  const leg = { fromStopId: from ?? '', toStopId: middle ?? '', price: 40_000, seatsLeft: 3 }
  return {
    ...{ ...trip, corridor, stops: corridor.filter(({ declared }) => declared) },
    legs: [leg, { ...leg, fromStopId: middle ?? '', toStopId: to ?? '' }],
    driver: { ...trip.driver, id: ANA.id, memberSince: departsAt },
    vehicle: { ...trip.vehicle, id: SERIES },
    can: { ...trip.can, book: false, cancel: true },
    own: { state: 'to_leave' as const, finishedAt: null, seatEarns: 81_000 },
  }
}

async function edit(days: readonly string[], status: 'active' | 'stopped' = 'active') {
  const [tripId = TRIP] = days
  const series = {
    ...{ id: SERIES, status, stops: ['Bogotá', 'Cali'], time: '06:00', weekdays: [5] },
    ...{ until: null, seats: 3, seatPrice: 60_000, withReturn: false },
    days: [{ date: '2026-11-27', tripId, returnTripId: null, skipped: null }],
  }
  const screen = await openScreen(`/trips/${TRIP}/edit`, {
    token: 'of-ana',
    answers: [
      ...signedIn(),
      answers(api.trips.show, { trip: ownTrip() }),
      answers(api.recurrence.mine, { series: [series] }),
      failing(api.tripChanges.quote),
      failing(api.tripChanges.preview),
      failing(api.places.choices),
    ],
  })
  await screen.label('Fecha del viaje')
  await until(() => expect(screen.count('GET /trip-series')).toBe(1))
  return screen
}

it('says of a day of a weekly trip that the change is for this day', async () => {
  await (await edit([])).text(ONLY)
})

it.each([
  ['a trip of no series', [OTHER], 'active'],
  ['a trip whose series is over', [], 'stopped'],
] as const)('says nothing of other days on %s', async (_which, days, status) => {
  expect((await edit(days, status)).now().queryByText(ONLY)).toBeNull()
})

it('sends the luggage and the talk that the driver chose', async () => {
  const screen = await edit([OTHER])
  for (const [label, chosen] of [
    ['Equipaje', 'Maleta grande por persona'],
    ['Conversación', 'Prefiere ir en silencio'],
  ] as const) {
    await screen.user.selectOptions(await screen.label(label), chosen)
  }
  screen.answer(answers(api.tripChanges.edit, { trip: ownTrip() }))
  await screen.press('Guardar cambios')
  await until(() =>
    expect(screen.sent(`PATCH /trips/${TRIP}`)).toMatchObject({
      preferences: { luggage: 'large', talk: 'quiet' },
    }),
  )
})
