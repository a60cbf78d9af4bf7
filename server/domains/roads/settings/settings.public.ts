export { pricesToSign } from './price-proposals.queries.ts'
