export { JOURNEY_JOB } from './drive-trip.ts'
export { believed, delayMinutes, expectedAt, type Journey } from './journey.ts'
export { askWord, findJourney, listWords } from './journeys.queries.ts'
export { confirmArrival } from './say-arrival.ts'
