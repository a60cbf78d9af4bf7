export { firstScans } from './boarding.queries.ts'
export { boardingData } from './personal-data.ts'
