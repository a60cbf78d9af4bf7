export { cancelPaused } from './pause-trip.ts'
export { reviewTrips } from './review-trips.ts'
export { tripsLostSince } from './trip-pauses.queries.ts'
