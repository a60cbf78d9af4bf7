export { backOfficeData } from './personal-data.ts'
