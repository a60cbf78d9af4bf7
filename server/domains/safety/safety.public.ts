export { safetyData } from './personal-data.ts'
export { resealShareNames } from './share-trip.ts'
