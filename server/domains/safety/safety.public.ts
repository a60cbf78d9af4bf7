export { resealShareNames } from './share-trip.ts'
