// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { Preferences } from '#contract/trips.ts'
import { openScreen, until } from '#test/screen.tsx'
import { answers, failing } from '#test/screen-answers.ts'
import { ANA, signedIn } from '#test/screen-people.ts'
import { emptyDraft } from './publish-draft.ts'

const papers = answers(api.verification.listDocuments, {
  ...{ documents: [], requirements: [], identityVerified: true, canPublish: true },
  photo: { url: '/foto', state: 'set', reason: null, dueOn: null },
  ...{ selfieConsent: true, directMinBalance: 20_000 },
})

const overlap = {
  ...{ code: 'trip_overlaps' as const, message: 'Ya tienes un viaje que se cruza.' },
  overlap: {
    kind: 'trip' as const,
    id: '01890000-0000-7000-8000-0000000000f1',
    tripId: '01890000-0000-7000-8000-0000000000f1',
    route: 'Ibagué → Cali',
    at: '2026-11-24T10:30:00.000Z',
  },
}

const draft = {
  ...emptyDraft,
  origin: { id: '11001', label: 'Bogotá' },
  destination: { id: '76001', label: 'Cali' },
  between: '11001>76001',
  date: '2026-11-24',
  time: '06:00',
  returning: { date: '2026-11-25', time: '15:00', price: null },
}

const repeat = {
  stops: [draft.origin, draft.destination].map(({ id, label }) => ({
    ...{ placeId: id, name: label, via: false, point: null },
  })),
  ...{ departsAt: '2026-11-27T11:00:00.000Z', lastDepartsAt: '2026-11-20T11:00:00.000Z' },
  ...{ vehicleId: overlap.overlap.id, seats: 2, seatPrice: 80_000, legPrices: null },
  paymentModes: ['billetera' as const],
  ...{ instant: true, roadStops: 'ask' as const, extraMax: 2, notes: null },
  preferences: Preferences.parse({}),
}

const open = async (trips: readonly ('outward' | 'return')[]) => {
  const screen = await openScreen('/publish?paso=fecha', {
    token: 'of-ana',
    stored: { [`publish_draft:${ANA.id}`]: JSON.stringify(draft) },
    answers: [
      ...signedIn(),
      papers,
      failing(api.pricing.quote),
      failing(api.places.choices),
      answers(api.verification.listVehicles, { vehicles: [] }),
      answers(api.trips.check, { refusals: trips.map((trip) => ({ ...overlap, trip })) }),
    ],
  })
  await screen.press('Continuar')
  await until(() => expect(screen.count('POST /trips/check')).toBe(1))
  return screen
}

const stored = () => JSON.parse(localStorage.getItem(`publish_draft:${ANA.id}`) ?? '{}')

const at = (address: string) =>
  openScreen(address, {
    token: 'of-ana',
    stored: { [`publish_draft:${ANA.id}`]: JSON.stringify(draft) },
    answers: [
      ...signedIn(),
      papers,
      failing(api.pricing.quote),
      failing(api.places.choices),
      answers(api.verification.listVehicles, { vehicles: [] }),
      answers(api.recurrence.repeat, { repeat }),
    ],
  })

it('keeps the day that was chosen for a repeated trip, also after a reload', async () => {
  const screen = await at(`/publish?repetir=${overlap.overlap.id}&paso=revisar`)
  const day = await screen.label('Fecha del viaje')
  await screen.user.clear(day)
  await screen.user.type(day, '2026-12-15')
  await until(() => expect(stored().date).toBe('2026-12-15'))
  expect(location.search).toBe('?paso=revisar')
  expect(screen.now().getByLabelText('Fecha del viaje')).toHaveProperty('value', '2026-12-15')
})

const STEP = '/publish?paso=vehiculo'
const CARS = `/vehicles?returnTo=${STEP}`
it.each([
  [STEP, 'Registrar vehículo', CARS],
  [CARS, 'Volver', STEP],
  [`/documents?para=conductor&returnTo=${STEP}`, 'Volver', STEP],
  [`/documents?para=conductor&returnTo=${STEP}`, 'Agregar vehículo', CARS],
])('leads from the draft to what it lacks and back: %s, %s', async (address, link, to) => {
  const screen = await at(address)
  const href = (await screen.role('link', link)).getAttribute('href') ?? ''
  expect(decodeURIComponent(href)).toBe(to)
})

it('a refusal disappears when its field is corrected, with the ways out of it', async () => {
  const screen = await open(['outward'])
  await screen.text(overlap.message)
  await screen.role('button', 'Seguir con los demás')
  const day = await screen.label('Fecha del viaje')
  await screen.user.clear(day)
  await screen.user.type(day, '2026-11-23')
  await until(() => expect(screen.now().queryByText(overlap.message)).toBeNull())
  expect(screen.now().queryByRole('button', { name: 'Seguir con los demás' })).toBeNull()
  expect(stored().returning).toEqual(draft.returning)
})

it('going on with the others leaves the draft whole when they are refused too', async () => {
  const screen = await open(['outward', 'return'])
  await screen.press('Seguir con los demás')
  await until(() => expect(screen.count('POST /trips/check')).toBe(2))
  await screen.text('Podemos publicar solo el regreso.')
  expect(stored()).toMatchObject({ date: '2026-11-24', returning: draft.returning })
})

it('the way back from a published trip passes over the steps of its draft', async () => {
  history.replaceState(null, '', '/contact')
  history.pushState(null, '', '/publish')
  const screen = await openScreen('/publish?paso=ruta', {
    token: 'of-ana',
    stored: { [`publish_draft:${ANA.id}`]: JSON.stringify({ ...draft, returning: null }) },
    answers: [
      ...signedIn(),
      papers,
      failing(api.pricing.quote),
      failing(api.places.choices),
      failing(api.places.way),
      answers(api.verification.listVehicles, { vehicles: [] }),
      answers(api.trips.check, { refusals: [] }),
    ],
  })
  await screen.press('Continuar')
  await screen.role('heading', '¿Cuándo sales?')
  await screen.press('Continuar')
  await until(() => expect(location.search).toBe('?paso=vehiculo'))
  // The trip is published: its page replaces the last step, and the draft is gone.
  localStorage.removeItem(`publish_draft:${ANA.id}`)
  await screen.open('/about')
  history.back()
  await until(() => expect(location.pathname).toBe('/contact'))
})
