export { type Lost, listAlternatives, listSameHands } from './alternatives.queries.ts'
export { filtersMet, partPrice } from './choice.queries.ts'
export { rememberedDriverCards } from './driver-cards.ts'
export { dayOf, isNear, presentPart } from './find-trips.ts'
export {
  boardsBetween,
  bothDeclared,
  type FoundRow,
  foundColumns,
  freeSeats,
  onSale,
  partColumns,
  priceOf,
  type Window,
} from './part-sale.queries.ts'
export { type Between, between, listBetween, listNearest } from './search.queries.ts'
