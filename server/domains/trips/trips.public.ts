export { type EditTrip, editTrip } from './edit-trip.ts'
export { type PublishTrip, publishTrip, publishTrips } from './publish-trip.ts'
export { returnSeats, type SeatSlice, seatsLeft, takeSeats } from './seats.queries.ts'
export { showTrip } from './show-trip.ts'
export {
  bothDeclared,
  parseStopId,
  placeAt,
  segmentPrice,
  statusAt,
  stopId,
  type TripFacts,
  type TripPlace,
} from './trip.ts'
export { findDriverCards, presentTrip, type Viewing } from './trips.present.ts'
export { closeTrip, completeTrips, findTripFacts, findTripsFacts } from './trips.queries.ts'
