export { seatKeepsData } from './personal-data.ts'
