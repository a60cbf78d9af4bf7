// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { api } from '#contract/api.ts'
import type { SearchResult } from '#contract/search.ts'
import { openScreen, pass, type Screen, until } from '#test/screen.tsx'
import { answers, failing, type StubbedAnswer, waiting } from '#test/screen-answers.ts'
import { ANA, signedIn } from '#test/screen-people.ts'

const bogota = { placeId: '11001', name: 'Bogotá' }
const cali = { placeId: '76001', name: 'Cali' }
const ADDRESS = '/trips?from=11001&to=76001&date=2026-11-27'
const TRIP = '01890000-0000-7000-8000-000000000001'

const result: SearchResult = {
  ...{ tripId: TRIP, match: 'exact', fromStopId: `${TRIP}.0`, toStopId: `${TRIP}.21` },
  ...{
    from: bogota,
    to: cali,
    price: 80_000,
    seats: 3,
    km: 460,
    seatsLeft: 3,
    instant: true,
    needsApproval: false,
  },
  ...{ departsAt: '2026-11-27T13:00:00.000Z', arrivesAt: '2026-11-27T22:00:00.000Z' },
  ...{ paymentModes: ['billetera'], womenOnly: false, verifiedOnly: false, pets: false },
  ...{ wheelchair: true, childSeat: false },
  driver: {
    ...{ id: TRIP, name: 'Carlos R.', photoUrl: null, verified: true, tripsCompleted: 2 },
    ...{ rating: { average: null, count: 0 }, memberSince: '2026-01-01T12:00:00.000Z', badges: [] },
  },
  ...{ meetingPoint: null, awayKm: null },
}

/** The day has 60 trips, of which the filters leave these. */
const found = (results: SearchResult[], exact = results.length) =>
  answers(api.search.trips, {
    ...{ results, total: 60, matching: { exact, corridor: 0, nearby: 0 }, nearbyDates: [] },
  })

const places = answers(api.places.find, {
  places: [
    { id: bogota.placeId, name: bogota.name, department: 'Cundinamarca', lat: 4.7, lng: -74.1 },
    { id: cali.placeId, name: cali.name, department: 'Valle', lat: 3.4, lng: -76.5 },
  ],
  both: null,
})

it('reports filters that leave no trip, and lets people remove them', async () => {
  const screen = await openScreen(`${ADDRESS}&filtros=mujeres`, { answers: [found([]), places] })
  await screen.text('Ningún viaje de los 60 de este día cumple esos filtros.')
  // The first trip on the list is read ahead, and a wide screen loads its map.
  screen.answer(found([result], 60), failing(api.trips.show), failing(api.places.tiles))
  await screen.press('Quitar filtros')
  await screen.text('60 viajes encontrados')
  expect(location.search).not.toContain('filtros')
})

it('shows nothing of the day before while another day loads', async () => {
  const screen = await openScreen(ADDRESS, {
    answers: [found([result]), places, failing(api.trips.show), failing(api.places.tiles)],
  })
  await screen.text('1 viaje encontrado')
  screen.answer(waiting(api.search.trips))
  const days = await screen.within('navigation', 'Fechas cercanas')
  await days.role('link', /27 nov.*60 viajes/)
  await screen.user.click(await days.role('link', /^sáb 28 nov/))
  await days.role('link', /^sáb 28 nov\s*…$/)
  expect(document.querySelector('main')?.textContent).not.toMatch(/8:00|\d viaje|Sin viajes/)
})

it.each([
  ['', /^Por esa ruta no hay cupos para .+ por ahora\.$/],
  ['&seats=2', /^Por esa ruta no hay 2 cupos juntos para .+ por ahora\.$/],
])('says only that no seats are on sale, as trips can be full: %s', async (seats, words) => {
  const matching = { exact: 0, corridor: 0, nearby: 0 }
  const none = answers(api.search.trips, { results: [], total: 0, matching, nearbyDates: [] })
  const empty = [none, places, failing(api.connections.find)]
  const screen = await openScreen(ADDRESS + seats, { answers: empty })
  await screen.text(words)
  expect(screen.now().queryByText(/Nadie ha publicado/)).toBeNull()
})

