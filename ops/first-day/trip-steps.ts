// Steps of a trip, from the driver's documents to the payout on the bank account.
import assert from 'node:assert/strict'
import { addMs, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { until } from '../ha/service.ts'
import type { Step } from '../ha/steps.ts'
import { people } from './people.ts'
import {
  logIn,
  provePhone,
  proveSecondFactor,
  setProfilePhoto,
  signUp,
  stepUp,
  topUp,
  upload,
} from './person.ts'
import type { Site } from './site.ts'
import { approve, provesIdentity } from './team-steps.ts'

/** Time to the departure; boarding opens two hours before it. */
const DEPARTS_IN_MS = 90 * MINUTE_MS
const BOGOTA = '11001'
const IBAGUE = '73001'
const TOP_UP = 150_000
const SEATS = 2
/** Cupo's commission as a part of the fare. */
const COMMISSION = 0.1
/** Longest wait for a job of a server that has just started. */
const JOB_MS = 60_000
/** Longest wait for a payout: a job sends it, an event reports it, the state is queried. */
const PAID_MS = 120_000

/** Results of a step that later steps need. */
type Trip = { tripId: string; bookingId: string; paid: number }

const { driver, passenger, finance } = people

/** Steps of the first day, and steps of the time when earnings can be withdrawn. */
export function tripSteps(site: Site): { first: Step[]; later: Step[] } {
  const trip: Trip = { tripId: '', bookingId: '', paid: 0 }
  const step = (name: string, play: () => Promise<unknown>): Step => ({ name, play })
  return {
    first: [
      step('a driver proves identity and car, and publishes', async () => {
        await signUp(site, driver)
        await provePhone(site, driver)
        await provesIdentity(site, driver)
        trip.tripId = await publish(site, await registerCar(site))
      }),
      step('the driver adds an account to be paid at', async () => {
        await stepUp(site, driver)
        const account = { kind: 'nequi', number: driver.phone.slice(3) }
        await site.post(driver, '/payout-accounts', account)
      }),
      step('a passenger tops up and books', async () => {
        await signUp(site, passenger)
        await provePhone(site, passenger)
        await topUp(site, passenger, TOP_UP)
        return await book(site, trip)
      }),
      step('the passenger boards with the code of the ticket', async () => {
        const { code } = await site.ask(passenger, 'GET', `/bookings/${trip.bookingId}/ticket`)
        const { booking } = await site.post(driver, `/trips/${trip.tripId}/check-in`, { code })
        assert.equal(booking.status, 'checked_in')
      }),
    ],
    later: [
      step('the booking is there, and completed', async () => {
        await logIn(site, passenger)
        const isCompleted = async () => {
          const { booking } = await site.ask(passenger, 'GET', `/bookings/${trip.bookingId}`)
          return booking.status === 'completed'
        }
        await until('the booking is completed', isCompleted, JOB_MS)
      }),
      step('the driver withdraws the earnings, finance approves, the gateway pays', () =>
        withdraw(site, trip.paid - Math.round(trip.paid * COMMISSION)),
      ),
    ],
  }
}

/** Uploads every document of a car; returns the id of the car. */
async function registerCar(site: Site): Promise<string> {
  const expiresOn = addMs(site.now(), 200 * DAY_MS)
    .toISOString()
    .slice(0, 10)
  const { vehicle } = await site.post(driver, '/vehicles', {
    ...{ plate: 'KLM482', brand: 'Renault', model: 'Logan', color: 'Gris' },
    ...{ year: 2020, seats: 4 },
  })
  const vehicleId: string = vehicle.id
  const ofCar = ['property_card', 'vehicle_photo', 'vehicle_back', 'vehicle_side']
  const documents = [
    { kind: 'licence', expiresOn },
    { ...{ kind: 'insurance', vehicleId, expiresOn }, insurer: 'Sur', policyNumber: '88123' },
    ...['soat', 'rtm'].map((kind) => ({ kind, vehicleId, expiresOn })),
    ...[...ofCar, 'vehicle_inside'].map((kind) => ({ kind, vehicleId })),
  ]
  const ids: string[] = []
  for (const document of documents) ids.push(await upload(site, driver, document))
  await setProfilePhoto(site, driver)
  await approve(site, driver, ids)
  return vehicleId
}

async function publish(site: Site, vehicleId: string): Promise<string> {
  const departsAt = addMs(site.now(), DEPARTS_IN_MS).toISOString()
  const stops = [BOGOTA, IBAGUE]
  const quote = await site.post(driver, '/trips/quote', { stops, departsAt, seats: SEATS })
  const { trip } = await site.post(driver, '/trips', {
    ...{ vehicleId, departsAt, seats: SEATS, seatPrice: quote.seat.recommended },
    stops: stops.map((placeId) => ({ placeId })),
  })
  return trip.id
}

async function book(site: Site, made: Trip): Promise<string> {
  const { trip } = await site.ask(passenger, 'GET', `/trips/${made.tripId}`)
  const { booking } = await site.post(passenger, `/trips/${made.tripId}/bookings`, {
    ...{ fromStopId: trip.corridor[0].id, toStopId: trip.corridor.at(-1).id, seats: SEATS },
  })
  const { balance } = await site.ask(passenger, 'GET', '/wallet/balance')
  Object.assign(made, { bookingId: booking.id, paid: TOP_UP - balance })
  return `${made.paid} pesos held`
}

async function withdraw(site: Site, earned: number): Promise<string> {
  await logIn(site, driver)
  const { sum } = await site.ask(driver, 'GET', '/withdrawals')
  assert.equal(sum.withdrawable, earned, JSON.stringify(sum))
  const { items } = await site.ask(driver, 'GET', '/payout-accounts')
  const asked = { amount: earned, accountId: items[0].id }
  const { withdrawal } = await site.post(driver, '/withdrawals', asked)
  await logIn(site, finance)
  await proveSecondFactor(site, finance)
  await site.post(finance, `/admin/withdrawals/${withdrawal.id}/approve`)
  const isPaid = async () => {
    const found = await site.ask(driver, 'GET', `/withdrawals/${withdrawal.id}`)
    return found.withdrawal.status === 'paid'
  }
  await until('the withdrawal is paid', isPaid, PAID_MS)
  return `${earned} pesos`
}
