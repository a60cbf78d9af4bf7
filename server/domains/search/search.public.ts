export { findTrips } from './find-trips.ts'
export { type Between, between, findBetween } from './search.queries.ts'
