export { type Between, between, findBetween } from './search.queries.ts'
