export { JOURNEY_JOB } from './drive-trip.ts'
export { delayMinutes, expectedAt, type Journey } from './journey.ts'
export { findJourney } from './journeys.queries.ts'
