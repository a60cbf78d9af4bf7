// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Connection } from '#contract/connections.ts'
import { openScreen } from '#test/screen.tsx'
import { answers, failing } from '#test/screen-answers.ts'

const place = (placeId: string, name: string) => ({ placeId, name })
const [villavicencio, bogota, tunja] = [
  place('50001', 'Villavicencio'),
  place('11001', 'Bogotá'),
  place('15001', 'Tunja'),
] as const
const DAY = '2026-11-27'
const ADDRESS = `/trips?from=50001&to=15001&date=${DAY}`
const ONE = '01890000-0000-7000-8000-000000000001'
const TWO = '01890000-0000-7000-8000-000000000002'
const POINT = '01890000-0000-7000-8000-000000000003'

type Part = Connection['parts'][number]

function part(tripId: string, name: string, average: number | null, own: Partial<Part>): Part {
  return {
    ...{ tripId, match: 'exact', fromStopId: `${tripId}.0`, toStopId: `${tripId}.4` },
    ...{ from: villavicencio, to: bogota, price: 28_000, seats: 3, km: 110, seatsLeft: 3 },
    ...{ departsAt: `${DAY}T11:10:00.000Z`, arrivesAt: `${DAY}T13:40:00.000Z` },
    ...{
      instant: true,
      needsApproval: false,
      paymentModes: ['billetera'],
      womenOnly: false,
      verifiedOnly: false,
    },
    ...{ pets: false, wheelchair: false, childSeat: false, meetingPoint: null },
    driver: {
      ...{ id: tripId, name, photoUrl: null, verified: true, tripsCompleted: 2, badges: [] },
      ...{ rating: { average, count: average ? 12 : 0 }, memberSince: '2026-01-01T12:00:00.000Z' },
    },
    ...own,
  }
}

function connection(own: Partial<Connection> = {}): Connection {
  const { arrivesAt = `${DAY}T17:05:00.000Z` } = own
  return {
    parts: [
      part(ONE, 'Diana R.', 4.9, {}),
      part(TWO, 'Mario T.', null, {
        ...{ from: bogota, to: tunja, price: 30_000 },
        ...{ departsAt: `${DAY}T14:35:00.000Z`, arrivesAt },
      }),
    ],
    changeAt: {
      ...bogota,
      point: {
        ...{ id: POINT, name: 'Terminal Salitre', address: 'Diagonal 23', kind: 'terminal' },
        ...{ lat: 4.65, lng: -74.1, approximate: false, listed: true },
      },
    },
    ...{ changeMinutes: 55, slack: 'normal', price: 58_000 },
    ...{ departsAt: `${DAY}T11:10:00.000Z`, arrivesAt },
    ...own,
  }
}

const { placeId: _from, name: _name, ...position } = { ...tunja, lat: 5.5, lng: -73.4 }
const places = answers(api.places.find, {
  places: [
    { id: '50001', name: 'Villavicencio', department: 'Meta', ...position },
    { id: '15001', name: 'Tunja', department: 'Boyacá', ...position },
  ],
  both: null,
})

const direct = (total: number) => {
  const result = { ...part(ONE, 'Diana R.', 4.9, { to: tunja }), awayKm: null }
  const results = total > 0 ? [result] : []
  const matching = { exact: results.length, corridor: 0, nearby: 0 }
  return answers(api.search.trips, { results, total, matching, nearbyDates: [] })
}
const changes = (...connections: Connection[]) => answers(api.connections.find, { connections })

const open = (total: number, ...more: Parameters<typeof changes>) =>
  openScreen(ADDRESS, {
    answers: [
      direct(total),
      places,
      changes(...more),
      failing(api.trips.show),
      failing(api.places.tiles),
    ],
  })

