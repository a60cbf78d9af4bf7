export { tripPausesData } from './personal-data.ts'
