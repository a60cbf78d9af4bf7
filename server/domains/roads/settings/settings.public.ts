export { listPricesToSign } from './price-proposals.queries.ts'
export { proposePrice } from './propose-price.ts'
