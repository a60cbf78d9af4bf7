export { placeNames, presentPart } from './alerts.present.ts'
export { type PartOnSale, stopAlertRow } from './alerts.queries.ts'
export { ensureAlert } from './create-alert.ts'
export {
  boardsAt,
  bothDeclared,
  freeSeats,
  partColumns,
  partsOfTrip,
  price,
} from './segment.queries.ts'
