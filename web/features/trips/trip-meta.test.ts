import { expect, it } from 'vitest'
import type { TripStop, TripView } from '#contract/trips.ts'
import { tripMeta } from './trip-meta.ts'

const ORIGIN = 'https://cupo.test'

function stop(name: string, department: string, at: string): TripStop {
  const place = {
    placeId: '11001',
    lat: 4,
    lng: -74,
    km: 0,
    declared: true,
    atOnce: false,
    point: null,
  }
  return { id: name, name, department, at, extra: false, ...place }
}

function aTripView(change: Partial<TripView> = {}): TripView {
  const stops = [
    stop('Bogotá', 'Bogotá, D. C.', '2026-11-27T13:00:00.000Z'),
    stop('Ibagué', 'Tolima', '2026-11-27T17:00:00.000Z'),
    stop('Cali', 'Valle del Cauca', '2026-11-27T22:00:00.000Z'),
  ]
  const driver = { id: 'd', name: 'Carlos R.', verified: true, tripsCompleted: 0, memberSince: '' }
  return {
    id: '01890000-0000-7000-8000-000000000001',
    status: 'published',
    driver,
    stops,
    legs: legs(3, 3),
    seatPrice: 74_000,
    ...change,
  } as TripView
}

function legs(...seats: number[]): TripView['legs'] {
  return seats.map((seatsLeft) => ({ fromStopId: 'a', toStopId: 'b', price: 1, seatsLeft }))
}

function read(change: Partial<TripView> = {}) {
  const all = tripMeta(aTripView(change), ORIGIN) as Record<string, string>[]
  const named = (key: string) => all.find((it) => it.name === key || it.property === key)?.content
  return { title: all.find((it) => it.title)?.title?.replace(/\s/g, ' '), named, all }
}

it('the metadata of a trip state route, departure, price and free seats', () => {
  const { title, named, all } = read()
  expect(title).toBe('Bogotá → Cali, vie 27 nov, 8:00 a. m. · desde $ 74.000 · 3 cupos')
  expect(named('og:title')?.replace(/\s/g, ' ')).toBe(title)
  expect(named('og:description')).toContain('con Carlos de Bogotá (Bogotá, D. C.) a Cali (Valle')
  expect(named('twitter:card')).toBe('summary_large_image')
  expect(named('og:image')).toBe('https://cupo.test/og/home.png')
  expect(all).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: 'https://cupo.test/trips/01890000-0000-7000-8000-000000000001',
  })
  expect(named('robots')).toBeUndefined()
})

it.each([
  [legs(1, 3), '· 1 cupo'],
  [legs(0, 2), '· cupos por tramos'],
  [legs(0, 0), '· sin cupos'],
])(
  'the title of a trip counts seats of the whole route, or says that only parts have seats',
  (left, words) => {
    expect(read({ legs: left }).title?.endsWith(words)).toBe(true)
  },
)

it("the metadata of a trip do not contain the driver's username", () => {
  const driver = { ...aTripView().driver, name: 'carlos.3101234567' }
  const { named } = read({ driver })
  expect(named('description')).toContain('Viaje compartido de Bogotá')
  expect(named('description')).not.toContain('310')
})

it('a trip has noindex after departure, and a generic title while it is not public', () => {
  for (const status of ['in_progress', 'completed'] as const) {
    expect(read({ status }).title).toContain('· ya salió')
    expect(read({ status }).named('robots')).toBe('noindex')
  }
  for (const status of ['draft', 'cancelled'] as const) {
    expect(read({ status }).title).toBe('Viaje · Cupo')
    expect(read({ status }).named('robots')).toBe('noindex')
  }
})

it('the title that a chat shows of a trip after midnight says which night it is', () => {
  const stops = aTripView().stops.map((each) => ({ ...each, at: '2026-11-27T05:15:00.000Z' }))
  expect(read({ stops }).title).toContain('12:15 a. m. (noche del jueves al viernes)')
})
