export { lapsePrice, listProposedPrices } from './price-proposals.queries.ts'
export { proposePrice } from './propose-price.ts'
