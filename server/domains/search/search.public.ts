export { findTrips } from './find-trips.ts'
export { findBetween } from './search.queries.ts'