describe('the last results on this device', () => {
  const card = (screen: Screen) => screen.role('link', /^Viaje de Bogotá .* a Cali/)
  const first = [found([result]), places, failing(api.trips.show), failing(api.places.tiles)]
  const kept = () => Object.entries(localStorage).filter(([key]) => key.startsWith('search:'))
  /** The results are kept once the names of both places are known too. */
  const untilKept = () => until(() => expect(kept()).toHaveLength(1))

  it('stand with their hour while the search loads, and are replaced whole', async () => {
    const screen = await openScreen(ADDRESS, { answers: first })
    await card(screen)
    expect(screen.now().queryByText(/^De las/)).toBeNull()
    await untilKept()
    const next = Promise.withResolvers<StubbedAnswer>()
    screen.answer(waiting(api.search.trips, next.promise))
    await screen.open(ADDRESS)
    await screen.text(/^De las 8:00 a. m. de hoy, mientras llega lo de ahora\./)
    await card(screen)
    next.resolve(found([{ ...result, price: 90_000 }]))
    await screen.role('link', /90\.000 por cupo/)
    expect(screen.now().queryByText(/^De las/)).toBeNull()
  })

  it('stand without a network, but not for another person or after a day', async () => {
    const screen = await openScreen(ADDRESS, { answers: first })
    await card(screen)
    await untilKept()
    screen.answer(failing(api.search.trips), failing(api.places.find))
    await screen.open(ADDRESS)
    await screen.text(/^De las 8:00 a. m. de hoy, porque no pudimos traer lo de ahora\./)
    await card(screen)
    localStorage.setItem('auth_user_id', ANA.id)
    await screen.open(ADDRESS)
    await screen.text('No pudimos cargar los viajes')
    expect(screen.now().queryByText(/^De las/)).toBeNull()
    localStorage.removeItem('auth_user_id')
    vi.setSystemTime(Date.now() + 24 * 3_600_000)
    await screen.open(ADDRESS)
    await screen.text('No pudimos cargar los viajes')
    expect(screen.now().queryByText(/^De las/)).toBeNull()
  })

  it('are deleted with the session, and hold no address of a photo', async () => {
    const driver = { ...result.driver, photoUrl: '/api/users/x/photo' }
    const screen = await openScreen(ADDRESS, {
      token: 'of-ana',
      answers: [...first, ...signedIn(), found([{ ...result, driver }]), failing(api.auth.logout)],
    })
    await card(screen)
    const recent = () => localStorage.getItem('recent-searches')
    await untilKept()
    await until(() => expect(recent()).toContain('Cali'))
    expect(kept()[0]?.[1]).not.toContain('photo"')
    await screen.press('Cerrar Sesión')
    await until(() => expect(kept()).toEqual([]))
    await pass(2_000)
    expect([kept(), recent()]).toEqual([[], null])
  })
})

it('says where the car stops for a part of its road that needs no answer', async () => {
  const OTHER = TRIP.replace(/1$/, '2')
  const road = { ...result, match: 'corridor' as const, meetingPoint: 'Parador' }
  const asked = { ...road, tripId: OTHER, needsApproval: true, meetingPoint: null }
  const screen = await openScreen(ADDRESS, {
    answers: [found([road, asked]), places, failing(api.trips.show), failing(api.places.tiles)],
  })
  const stops = await screen.text('Bogotá, Parador')
  expect(stops.parentElement?.textContent).toBe('Para en Bogotá, Parador')
  expect(screen.now().getAllByText('Por solicitud')).toHaveLength(1)
})

describe('"Solo mujeres"', () => {
  const woman = (isVerified: boolean) =>
    answers(api.users.showWoman, { isWoman: isVerified, isVerified, isLocked: false })
  const open = (path: string, isVerified: boolean) =>
    openScreen(path, {
      token: 'of-ana',
      answers: [...signedIn(), found([]), places, woman(isVerified)],
    })
  const WOMEN = 'filtros=mujeres'

  it('is kept for the person until it is taken off', async () => {
    const screen = await open(`${ADDRESS}&${WOMEN}`, true)
    await until(() => expect(localStorage.getItem('women-only')).toBe(ANA.id))
    await screen.open(ADDRESS)
    await until(() => expect(location.search).toContain(WOMEN))
    screen.answer(failing(api.trips.show), failing(api.places.tiles))
    await screen.press('Quitar filtros')
    await until(() => expect(localStorage.getItem('women-only')).toBeNull())
    await screen.open(ADDRESS)
    await screen.text(/^Ningún viaje/)
    expect(location.search).not.toContain(WOMEN)
  })

  it('is not applied for another person of the device', async () => {
    const screen = await openScreen(ADDRESS, {
      token: 'of-ana',
      stored: { 'women-only': 'somebody' },
      answers: [...signedIn(), found([]), places],
    })
    await screen.text(/^Ningún viaje/)
    await until(() => expect(localStorage.getItem('women-only')).toBeNull())
    expect(location.search).not.toContain(WOMEN)
  })

  it('leads who is not verified to her identity, and back to the search', async () => {
    const screen = await open(`${ADDRESS}&${WOMEN}`, false)
    const door = await screen.role('link', 'Viajar solo con mujeres: verifícate')
    const { searchParams } = new URL(door.getAttribute('href') ?? '', location.origin)
    expect(searchParams.get('returnTo')).toBe(`${ADDRESS}&${WOMEN}`)
    expect(screen.now().queryByText(/^Para viajar solo con mujeres.* máximo 2 días/)).not.toBeNull()
  })

  it('has no door for a verified woman', async () => {
    const screen = await open(`${ADDRESS}&${WOMEN}`, true)
    await until(() => expect(screen.count('GET /me/woman')).toBe(1))
    await screen.text(/^Ningún viaje/)
    expect(screen.now().queryByRole('link', { name: /verifícate/ })).toBeNull()
  })
})
