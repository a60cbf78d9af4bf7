export { accountData } from './personal-data.ts'
