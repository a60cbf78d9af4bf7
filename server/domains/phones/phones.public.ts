export { phonesData } from './personal-data.ts'
