export { createSeries } from './create-series.ts'
