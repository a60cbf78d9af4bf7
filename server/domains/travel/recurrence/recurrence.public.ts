export { createSeries } from './create-series.ts'
export { tripUnreadable } from './recurrence.messages.ts'
export { TRIP_UNREADABLE } from './series.ts'
