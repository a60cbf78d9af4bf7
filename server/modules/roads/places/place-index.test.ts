import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readShipped } from './load-places.ts'
import { buildPlaceIndex, readPlaces, searchPlaces } from './place-index.ts'

const index = buildPlaceIndex(readShipped().places)
const names = (typed: string, limit = 8) =>
  searchPlaces(index, typed, limit).map((place) => place.name)

describe('searching places by a typed text', () => {
  it.each([
    ['bogta', 'Bogotá'],
    ['BOGOTÁ', 'Bogotá'],
    ['bogoat', 'Bogotá'],
    ['vogota', 'Bogotá'],
    ['medelin', 'Medellín'],
    ['Medellin', 'Medellín'],
    ['vilavo', 'Villavicencio'],
    ['villavisencio', 'Villavicencio'],
    ['ibage', 'Ibagué'],
    ['ivague', 'Ibagué'],
    ['cucuta', 'Cúcuta'],
    ['baranquila', 'Barranquilla'],
    ['cartajena', 'Cartagena'],
    ['bucramanga', 'Bucaramanga'],
    ['sipaquira', 'Zipaquirá'],
    ['jirardot', 'Girardot'],
    ['santamarta', 'Santa Marta'],
    ['santa marta magdalena', 'Santa Marta'],
    ['manisales', 'Manizales'],
    ['calli', 'Cali'],
    ['popallan', 'Popayán'],
    ['  tun-ja ', 'Tunja'],
    ['santafe de bogota', 'Bogotá'],
  ])('typing %s finds %s first', (typed, expected) => {
    expect(names(typed)[0]).toBe(expected)
  })

  it.each([
    ['Pto Berrío', 'Puerto Berrío'],
    ['Pto. Boyacá', 'Puerto Boyacá'],
    ['Sder de Quilichao', 'Santander de Quilichao'],
    ['V/cio', 'Villavicencio'],
    ['Vcio', 'Villavicencio'],
    ['B/quilla', 'Barranquilla'],
    ['Sta. Marta', 'Santa Marta'],
    ['Stgo de Cali', 'Cali'],
    ['B/bermeja', 'Barrancabermeja'],
    ['Medellín, Antioquia, Colombia', 'Medellín'],
    ['Sincé', 'Sincé'],
    ['since', 'Sincé'],
    ['Sincelejo', 'Sincelejo'],
  ])('writes out %s as %s', (typed, expected) => expect(names(typed)[0]).toBe(expected))

  it.each([
    ['Terminal Salitre', 'Bogotá', 'Terminal El Salitre'],
    ['terminal bogota', 'Bogotá', 'Terminal El Salitre'],
    ['terminal de transporte el salitre', 'Bogotá', 'Terminal El Salitre'],
    ['aeropuerto el dorado', 'Bogotá', 'Aeropuerto El Dorado'],
    ['Aeropuerto de Bogotá', 'Bogotá', 'Aeropuerto El Dorado'],
    ['terminal del norte medellín', 'Medellín', 'Terminal del Norte'],
    ['aeropuerto rionegro', 'Rionegro', 'Aeropuerto José María Córdova'],
    ['terminal de Neiva', 'Neiva', 'Terminal de Neiva'],
  ])('reads %s as %s with the point %s', (typed, name, point) => {
    expect(readPlaces(index, typed, 8).places[0]).toMatchObject({ name, point })
  })

  it.each([
    ['bogota-medellin', 'Bogotá', 'Medellín'],
    ['Bogotá → Cali', 'Bogotá', 'Cali'],
    ['cali a pto tejada', 'Cali', 'Puerto Tejada'],
    ['de Ibagué a Cali', 'Ibagué', 'Cali'],
    ['Desde Bogotá hasta Cali', 'Bogotá', 'Cali'],
    ['Bogotá – Sta Marta', 'Bogotá', 'Santa Marta'],
  ])('reads %s as a route', (typed, from, to) => {
    const { both, places } = readPlaces(index, typed, 8)
    expect([both?.map(({ name }) => name), places]).toEqual([[from, to], []])
  })

  it.each(['bogota-bogota', 'bogota-', 'bogota-xyzzy', 'santa marta'])(
    'reads %s as no route',
    (typed) => expect(readPlaces(index, typed, 8).both).toBeNull(),
  )

  it.each(['San Andrés', 'san andres islas', 'Leticia', 'Puerto Inírida'])(
    'says of %s that there is no road, before it guesses',
    (typed) => {
      const { note, places } = readPlaces(index, typed, 8)
      expect(note).toMatch(/^A .+ no hay carretera\.$/)
      // Tumaco is San Andrés de Tumaco.
      expect(places.filter(({ name }) => name !== 'Tumaco')).toEqual([])
    },
  )

  it.each(['bogota a san andres', 'Bogotá → Leticia', 'San Andrés - Bogotá'])(
    'says of the route %s that there is no road, and fills in no town of a like name',
    (typed) => {
      const { note, both, places } = readPlaces(index, typed, 8)
      expect([both, places]).toEqual([null, []])
      expect(note).toMatch(/^A .+ no hay carretera\.$/)
    },
  )

  it('ranks names that begin with the text before names that contain it, large ones first', () => {
    const found = searchPlaces(index, 'ca', 8)
    expect(found[0]?.name).toBe('Cali')
    const sizes = found
      .filter((place) => place.name.startsWith('Ca'))
      .map((place) => place.population)
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
  })

  it('shows no similar-sounding places when a name matches as written', () => {
    expect(names('cali').every((name) => /cali/i.test(name))).toBe(true)
  })

  it('finds the places of a department by its name', () => {
    const found = searchPlaces(index, 'tolima', 8)
    expect(found.length).toBeGreaterThan(1)
    expect(found.every((place) => place.department === 'Tolima')).toBe(true)
  })

  it('returns the largest places when nothing is typed', () => {
    expect(names('', 3)).toEqual(['Bogotá', 'Medellín', 'Cali'])
  })

  it.each(['xyzzy', 'qqqqqqqq', '12345', '🚗🚗', 'zz'])(
    'finds no place for the typed text %s',
    (typed) => {
      expect(names(typed)).toEqual(typed === '🚗🚗' ? names('') : [])
    },
  )

  it('finds every shipped place by its own name', () => {
    for (const place of readShipped().places) {
      expect(searchPlaces(index, place.name, 8).map(({ id }) => id)).toContain(place.id)
    }
  })

  it('accepts any text, keeps the limit and returns the same places twice', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80, unit: 'grapheme' }), (typed) => {
        const found = searchPlaces(index, typed, 5)
        expect(found.length).toBeLessThanOrEqual(5)
        expect(new Set(found).size).toBe(found.length)
        expect(searchPlaces(index, typed, 5)).toEqual(found)
      }),
    )
  })
})
