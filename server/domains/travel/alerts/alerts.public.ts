export { ensureAlert } from './create-alert.ts'
export { boardsAt, bothDeclared, freeSeats, price } from './segment.queries.ts'
export { endAlert } from './stop-alert.ts'
