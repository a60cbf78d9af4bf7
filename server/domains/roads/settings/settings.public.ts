export { listPricesToSign } from './price-proposals.queries.ts'
