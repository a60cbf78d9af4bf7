export { createSeries } from './recurrence/create-series.ts'
export { cancelPaused, pauseTrip, resumeTrip } from './trip-pauses/pause-trip.ts'
export { reviewTrips } from './trip-pauses/review-trips.ts'
export { findTeamPause, listTripsLostSince } from './trip-pauses/trip-pauses.queries.ts'
