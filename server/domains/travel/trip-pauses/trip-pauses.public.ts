export { switchOwnTrips } from './pause-own-trip.ts'
export { cancelPaused } from './pause-trip.ts'
export { reviewTrips } from './review-trips.ts'
export { listTripsLostSince } from './trip-pauses.queries.ts'
