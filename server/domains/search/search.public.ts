export { findTrips } from './find-trips.ts'
export { countByDate, findBetween } from './search.queries.ts'
