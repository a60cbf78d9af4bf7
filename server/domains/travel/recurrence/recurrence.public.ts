export { recurrenceData } from './personal-data.ts'
