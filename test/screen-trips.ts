// Trips for screens without a server.
import type { TripStop, TripView } from '#contract/trips.ts'

const NOW = new Date('2026-11-20T06:00:00-05:00')

function aStop(seq: number, name: string, declared = true): TripStop {
  return {
    id: `t.${seq}`,
    placeId: `0000${seq}`,
    name,
    department: 'Tolima',
    lat: 4,
    lng: -74 - seq,
    at: new Date(NOW.getTime() + (seq + 1) * 3_600_000).toISOString(),
    km: seq * 50,
    declared,
    atOnce: false,
    extra: false,
    point: null,
  }
}

export function aTrip(over: Partial<TripView> = {}): TripView {
  const corridor = [
    aStop(0, 'Bogotá'),
    aStop(1, 'Melgar', false),
    aStop(2, 'Ibagué'),
    aStop(3, 'Cali'),
  ]
  const driver = {
    id: 'd',
    name: 'Ana',
    photoUrl: null,
    verified: true,
    tripsCompleted: 1,
    rating: { average: null, count: 0 },
    memberSince: '',
  }
  return {
    id: 't',
    status: 'published',
    driver,
    vehicle: { id: 'v', brand: 'Mazda', model: '3', color: 'gris', year: 2020, plate: null },
    stops: corridor.filter((stop) => stop.declared),
    corridor,
    legs: [
      { fromStopId: 't.0', toStopId: 't.2', price: 40_000, seatsLeft: 1 },
      { fromStopId: 't.2', toStopId: 't.3', price: 50_000, seatsLeft: 3 },
    ],
    departsAt: '',
    arrivesAt: '',
    distanceKm: 450,
    durationMinutes: 500,
    seats: 3,
    seatPrice: 90_000,
    paymentModes: ['billetera'],
    instant: true,
    roadStops: 'ask',
    extraMax: 2,
    preferences: {
      luggage: 'small',
      pets: false,
      wheelchair: false,
      childSeat: false,
      smoking: false,
      music: true,
      talk: 'some',
      maxTwoInBack: false,
      womenOnly: false,
      verifiedOnly: false,
    },
    notes: null,
    viewer: 'visitor',
    bookingRefusal: null,
    bookingDoor: null,
    paused: null,
    own: null,
    can: { book: true, cancel: false, pause: false, resume: false, checkIn: false },
    segment: null,
    ...over,
  }
}
