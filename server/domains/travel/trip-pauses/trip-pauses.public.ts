export { switchOwnTrips } from './pause-own-trip.ts'
export { cancelPaused, pauseTrip, resumeTrip } from './pause-trip.ts'
export { reviewTrips } from './review-trips.ts'
export { findTeamPause, listTripsLostSince } from './trip-pauses.queries.ts'
