import { describe, expect, it } from 'vitest'
import { type FuelTable, fuelAt } from './fuel.ts'

const bogota = { placeId: '11001', lat: 4.65, lng: -74.08 }
const soacha = { placeId: '25754', lat: 4.58, lng: -74.22 }
const ipiales = { placeId: '52356', lat: 0.83, lng: -77.64 }

const table: FuelTable = {
  cities: new Map([
    [
      '11001',
      {
        ...bogota,
        name: 'Bogotá',
        rows: [
          { validFrom: '2026-03-01', pesosPerGallon: 15_491 },
          { validFrom: '2025-10-01', pesosPerGallon: 16_393 },
        ],
      },
    ],
    [
      '52001',
      {
        lat: 1.21,
        lng: -77.28,
        name: 'Pasto',
        rows: [{ validFrom: '2026-03-01', pesosPerGallon: 13_247 }],
      },
    ],
  ]),
  national: [{ validFrom: '2025-01-01', pesosPerGallon: 15_685 }],
}

describe('fuelAt', () => {
  it.each([
    ['its own city', bogota, '2025-12-31', 16_393, 'Bogotá, octubre de 2025'],
    ['the first day of a new price', bogota, '2026-03-01', 15_491, 'Bogotá, marzo de 2026'],
    ['the nearest city', soacha, '2026-06-01', 15_491, 'Bogotá, marzo de 2026'],
    ['the border’s own price', ipiales, '2026-06-01', 13_247, 'Pasto, marzo de 2026'],
    ['the nearest that has one already', ipiales, '2025-11-01', 16_393, 'Bogotá, octubre de 2025'],
    [
      'the average before any city',
      ipiales,
      '2025-02-01',
      15_685,
      'Promedio nacional, enero de 2025',
    ],
    ['the first known before all', bogota, '2020-01-01', 16_393, 'Bogotá, octubre de 2025'],
  ])('takes the fuel price of %s', (_case, origin, date, pesosPerGallon, source) => {
    expect(fuelAt(table, origin, date)).toEqual({ pesosPerGallon, source })
  })

  describe('when the national fuel price is newer', () => {
    const later = (validFrom: string): FuelTable => ({
      ...table,
      national: [...table.national, { validFrom, pesosPerGallon: 17_000 }],
      cities: new Map([
        ...table.cities,
        [
          '73001',
          {
            lat: 4.44,
            lng: -75.23,
            name: 'Ibagué',
            rows: [{ validFrom: '2025-10-15', pesosPerGallon: 16_311 }],
          },
        ],
      ]),
    })
    const ibague = { placeId: '73001', lat: 4.44, lng: -75.23 }

    it.each([
      [
        'keeps a price of exactly six months',
        '2026-04-15',
        '2026-05-01',
        'Ibagué, octubre de 2025',
      ],
      ['drops one of a day more', '2026-04-16', '2026-05-01', 'Bogotá, marzo de 2026'],
      ['keeps it until that day comes', '2026-04-16', '2026-04-15', 'Ibagué, octubre de 2025'],
      ['takes the average when all are stale', '2027-01-01', '2027-01-01', 'Promedio nacional'],
    ])('with a newer national fuel price, %s', (_case, national, date, source) => {
      expect(fuelAt(later(national), ibague, date).source).toContain(source)
    })

    it('counts six months back for a stale fuel price from the end of a long month', () => {
      const rows = [{ validFrom: '2026-02-28', pesosPerGallon: 16_000 }]
      const own = { ...ibague, name: 'Ibagué', rows }
      const national = [{ validFrom: '2026-08-31', pesosPerGallon: 17_000 }]
      const one = { cities: new Map([['73001', own]]), national }
      expect(fuelAt(one, ibague, '2026-09-01').pesosPerGallon).toBe(16_000)
    })
  })

  it('throws when the fuel price table is empty', () => {
    expect(() => fuelAt({ cities: new Map(), national: [] }, bogota, '2026-01-01')).toThrow(/empty/)
  })
})