describe('without a direct trip', () => {
  it('shows both cars, the change, one price and what one ticket means', async () => {
    const screen = await open(0, connection())
    await screen.role('heading', 'No hay un carro directo. Con un cambio sí llegas:')
    const card = await screen.role('article', /^De Villavicencio a Tunja con cambio en Bogotá/)
    const text = card.textContent?.replaceAll(/\s/g, ' ')
    for (const words of [
      '6:10 a. m. → 12:05 p. m.',
      '5 h 55 min',
      '$ 58.000',
      'con Diana · Calificación: ★ 4,9',
      'Terminal Salitre',
      '55 min para cambiar de carro, en el mismo punto',
      'con Mario · Aún sin calificaciones',
      'Una sola reserva. Si el primero se atrasa o no sale, el segundo no te cuesta nada.',
    ]) {
      expect(text).toContain(words)
    }
    expect(text).not.toContain('R.')
    expect(screen.now().queryByText('No encontramos viajes')).toBeNull()
    const link = await screen.role('link', /^Reservar los dos: sale 6:10/)
    expect(link.getAttribute('href')).toBe(
      `/connections/book?p1=${ONE}.${ONE}.0.${ONE}.4&p2=${TWO}.${TWO}.0.${TWO}.4` +
        `&point=${POINT}&seats=1`,
    )
    // Who finds none of them useful is still offered an alert.
    await screen.role('link', 'Avísame')
  })

  it('says on which day it arrives, and when there is time to spare', async () => {
    const screen = await open(
      0,
      connection({ arrivesAt: '2026-11-28T06:05:00.000Z', slack: 'ample', changeMinutes: 110 }),
    )
    await screen.text(/ · llega al día siguiente/)
    await screen.text(/1 h 50 min para cambiar de carro, en el mismo punto y con tiempo de sobra/)
  })

  it.each([
    ['there is no change either', changes()],
    ['the call fails', failing(api.connections.find)],
  ])('says what can be done when %s', async (_why, found) => {
    const screen = await openScreen(ADDRESS, { answers: [direct(0), places, found] })
    await screen.text('No encontramos viajes')
  })
})

describe('beside direct trips', () => {
  it('comes by itself below one or two', async () => {
    const screen = await open(2, connection())
    await screen.role('heading', 'Con un cambio de carro')
    expect(screen.now().queryByRole('button', { name: /con un cambio/ })).toBeNull()
  })

  it('comes only by a press below more', async () => {
    const screen = await open(3, connection())
    await screen.role('button', 'Ver también con un cambio')
    expect(screen.count('GET /connections')).toBe(0)
    await screen.press('Ver también con un cambio')
    await screen.role('heading', 'Con un cambio de carro')
    expect(screen.count('GET /connections')).toBe(1)
  })

  it('says when the press finds none', async () => {
    const screen = await open(3)
    await screen.press('Ver también con un cambio')
    await screen.text(/^No hay un viaje con un cambio/)
  })

  it('keeps to the chosen hours and price, in the chosen order', async () => {
    const cheap = connection({ departsAt: `${DAY}T13:00:00.000Z`, price: 40_000 })
    const early = connection({ departsAt: `${DAY}T10:00:00.000Z` })
    const late = connection({ departsAt: `${DAY}T23:30:00.000Z`, price: 30_000 })
    const own = (it: Connection, id: string) => ({
      ...it,
      parts: [{ ...it.parts[0], tripId: id }, it.parts[1]] as Connection['parts'],
    })
    const screen = await openScreen(`${ADDRESS}&hora=madrugada,manana&orden=precio&precio=60000`, {
      answers: [
        direct(2),
        places,
        changes(early, own(cheap, POINT), own(late, TWO)),
        failing(api.trips.show),
        failing(api.places.tiles),
      ],
    })
    await screen.role('heading', 'Con un cambio de carro')
    const links = screen.now().getAllByRole('link', { name: /^Reservar los dos/ })
    expect(links.map((link) => link.getAttribute('aria-label')?.replaceAll(/\s/g, ' '))).toEqual([
      'Reservar los dos: sale 8:00 a. m., llega 12:05 p. m.',
      'Reservar los dos: sale 5:00 a. m., llega 12:05 p. m.',
    ])
  })
})
