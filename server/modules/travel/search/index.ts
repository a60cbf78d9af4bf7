export { type Between, between, listBetween, listNearest } from './search.queries.ts'
