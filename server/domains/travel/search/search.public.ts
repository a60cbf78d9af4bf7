export { type Between, between, listBetween } from './search.queries.ts'
