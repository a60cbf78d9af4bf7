export { settingsData } from './personal-data.ts'
export { pricesToSign } from './price-proposals.queries.ts'
