export { disputesData } from './personal-data.ts'
